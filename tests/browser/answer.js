// What the page answers, and that the address carries it.
import { PAGE, answered, equal, hook, ok, open, test, text, until } from './harness.js';

/** Writes into the field with this hook, the way a person would. */
export async function fill(page, name, value) {
  const field = hook(page, name);
  if ((await field.evaluate((node) => node.tagName)) === 'SELECT') return field.selectOption(value);
  await field.fill(value);
  await field.press('Enter');
}

const answer = async (page) => ({ verdict: await text(page, 'verdict'), parts: await text(page, 'parts'), bill: await text(page, 'bill') });

/** Another model's answer, once the address carries it too. */
async function withModel(page, model) {
  const [old, from] = [await text(page, 'parts'), page.url()];
  await fill(page, 'field-model', model);
  await until(() => text(page, 'parts'), (now) => now !== old, `${model} must change the memory table`);
  await until(async () => page.url(), (now) => now !== from, 'the address must carry the change');
  return answer(page);
}

test('a changed model changes the answer', async () => {
  const page = await open();
  const first = await answer(page);
  const second = await withModel(page, 'qwen2.5-72b');
  ok(first.verdict !== second.verdict, `the verdict stayed: ${first.verdict}`);
  ok(first.bill !== second.bill, 'the bill stayed');
  ok(/\d/.test(second.verdict), `a verdict has figures: ${second.verdict}`);
});

test('a link round-trips: same answer in a fresh browser, in both languages', async () => {
  const page = await open();
  const want = await withModel(page, 'qwen2.5-72b');
  const link = new URL(page.url());
  ok(link.searchParams.get('v') === '1', `a link names its version: ${link.search}`);
  const query = link.search.slice(1);
  const again = await open({ query });
  equal(await answer(again), want, 'the answer of the link');
  equal(new URL(again.url()).search, link.search, 'opening a link must not rewrite it');
  const english = await open({ query, lang: 'en' });
  const numbers = (words) => words.match(/\d+\.\d\d/g);
  equal(numbers(await text(english, 'parts')), numbers(want.parts), 'the same GiB in English');
});

test('what was changed can be undone and redone, by key and by button', async () => {
  const page = await open({ near: false });
  const [first, from] = [await text(page, 'verdict'), page.url()];
  await fill(page, 'field-model', 'qwen2.5-72b');
  const second = await until(() => text(page, 'verdict'), (now) => now !== first, 'the model must change the verdict');
  // In a text box the keys belong to the text.
  await hook(page, 'verdict').evaluate(() => document.activeElement.blur());
  await page.keyboard.press('Control+z');
  await until(() => text(page, 'verdict'), (now) => now === first, 'Ctrl+Z must bring the first answer');
  await until(async () => new URL(page.url()).search, (now) => !now.includes('72b'), 'the address must follow');
  await page.keyboard.press('Control+Shift+Z');
  await until(() => text(page, 'verdict'), (now) => now === second, 'Ctrl+Shift+Z must bring the second');
  const undo = page.getByRole('button', { name: '撤销' }).first();
  await undo.click();
  await until(() => text(page, 'verdict'), (now) => now === first, 'the button must undo');
  ok(await undo.isDisabled(), 'there is nothing more to take back');
  await page.getByRole('button', { name: '重做' }).first().click();
  await until(() => text(page, 'verdict'), (now) => now === second, 'the button must redo');
  await until(async () => page.url(), (now) => now !== from, 'the address carries the plan');
});

test('Back and Forward walk through what was chosen', async () => {
  const page = await open();
  const [first, from] = [await text(page, 'verdict'), page.url()];
  const preset = hook(page, 'preset');
  if ((await preset.evaluate((node) => node.tagName)) === 'SELECT') {
    const values = await preset.locator('option').evaluateAll((all) => all.map((option) => option.value).filter(Boolean));
    await preset.selectOption(values.at(-1));
  } else {
    await page.locator('[data-sz="preset"]').last().click();
  }
  const second = await until(() => text(page, 'verdict'), (now) => now !== first, 'a preset must change the verdict');
  // The browser learns of the entry a moment after the page has made it.
  await until(async () => page.url(), (now) => now !== from, 'the choice must make a history entry');
  await page.goBack();
  await until(() => text(page, 'verdict'), (now) => now === first, 'Back must bring the first answer');
  await page.goForward();
  await until(() => text(page, 'verdict'), (now) => now === second, 'Forward must bring the second answer');
});

