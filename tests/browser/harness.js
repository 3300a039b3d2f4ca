// Opens the page, watches it, and runs tests. Every page a test opens must stay silent on the console, inside its own origin
// and inside the content policy; a test that expects otherwise says so with `expects`.
import { FIREFOX, PATIENCE, launch } from './engines.js';

export { FIREFOX, PATIENCE, launch };
export const PAGE = new URL(process.env.SUANZU_PAGE ?? 'http://127.0.0.1:8081/');

const tests = [];
/** Registers a test. `run` gets nothing: it opens what it needs. `notInFirefox`: why it can only run in Chromium, if it can. */
export const test = (name, run, { notInFirefox } = {}) => tests.push({ name, run, notInFirefox });

let opened = [];
const browsers = new Map();

/** The browser for a theme, with or without scripts: Firefox is told these when it starts, Chromium for each page. */
function browserFor(theme, scripts) {
  const key = FIREFOX ? `${theme} ${scripts}` : '';
  if (!browsers.has(key)) browsers.set(key, launch({ theme, scripts }));
  return browsers.get(key);
}

/**
 * Opens the page and waits until it answers.
 * `query`: link text without `?`; `lang`: zh or en; `theme`: light or dark; `width`: CSS px;
 * `expects`: a pattern of console lines that are fine here; `before(context)`: set-up; `ready: false`: do not wait;
 * `serviceWorkers: 'allow'`: let the page keep itself, which takes requests out of a test's hands;
 * `near: false`: do not bring the parts that are loaded when they come near;
 * `at`: another address than the page's, whose origin may be asked too; `also`: one more address of which that is so.
 */
export async function open(options = {}) {
  const { query = '', lang = 'zh', theme = 'light', width = 1440, expects, before, ready = true, near = true, at, also, ...rest } = options;
  const browser = await browserFor(theme, rest.javaScriptEnabled ?? true);
  const context = await browser.newContext({
    viewport: { width, height: 900 }, colorScheme: theme, locale: lang === 'zh' ? 'zh-CN' : 'en-US', reducedMotion: 'reduce', serviceWorkers: 'block', ...rest,
  });
  context.setDefaultTimeout(PATIENCE);
  if (before) await before(context);
  const page = await context.newPage();
  const seen = { context, lines: [], requests: [], expects, origins: [PAGE, at ?? PAGE, also ?? PAGE].map((url) => new URL(url).origin) };
  opened.push(seen);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) seen.lines.push(`console ${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => seen.lines.push(`page error: ${error}`));
  page.on('request', (request) => seen.requests.push(request.url()));
  await page.goto(at ?? PAGE.href + (query && `?${query}`));
  if (ready) await answered(page);
  if (ready && near) await whole(page);
  return page;
}

/** Waits for the program and its first answer. */
export async function answered(page) {
  await page.locator('html[data-state]').waitFor({ state: 'attached' });
  const state = await page.locator('html').getAttribute('data-state');
  ok(state === 'ready', `the page is ${state}, not ready: ${await page.locator('#sz-help').innerText()}`);
  await page.locator('[data-sz="verdict"]').waitFor();
}

/** Brings every part that is loaded when it comes near, then goes back to the top. */
export async function whole(page) {
  await page.locator('#below').waitFor({ state: 'attached' });
  // In one step each: an element that is looked up first may have arrived, and be gone, a moment later.
  const next = () => page.evaluate(() => {
    const waiting = document.querySelectorAll('.sz-wait');
    waiting[0]?.scrollIntoView();
    return waiting.length;
  });
  await until(next, (left) => left === 0, 'every part must arrive');
  await page.evaluate(() => scrollTo(0, 0));
}

/** Opens a folded panel and waits for what is in it: an opened one is empty, without a sign of waiting, until the page has heard of it. */
export async function unfold(page, id) {
  await page.locator(`#${id} > summary`).click();
  await until(() => page.evaluate(empty, `#${id}`), (left) => left === 0, `${id} must arrive`);
}

