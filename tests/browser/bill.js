// The bill as a person reads it: the lines add up to the total, every line says how it comes about and can be set.
import { equal, hook, ok, open, plain, test, text, until } from './harness.js';

/** The bill on the screen: the amounts of its lines as printed, its total, and the answer above. Runs in the page. */
const printed = () => {
  const bill = document.querySelector('[data-sz="bill"]');
  return {
    busy: Boolean(document.querySelector('main [aria-busy="true"]')),
    preset: document.querySelector('[data-sz="preset"]').value,
    verdict: document.querySelector('[data-sz="verdict"]').innerText,
    lines: bill ? [...bill.querySelectorAll('tbody tr:not(.sz-panel-r)')].map((row) => row.querySelector('td.r').innerText) : [],
    total: bill?.querySelector('tfoot td.r').innerText,
  };
};

/** What a person types into a pocket calculator, as a whole number of steps; every line has the decimals of the total. */
const steps = (shown, decimals) => {
  ok(new RegExp(`^[-\\u2212]?[\\d,]+\\.\\d{${decimals}}$`).test(shown), `${decimals} decimals: ${shown}`);
  return Number(shown.replace(/[,.]/g, '').replace('\u2212', '-'));
};
const places = (shown) => shown.split('.')[1]?.length ?? 0;

/** Sums in a sentence: "¥12,345", "1.44 万元". */
const sums = (words) => [...words.matchAll(/([\d,]+(?:\.\d+)?)\s*(万|亿)?/g)].map(([, digits, unit]) =>
  Number(digits.replaceAll(',', '')) * ({ 万: 1e4, 亿: 1e8 }[unit] ?? 1));

for (const lang of ['zh', 'en']) {
  test(`the lines of the bill add up for every plan to start from, ${lang}`, async () => {
    const page = await open({ lang });
    const presets = await hook(page, 'preset').locator('option').evaluateAll((all) => all.map((option) => option.value).filter(Boolean));
    ok(presets.length >= 15, `${presets.length} plans to start from`);
    let billed = 0;
    for (const preset of presets) {
      await hook(page, 'preset').selectOption(preset);
      // The total that the answer names is the one of the bill, rounded to three digits at most.
      const agrees = ({ verdict, total }) => !total || sums(verdict).some((sum) => Math.abs(sum - Number(total.replaceAll(',', ''))) <= 0.006 * sum);
      const settled = (now) => now.preset === preset && !now.busy && agrees(now);
      const now = await until(() => page.evaluate(printed), settled, `the bill of ${preset}`);
      if (!now.total) continue;
      billed += 1;
      const adds = (bill) => bill.lines.reduce((sum, line) => sum + steps(line, places(bill.total)), 0);
      equal(adds(now), steps(now.total, places(now.total)), `${preset}: ${now.lines.join(' + ')}`);
      // The lines that are nothing wait behind a button: with them the sum is the same.
      const more = page.locator('#bill p.sz-gap-s > button.sz-as-link');
      if (await more.count()) {
        const before = now.lines.length;
        await more.first().click();
        const all = await until(() => page.evaluate(printed), (next) => next.lines.length > before, 'more lines');
        equal(adds(all), steps(all.total, places(all.total)), `${preset}, every line`);
        await more.first().click();
        await until(() => page.evaluate(printed), (next) => next.lines.length === before, 'fewer lines');
      }
    }
    ok(billed >= presets.length - 2, `${billed} bills`);
  });
}

test('a line of the bill is set where it is read, in three sizes', async () => {
  const page = await open();
  const row = page.locator('[data-sz="bill"] tbody tr', { hasText: '出网流量' }).first();
  await row.locator('[data-sz="why"]').click();
  const sizes = hook(page, 'sizes-egress').locator('button');
  equal((await sizes.allInnerTexts()).map(plain), ['小：10 GB', '中：100 GB', '大：200 GB'], 'three sizes');
  await sizes.last().focus();
  await page.keyboard.press('Enter');
  await until(() => page.url(), (url) => /[?&]egress=200(&|$)/.test(url), 'the plan has it');
  equal(await sizes.last().getAttribute('aria-pressed'), 'true', 'it is on');
  await until(async () => plain(await row.innerText()), (now) => now.includes('200 GB'), 'the line counts it');
});

