// The bill as a person reads it: the lines add up to the total, every line says how it comes about and can be set.
import { readFileSync } from 'node:fs';
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

test('a quote of free text names its seller, its invoice and its term, and ranks', async () => {
  const page = await open();
  await page.locator('#quotes summary').first().click();
  await page.locator('#quotes textarea').fill('某某云：4090 8卡 1.2万/月\n【星河】RTX PRO 6000 单卡 3.2元/时 含税6% 专票\n乙云 5090 1.9元/卡时 普票 12个月\nH200 面议');
  const read = async () => (await page.locator('#quotes tbody tr').allInnerTexts()).map(plain);
  const rows = await until(read, (now) => now.length === 4, 'four lines');
  ok(/某某云 · 8 × RTX 4090 · 包月 · 12,000 元\/月/.test(rows[0]), rows[0]);
  ok(/星河 · RTX PRO 6000.*含税 6%，不含税 3\.02 元\/时 · 增值税专票/.test(rows[1]), rows[1]);
  ok(/乙云 · RTX 5090 · 包年 · 1\.90 元\/时.*普票，12 个月/.test(rows[2]), rows[2]);
  ok(/没读/.test(rows[3]) && rows[3].includes('H200 面议'), rows[3]);
  await page.getByRole('button', { name: '把 3 条放进排名' }).click();
  await until(() => text(page, 'verdict'), (now) => now.includes('星河'), 'the cheapest quote wins');
});

for (const lang of ['zh', 'en']) {
  test(`the lines of the plan as the seller exports them, ${lang}`, async () => {
    const page = await open({ lang, acceptDownloads: true });
    await hook(page, 'q-invoice').locator('summary').click();
    const columns = ['ProviderName', 'SkuId', 'RegionName', 'BillingCurrency', 'ChargeCategory', 'ChargeDescription', 'ChargeFrequency',
      'PricingCategory', 'CommitmentDiscountStatus', 'ServiceCategory', 'ConsumedQuantity', 'ConsumedUnit', 'PricingQuantity', 'PricingUnit',
      'ListUnitPrice', 'ListCost', 'ContractedUnitPrice', 'ContractedCost', 'BilledCost', 'EffectiveCost'];
    const file = async (name) => {
      const [got] = await Promise.all([page.waitForEvent('download'), hook(page, name).click()]);
      return readFileSync(await got.path(), 'utf8').replace(/^\ufeff/, '').trim().split(/\r?\n/);
    };
    const [head, ...rows] = (await file('focus-csv')).map((line) => line.split(','));
    equal(head, columns, 'names of the columns');
    const billed = rows.reduce((sum, row) => sum + Number(row[columns.indexOf('BilledCost')]), 0);
    const total = Number((await page.evaluate(printed)).total.replaceAll(',', ''));
    ok(Math.abs(billed - total) < 0.06, `${billed} is the bill's ${total}`);
    for (const row of rows) {
      const [n, each, cost] = ['PricingQuantity', 'ContractedUnitPrice', 'ContractedCost'].map((name) => Number(row[columns.indexOf(name)]));
      ok(Math.abs(n * each - cost) < 1e-4 * Math.max(1, cost), row.join(' '));
    }
    const table = await file('focus-md');
    equal(table[0], `| ${columns.join(' | ')} |`, 'the same in Markdown');
    equal(table.length, rows.length + 2, 'with as many lines');
  });

  test(`every question has its answer, its assumptions and its chart, ${lang}`, async () => {
    const page = await open({ lang });
    const ids = await page.locator('#questions > details').evaluateAll((all) => all.map((one) => one.dataset.sz));
    ok(ids.length >= 11, `${ids}`);
    for (const id of ids) {
      const panel = hook(page, id);
      await panel.locator('summary').click();
      const says = await until(() => panel.locator('[data-sz="says"]').innerText(), (now) => now.length > 10, `${id} answers`);
      ok(/\d/.test(says), `${id} says a figure: ${says}`);
      // Traffic that costs nothing has nothing to draw; how the price compares depends on no assumption.
      const free = id === 'q-traffic' && !/[¥$]/.test(says);
      ok(free || await panel.locator('.sz-plot').count() >= 1, `${id} has a chart`);
      ok(id === 'q-market' || await panel.locator('input').count() >= 3, `${id} has assumptions`);
      await panel.locator('summary').click();
    }
  });
}

test('a phone shows the scale of a chart', async () => {
  const page = await open({ width: 390 });
  const panel = hook(page, 'q-hourly');
  await panel.locator('summary').click();
  const marks = panel.locator('.sz-yt');
  await until(() => marks.count(), (count) => count >= 3, 'marks of the vertical axis');
  // What is clipped away cannot be hit by a finger either: hit tests follow the eye.
  const seen = await marks.evaluateAll((all) => all.map((mark) => {
    mark.scrollIntoView({ block: 'center' });
    mark.style.pointerEvents = 'auto';
    const box = mark.getBoundingClientRect();
    return document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2) === mark;
  }));
  ok(seen.every(Boolean), `visible: ${seen}`);
  ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing overflows');
});

test('rent or buy: without a reference the price below which buying pays, with a price the years', async () => {
  const page = await open();
  const panel = hook(page, 'q-buy');
  await panel.locator('summary').click();
  const says = panel.locator('[data-sz="says"]');
  const said = await until(() => says.innerText(), (now) => /低于/.test(now), 'the price below which buying pays');
  const even = sums(said.match(/低于\s*(.*?)\s*买/)[1])[0];
  ok(even > 1000, said);
  // At a price somewhat below it, buying pays within the years; well above it never does.
  const price = panel.locator('#q-f-price');
  await price.fill(String(Math.round(even * 0.5)));
  await price.press('Enter');
  await until(() => panel.locator('table tbody tr').count(), (rows) => rows >= 3, 'year by year');
  await until(() => says.innerText(), (now) => /个月/.test(now) && !/一直便宜/.test(now), 'buying pays after some months');
  await price.fill(String(Math.round(even * 3)));
  await price.press('Enter');
  await until(() => says.innerText(), (now) => /租一直便宜/.test(now), 'renting stays cheaper');
});

test('paid a month by the hour: the panel says so', async () => {
  const page = await open();
  const panel = hook(page, 'q-trial');
  await panel.locator('summary').click();
  const says = panel.locator('[data-sz="says"]');
  await until(() => says.innerText(), (now) => now.includes('就够付一个月了'), 'from when on');
  await panel.locator('#q-trial-run').fill('600');
  await until(() => says.innerText(), (now) => now.includes('够包一个月'), 'now');
});