/** Opens everything that is closed. */
export async function unfoldAll(page) {
  await page.evaluate(() => document.querySelectorAll('details').forEach((node) => { node.open = true; }));
  await until(() => page.evaluate(empty, 'details[open]'), (left) => left === 0, 'every panel must arrive');
  const why = page.locator('[data-sz="why"][aria-expanded="false"]');
  if (await why.count()) await why.first().click();
}

/** In the page: how many of the opened places still are empty or wait for something. */
function empty(selector) {
  const bodies = [...document.querySelectorAll(selector)].filter((node) => !node.hidden).map((node) => node.querySelector(':scope > div'));
  return bodies.filter((body) => body && (!body.childElementCount || body.querySelector('.sz-wait'))).length;
}

/** The element that carries a hook. */
export const hook = (page, name) => page.locator(`[data-sz="${name}"]`).first();

/** The text a person sees there, with white space made plain. */
export const text = async (page, name) => plain(await hook(page, name).innerText());
export const plain = (words) => words.replace(/\s+/g, ' ').trim();

/** Waits until `read()` gives something that passes `good`; fails with the last value. */
export async function until(read, good, what) {
  const end = Date.now() + PATIENCE;
  let last;
  do {
    last = await read();
    if (good(last)) return last;
    await new Promise((resume) => setTimeout(resume, 50));
  } while (Date.now() < end);
  throw new Error(`${what}; last seen: ${JSON.stringify(last)?.slice(0, 600)}`);
}

export function ok(value, message) {
  if (!value) throw new Error(message);
}

export function equal(got, want, what) {
  const [a, b] = [JSON.stringify(got), JSON.stringify(want)];
  ok(a === b, `${what}\n      got  ${a}\n      want ${b}`);
}

/** What every opened page must have kept to. */
function judge(seen) {
  const strange = seen.lines.filter((line) => !seen.expects?.test(line) && !/Service Worker registration blocked by Playwright/.test(line));
  equal(strange, [], 'the console must stay silent');
  const foreign = seen.requests.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:') && !seen.origins.includes(new URL(url).origin));
  equal(foreign, [], 'no request may leave the page\'s own origin and its host\'s');
}

/** Runs the registered tests whose name contains one of `filters`; the process ends with 1 when one fails. */
export async function main(filters) {
  const version = (await browserFor('light', true)).version();
  console.log(`${FIREFOX ? 'Firefox' : 'Chromium'} ${version}, ${PAGE}`);
  let passed = 0;
  let left = 0;
  const failed = [];
  for (const { name, run, notInFirefox } of tests) {
    if (filters.length && !filters.some((filter) => name.includes(filter))) continue;
    if (FIREFOX && notInFirefox) {
      left += 1;
      console.log(`test ${name} ... not in Firefox: ${notInFirefox}`);
      continue;
    }
    const from = performance.now();
    opened = [];
    let failure;
    try {
      await run();
      opened.forEach(judge);
    } catch (error) {
      failure = error;
      // What the page itself said tells more than what the test missed.
      for (const { lines } of opened) for (const line of lines.slice(0, 5)) console.log(`      ${line.slice(0, 400)}`);
    }
    for (const { context } of opened) await context.close();
    const took = `${Math.round(performance.now() - from)} ms`;
    if (failure) {
      failed.push(name);
      console.log(`test ${name} ... FAILED (${took})\n      ${failure.message ?? failure}`);
    } else {
      passed += 1;
      console.log(`test ${name} ... ok (${took})`);
    }
  }
  for (const browser of browsers.values()) await (await browser).close();
  for (const name of failed) console.log(`failed: ${name}`);
  console.log(`browser suite: ${passed} passed, ${failed.length} failed${left ? `, ${left} not in Firefox` : ''}`);
  process.exitCode = failed.length || !passed ? 1 : 0;
}
