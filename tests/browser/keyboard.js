// The main job with the keyboard alone, a clipboard that refuses, and files that a spreadsheet opens.
import { createRequire } from 'node:module';
import { equal, hook, ok, open, plain, test, text, until } from './harness.js';

const xlsx = createRequire(import.meta.url)('xlsx');

/** Presses Tab until an element matches. */
async function tabTo(page, selector, key = 'Tab') {
  for (let press = 0; press < 400; press += 1) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} must reach ${selector}`);
}
const focused = (page, selector) => page.evaluate((wanted) => document.activeElement?.matches(wanted), selector);

test('the main job with Tab, arrows and Enter alone', async () => {
  const page = await open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => document.activeElement?.blur());
  // An example.
  const first = await text(page, 'verdict');
  await tabTo(page, '#preset');
  await page.keyboard.press('ArrowDown');
  const second = await until(() => text(page, 'verdict'), (now) => now !== first, 'an arrow must choose an example');
  // Another model.
  await tabTo(page, '#model');
  await page.keyboard.press('Control+a');
  await page.keyboard.type('qwen3 4b');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await until(() => text(page, 'verdict'), (now) => now !== second && /\d/.test(now), 'typing, arrows and Enter must choose a model');
  ok(await focused(page, '#model'), 'the focus stays in the box');
  // The answer is read out, and why a figure is what it is opens under it.
  const verdict = await text(page, 'verdict');
  await until(() => page.locator('#said').textContent().then(plain), (now) => now === verdict, 'the answer is announced');
  await tabTo(page, '[data-sz="parts"] [data-sz="why"]');
  await page.keyboard.press('Enter');
  await page.locator('.sz-fx-eq').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.sz-fx-eq').first().waitFor({ state: 'detached' });
  ok(await focused(page, '[data-sz="parts"] [data-sz="why"]'), 'Escape gives the focus back to the button');
  // An offer.
  await tabTo(page, '[data-sz="offers"] tbody button[aria-expanded]');
  await page.keyboard.press('Enter');
  await page.locator('[data-sz="offers"] .sz-facts').waitFor();
  equal(await page.locator('[data-sz="offers"] tbody button[aria-expanded="true"]').count(), 1, 'one offer is open');
  await page.keyboard.press('Escape');
  // And the link of it all.
  await tabTo(page, '[data-sz="copy"]', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await until(() => page.evaluate(() => navigator.clipboard.readText()), (now) => now === page.url(), 'the link is copied');
});

test('the row of the model list that arrows make active is in view', async () => {
  const page = await open({ near: false });
  await page.locator('#model').focus();
  await page.keyboard.press('ArrowDown');
  const inView = () => page.evaluate(() => {
    const list = document.getElementById('models')?.getBoundingClientRect();
    const row = document.querySelector('#models [aria-selected="true"]')?.getBoundingClientRect();
    return Boolean(row) && row.top >= list.top && row.bottom <= list.bottom + 1;
  });
  await until(inView, Boolean, 'the first row');
  ok(await page.evaluate(() => { const list = document.getElementById('models'); return list.scrollHeight > list.clientHeight + 200; }), 'the list is longer than its box');
  await page.keyboard.press('ArrowUp');
  await until(inView, Boolean, 'the last row, far below');
  equal(await page.evaluate(() => document.querySelector('#models [aria-selected="true"]').matches(':last-child')), true, 'it is the last');
  await page.keyboard.press('ArrowDown');
  await until(inView, Boolean, 'the first row again');
});

for (const [lang, words] of [['zh', /不让复制/], ['en', /Copying was refused/]]) {
  test(`a clipboard that refuses leaves the link selected, and says so: ${lang}`, async () => {
    const before = (context) => context.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) } });
      document.execCommand = () => false;
    });
    const page = await open({ lang, before, near: false, query: 'v=1&ctx=4096' });
    await hook(page, 'copy').click();
    const box = page.locator('#by-hand');
    await box.waitFor();
    const chosen = () => box.evaluate((node) => (document.activeElement === node ? node.value.slice(node.selectionStart, node.selectionEnd) : ''));
    equal(await until(chosen, Boolean, 'the text must be selected'), page.url(), 'the whole link is selected');
    const note = plain(await page.locator('.sz-pop').innerText());
    ok(words.test(note), `it says why: ${note}`);
    await page.keyboard.press('Escape');
    await box.waitFor({ state: 'detached' });
  });
}

/** A file that the page hands out, as a spreadsheet opens it: rows of cells. */
async function taken(page, name) {
  await page.locator('#export').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  const book = xlsx.readFile(await download.path(), { raw: true });
  return xlsx.utils.sheet_to_json(book.Sheets[book.SheetNames[0]], { header: 1, raw: false, defval: '' });
}

for (const lang of ['zh', 'en']) {
  test(`a spreadsheet opens the files and shows the page's numbers: ${lang}`, async () => {
    const page = await open({ lang, query: 'v=1&ctx=4096' });
    const bill = await taken(page, lang === 'zh' ? /账单明细/ : /The bill/);
    const cells = (rows) => rows.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.innerText.trim())));
    const amount = (words) => words.replace(/[,\u2212]/g, (sign) => (sign === ',' ? '' : '-'));
    const shown = await cells(page.locator('[data-sz="bill"] tbody tr, [data-sz="bill"] tfoot tr'));
    ok(shown.length >= 3, `the page shows a bill: ${shown.length} rows`);
    for (const [name, , , sum] of shown) {
      const row = bill.find(([label]) => label === name);
      equal(row?.[2], amount(sum), `${name} in the file of the bill`);
    }
    equal(bill.slice(1, -1).reduce((sum, row) => sum + Number(row[2]), 0).toFixed(1), bill.at(-1)[2], 'the lines add up to the total');
    const offers = await taken(page, lang === 'zh' ? /全部报价/ : /All offers/);
    const at = (head) => offers[0].findIndex((name) => head.test(name));
    const columns = [at(/^(服务商|Provider)$/), at(/^(总价|Total) \(CNY\)$/), at(/^(报价日期|Price date)$/)];
    ok(columns.every((column) => column >= 0), `heads: ${offers[0]}`);
    // As tables show money: below 10 two digits, below 100 one, else whole.
    const money = (x) => x.toLocaleString('en', { minimumFractionDigits: x < 10 ? 2 : x < 100 ? 1 : 0, maximumFractionDigits: x < 10 ? 2 : x < 100 ? 1 : 0 });
    for (const row of (await page.locator('[data-sz="offers"] tbody tr').allInnerTexts()).slice(0, 8).map(plain)) {
      const known = offers.slice(1).some((line) => {
        const [provider, total, date] = columns.map((column) => line[column]);
        return row.includes(provider) && row.includes(date) && row.includes(`¥${money(Number(total))}`);
      });
      ok(known, `the file of all offers has the row of the page: ${row}`);
    }
    equal(offers.every((row) => row.length === offers[0].length), true, 'every row has a cell for each head');
  });
}