test('a phone shows how a line comes about, and what it leaves open', async () => {
  const page = await open({ width: 390 });
  const row = page.locator('[data-sz="bill"] tbody tr', { hasText: '存储（停机后）' }).first();
  const how = row.locator('td').first();
  ok(await how.isVisible(), 'the second column is there');
  ok(/删数据/.test(await how.innerText()), `the day on which data goes: ${await how.innerText()}`);
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing overflows');
});

test('why a field is asked shows while it has the focus', async () => {
  const page = await open();
  const field = page.locator('#f-tok');
  await field.focus();
  const said = () => page.evaluate(() => getComputedStyle(document.querySelector('label[for="f-tok"]'), '::after').content);
  await until(said, (now) => /[\u4e00-\u9fff]{4}/.test(now), 'the reason stands at the field');
  await field.blur();
  await until(said, (now) => now === 'none', 'and goes with the focus');
});

test('traffic as bandwidth: the even amount follows the price, and the bill takes it over', async () => {
  const page = await open();
  const panel = hook(page, 'q-traffic');
  await panel.locator('summary').click();
  const says = panel.locator('[data-sz="says"]');
  await until(() => says.innerText(), (now) => now.includes('不猜'), 'no price of bandwidth is made up');
  await panel.locator('#q-traffic-per-gb').fill('0.8');
  await panel.locator('#q-traffic-mbps').fill('5');
  await panel.locator('#q-traffic-price').fill('25');
  // 5 x 25 = 125 a month against 0.80 a GB: 156.25 GB (cost.md §2).
  await until(() => says.innerText(), (now) => now.includes('156') && now.includes('125'), 'the even amount');
  await panel.getByRole('button', { name: '账单改按带宽算' }).click();
  await until(() => page.url(), (url) => url.includes('egressm=125'), 'the plan has it');
  await until(() => text(page, 'bill'), (now) => now.includes('125.0'), 'the bill counts it');
});

test('how often spot is reclaimed comes in presets', async () => {
  const page = await open();
  const panel = hook(page, 'q-spot');
  await panel.locator('summary').click();
  const usual = panel.locator('[data-sz="usual"] button');
  await until(() => usual.count(), (count) => count === 6, 'six presets');
  const says = panel.locator('[data-sz="says"]');
  const before = await says.innerText();
  await usual.last().click();
  equal(await usual.last().getAttribute('aria-pressed'), 'true', 'hostile');
  equal(await panel.locator('#q-spot-mtbi').inputValue(), '6', 'six hours');
  await until(() => says.innerText(), (now) => now !== before, 'the answer follows');
});

test('one total: sentence, card, table and bill of a small sum say the same', async () => {
  const page = await open({ query: 'v=1&ctx=2048&tok=5000000&epochs=3&ckpts=1&g=rtx-3090-24g,rtx-4090-24g,rtx-4090d-24g,rtx-5090-32g&n=1' });
  const now = await until(() => page.evaluate(printed), (next) => next.total && !next.busy, 'the bill');
  const total = now.total;
  ok(/^\d\.\d\d$/.test(total), `hundredths: ${total}`);
  ok(now.verdict.includes(`¥${total}`), `the sentence: ${now.verdict}`);
  const table = page.locator('[data-sz="offers"] tr[data-pick] .o-tot b');
  equal(plain(await table.innerText()), `¥${total}`, 'the table');
  ok(plain(await page.locator('#bill h2').innerText()).includes(`¥${total}`), 'the heading of the bill');
  ok((await page.locator('.sz-figs, [data-sz="figures"]').first().innerText()).includes(total), 'the card');
});

test('spot is one figure: the panel says what the table says', async () => {
  const page = await open({ query: 'v=1&ctx=2048&tok=5000000&epochs=3&ckpts=1&g=rtx-3090-24g,rtx-4090-24g,rtx-4090d-24g,rtx-5090-32g&n=1' });
  const panel = hook(page, 'q-spot');
  await panel.locator('summary').click();
  const said = await until(() => panel.locator('[data-sz="says"]').innerText(), (now) => /¥/.test(now), 'the panel');
  const row = page.locator('tr, li, [role="row"]', { hasText: '竞价' }).filter({ hasText: 'RTX 4090' }).filter({ hasNotText: '4090 D' });
  const cells = await row.locator('.o-tot b').allInnerTexts();
  ok(cells.some((cell) => said.includes(plain(cell))), `${said} has none of ${cells}`);
});