test('a broken link gives an answer and says what was wrong', async () => {
  for (const query of ['v=1&m=no-such-model&ctx=-1&zzz=1', 'v=99&ctx=1e308', 'v=1&ctx=NaN&%FF%FE=%', 'v=1&m=' + 'x'.repeat(20_000)]) {
    const page = await open({ query });
    ok((await text(page, 'verdict')).length > 5, `an answer for ${query.slice(0, 60)}`);
    ok((await page.locator('[data-sz="warning"]').count()) > 0, `a warning for ${query.slice(0, 60)}`);
    await page.context().close();
  }
});

test('every figure of the memory table opens to its working', async () => {
  const page = await open();
  const why = hook(page, 'parts').locator('[data-sz="why"]').first();
  const before = await text(page, 'parts');
  await why.click();
  await until(() => text(page, 'parts'), (now) => now.length > before.length, 'the working must show');
  equal(await why.getAttribute('aria-expanded'), 'true', 'the button says that it is open');
});

test('offers have a price, a date and a source each', async () => {
  const page = await open();
  const rows = hook(page, 'offers').locator('tbody tr');
  await until(() => rows.count(), (count) => count >= 3, 'there must be offers');
  for (const row of (await rows.allInnerTexts()).slice(0, 5)) {
    ok(/20\d\d(-\d\d){0,2}/.test(row), `a dated row: ${row}`);
    ok(/¥[\d,.]+/.test(row), `a priced row: ${row}`);
  }
  // The date opens every reading of the price, each with its source as a quotation.
  const date = hook(page, 'offers').locator('tbody button[aria-expanded]').first();
  await date.click();
  const quotes = hook(page, 'offers').locator('.sz-quote');
  await until(() => quotes.count(), (count) => count > 0, 'sources must show');
  ok((await quotes.first().innerText()).trim().length > 5, 'a source has a title');
  await page.keyboard.press('Escape');
  await until(() => quotes.count(), (count) => count === 0, 'Escape closes the panel');
  ok(await date.evaluate((node) => node === document.activeElement), 'and the focus is back on its button');
});

test('a report takes at most 20 ms in Chromium', async () => {
  const page = await open();
  let best = Infinity;
  // Eight changes a round. The first rounds also pay for the browser's second compiler, and other programs on the machine
  // slow a round down: the quickest of four is what the page can do.
  for (let round = 0; round < 4 && best > 20; round++) {
    await page.evaluate(() => performance.clearMeasures('sz:report'));
    for (let i = 0; i < 4; i++) for (const model of ['qwen2.5-72b', 'qwen2.5-7b']) await withModel(page, model);
    const took = await page.evaluate(() => performance.getEntriesByName('sz:report').map((entry) => entry.duration).sort((a, b) => a - b));
    ok(took.length >= 7, `one measure each: ${took.length}`);
    const median = took[Math.floor(took.length / 2)];
    console.log(`      report in Chromium: median ${median.toFixed(1)} ms of ${took.length}, slowest ${took.at(-1).toFixed(1)} ms`);
    best = Math.min(best, median);
  }
  ok(best <= 20, `median ${best} ms`);
});

test('on a phone every small button has room for a finger, and the bar below cuts nothing', async () => {
  const page = await open({ width: 390 });
  const seen = await page.evaluate(() => {
    const shown = [...document.querySelectorAll('.sz-why-b, button.sz-as-link')].map((e) => e.getBoundingClientRect()).filter((r) => r.width);
    const bar = document.querySelector('.sz-bar-b > span');
    return { small: shown.filter((r) => r.height < 24 || r.width < 24).length, all: shown.length, cut: bar.scrollWidth > bar.clientWidth };
  });
  ok(seen.all > 5, `buttons that explain: ${seen.all}`);
  equal(seen.small, 0, 'no target below 24 px');
  ok(!seen.cut, 'the bar shows all of its text');
});
