// How long a reader waits, in the page as it is published: from an edit to the painted answer, and from a click or a turn of
// the wheel to the painted table of 5,000 offers. What counts is the time that the page's thread has the processor, so that a
// machine which builds something else at the same time says nearly the same; the time on the clock is printed beside it.
import { ok, open, plain, test, until, whole } from './harness.js';

/**
 * What each took when it was last looked at, in ms of the page's thread, on two cores with nothing beside it (2026-12-03). What the
 * issue asks is not met by most of them, and the test says so each time it runs; what it refuses is to become three times slower
 * than this: beside builds the same edit was seen to take 2.7 times as long. Smaller figures go here as they are reached.
 */
const SEEN = { 'edit to painted answer': 40, 'edit to painted answer, slowed 4 times': 320, 'sorting 5,000 offers': 68, '100 rows more': 160, 'a step of the wheel': 48 };

/** The value below which 95 of 100 lie. */
const p95 = (list) => [...list].sort((a, b) => a - b)[Math.ceil(list.length * 0.95) - 1];
function judged(what, list, asked) {
  const at = p95(list.map(([busy]) => busy));
  console.log(`        ${what}: p95 ${at.toFixed(1)} ms of ${list.length}, on the clock ${p95(list.map(([, wait]) => wait)).toFixed(1)} ms (asked ${asked} ms)`);
  if (at > asked) console.log(`MISSED: ${what}: ${at.toFixed(1)} ms of ${asked} ms`);
  ok(at <= Math.max(SEEN[what], asked) * 3, `${what}: p95 ${at.toFixed(1)} ms, ${SEEN[what]} ms when last looked at`);
}

/** How long the page's thread has had the processor, in ms. */
async function thread(page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => 1000 * (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** Does something once: how long the page worked until its result was painted, how long that took, and what the verdict then was. */
async function painted(page, busy, act, value) {
  const from = await busy();
  const [wait, shown] = await inPage(page, act, value);
  return [(await busy()) - from, wait, shown];
}
const inPage = (page, act, value) => page.evaluate(async ([source, given]) => {
  const run = new Function('value', source);
  // From the start of a frame, as a key would come: what a frame waits for the screen is not counted.
  await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
  const from = performance.now();
  run(given);
  await new Promise((next) => requestAnimationFrame(() => { const { port1, port2 } = new MessageChannel(); port1.onmessage = next; port2.postMessage(0); }));
  return [performance.now() - from, document.querySelector('[data-sz="verdict"]').innerText + document.querySelector('[data-sz="figures"]').innerText];
}, [act, value]);

const EDIT = `const field = document.querySelector('#f-ctx');
field.focus();
field.value = value;
field.dispatchEvent(new InputEvent('input', { bubbles: true }));
field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));`;

for (const [times, asked] of [[1, 16], [4, 50]]) {
  test(`an edit is answered and painted at once, the processor slowed ${times} times`, async () => {
    const page = await open({ query: 'v=1&task=full&m=qwen3-8b&tok=50000000' });
    const cdp = await page.context().newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: times });
    const busy = await thread(page);
    const waits = [];
    let last = '';
    for (let at = 0; at < 28; at += 1) {
      const [work, wait, shown] = await painted(page, busy, EDIT, String(1024 + 256 * (at % 7) + 2048 * (at % 2)));
      ok(at === 0 || shown !== last, `edit ${at} is in what was painted: ${plain(shown)}`);
      last = shown;
      // The first ones find the program not yet compiled for speed.
      if (at >= 8) waits.push([work, wait]);
      await page.waitForTimeout(20);
    }
    judged(`edit to painted answer${times > 1 ? `, slowed ${times} times` : ''}`, waits, asked);
  });
}

test('a table of 5,000 offers sorts and scrolls without waiting', async () => {
  // Test inputs, not prices.
  const cards = ['A100 80G', 'H100 80G', 'H20', 'L20', 'RTX 4090', 'A800 80G'];
  const lines = Array.from({ length: 5000 }, (_, at) => `S${at}\t${cards[at % cards.length]}\t${(5 + (at * 37) % 900 / 100).toFixed(2)}`);
  const kept = `suanzu-quotes 1\n2026-12-02 CNY cn\nprovider,card,price\nS\n${lines.join('\n')}`;
  const page = await open({ near: false, before: (context) => context.addInitScript((text) => localStorage.setItem('sz-quotes', text), kept) });
  await whole(page);
  const rows = () => page.locator('[data-sz="offers"]').getAttribute('aria-rowcount').then(Number);
  await until(rows, (count) => count > 5000, 'all offers are in the table');
  await page.locator('#offers').evaluate((node) => node.scrollIntoView());
  const busy = await thread(page);
  const sorts = [];
  const heads = await page.locator('[data-sz="offers"] .sz-sort').count();
  for (let at = 0; at < heads * 3; at += 1) {
    sorts.push(await painted(page, busy, "document.querySelectorAll('[data-sz=\"offers\"] .sz-sort')[value].click()", at % heads));
  }
  judged('sorting 5,000 offers', sorts, 50);
  const more = [];
  for (let at = 0; at < 5; at += 1) more.push(await painted(page, busy, "document.querySelector('#offers .sz-tail button').click()"));
  judged('100 rows more', more, 50);
  const steps = [];
  for (let at = 0; at < 40; at += 1) steps.push(await painted(page, busy, 'scrollBy(0, value)', 240));
  judged('a step of the wheel', steps, 50);
});
