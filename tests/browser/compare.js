// Plans side by side.
import { PAGE, answered, equal, hook, ok, open, plain, test, text, until } from './harness.js';
import { axe, fits } from './access.js';

/** The table as it is read: what each row shows for each plan, by the row's name. */
async function table(page) {
  await until(() => hook(page, 'comparison').getAttribute('aria-busy'), (busy) => busy === 'false', 'every plan must be answered');
  const rows = await page.locator('.sz-cmp tbody tr:not([data-grp])').evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => (cell.querySelector('.big') ?? cell).innerText)));
  return Object.fromEntries(rows.map(([name, ...cells]) => [plain(name), cells.map((cell) => plain(cell).replace(/ ?✓.*/, ''))]));
}
const columns = (page) => page.locator('.sz-cmp thead tr').first().locator('th').count().then((count) => count - 1);
const grown = (page, want) => until(() => columns(page), (now) => now === want, `${want} plans side by side`);
const link = (page) => new URL(page.url()).search.slice(1);

/** The same plan alone: what the page shows under its verdict. */
async function alone(query) {
  const page = await open({ query, near: false });
  const numbers = await page.locator('[data-sz="figures"] .sz-num').allInnerTexts();
  await page.context().close();
  return numbers.map((number) => plain(number).replace(/ /g, ''));
}

const HERE = 'v=1&ctx=4096&tok=50000000';
const PRESET = 'v=1&task=qlora&m=llama-3.3-70b-instruct&ctx=2048&tok=10000000&epochs=3';
const PASTED = 'v=1&task=full&m=qwen3-8b&ctx=4096&tok=50000000&epochs=3';

test('plans from the answer, an example and a pasted link stand side by side with the figures of each', async () => {
  const page = await open({ query: HERE, near: false });
  await hook(page, 'compare').click();
  await grown(page, 1);
  await hook(page, 'compare-preset').selectOption('qlora-70b');
  await grown(page, 2);
  await page.locator('#compare-link').fill(`看这个：${PAGE.href}?${PASTED}`);
  await hook(page, 'compare-add').click();
  await grown(page, 3);
  const shown = await table(page);
  for (const [at, query] of [HERE, PRESET, PASTED].entries()) {
    const want = await alone(query);
    const got = [shown['总价'][at], shown['开机时间'][at], shown['每卡显存'][at]].map((cell) => cell.replace(/ /g, ''));
    equal(got, want.slice(0, 3), `column ${at} against the page of ${query}`);
  }
  ok((await page.locator('.sz-best').count()) >= 3, 'the best of a row is marked');
  equal((await page.locator('.sz-cmp tr').filter({ hasText: '总价' }).locator('td.best').count()), 1, 'one plan is the cheapest');
  ok(!('报价可信度' in shown) || (await page.locator('tr[data-same]').count()) > 0, 'rows that are the same are marked');
  await page.getByRole('button', { name: '只看不同的' }).click();
  equal(await page.locator('tr[data-same]').count(), 0, 'and can be hidden');
  await page.getByRole('button', { name: '全部行' }).click();
  const query = link(page);
  const english = await open({ query, lang: 'en', ready: false });
  await grown(english, 3);
  equal(link(english), query, 'opening a comparison must not rewrite its link');
  const again = await table(english);
  const digits = (cells) => cells.map((cell) => cell.replace(/[^\d.]/g, ''));
  equal(digits(again['Memory per card']), digits(shown['每卡显存']), 'the same memory in another browser');
  equal(again['Total'].length, 3, 'a total each');
});

test('a plan is taken out, made the page\'s own, and brought back by Back', async () => {
  const page = await open({ query: `${HERE}&2.ctx=2048&3.ctx=1024`, ready: false });
  await grown(page, 3);
  const all = await table(page);
  await page.getByRole('button', { name: '把 B 移出对比' }).click();
  await grown(page, 2);
  const two = await table(page);
  equal(two['总价'], [all['总价'][0], all['总价'][2]], 'the others stay');
  await page.goBack();
  await grown(page, 3);
  await page.goForward();
  await grown(page, 2);
  await page.getByRole('button', { name: '打开 B' }).click();
  await hook(page, 'verdict').waitFor();
  equal(new URL(page.url()).searchParams.get('ctx'), '1024', 'it is the plan of the page');
  await page.locator('.sz-nav button').nth(1).click();
  await grown(page, 2);
  const turned = await table(page);
  equal(turned['总价'], [two['总价'][1], two['总价'][0]], 'and the one before stands beside it');
  await page.getByRole('button', { name: '把 A 移出对比' }).click();
  await grown(page, 1);
  equal(new URL(page.url()).searchParams.get('ctx'), '4096', 'the second takes the place of the first');
});

test('what was kept stands beside what it became', async () => {
  const page = await open({ query: HERE, near: false });
  await hook(page, 'compare').click();
  await hook(page, 'compare-keep').click();
  await hook(page, 'verdict').waitFor();
  await page.locator('#f-ctx').fill('1024');
  await page.locator('#f-ctx').press('Enter');
  await until(async () => link(page), (now) => now.includes('ctx=1024') && now.includes('2.ctx=4096'), 'the link carries both');
  await page.locator('.sz-nav button').nth(1).click();
  await grown(page, 2);
  const shown = await table(page);
  ok(Object.values(shown).some(([now, before]) => /1,024/.test(now) && /4,096/.test(before)), 'the setting that differs is shown');
});

test('a text without a plan, a seventh plan and damaged parts are named, and nothing is lost', async () => {
  const five = [2, 3, 4, 5].map((n) => `&${n}.ctx=${n * 512}`).join('');
  const page = await open({ query: HERE + five, ready: false });
  await grown(page, 5);
  const said = () => text(page, 'compare-said');
  for (const [pasted, words] of [['', /没有读到计划/], ['hello world', /没有读到计划/], [HERE, /已经在里面/]]) {
    await page.locator('#compare-link').fill(pasted);
    await hook(page, 'compare-add').click();
    await until(said, (now) => words.test(now), `${pasted} must be answered with ${words}`);
    equal([await page.locator('#compare-link').inputValue(), await columns(page)], [pasted, 5], 'nothing is lost');
  }
  await page.locator('#compare-link').fill('v=1&ctx=700&2.ctx=800&3.ctx=900');
  await hook(page, 'compare-add').click();
  await grown(page, 6);
  await until(said, (now) => /加了 1 份。/.test(now) && /最多并排六份，有 2 份没有加。/.test(now), 'two have no room');
  const odd = await open({ query: `${HERE}&2.ctx=-5&3.m=no-such-model&7.ctx=9&2.zzz=1`, ready: false });
  await grown(odd, 3);
  await odd.locator('[data-sz="warning"]').first().waitFor();
  await odd.getByRole('button', { name: /还有/ }).click();
  const warned = plain((await odd.locator('[data-sz="warning"]').allInnerTexts()).join(' '));
  for (const part of ['7.ctx', '2.zzz', 'no-such-model']) ok(warned.includes(part), `${part} is named: ${warned}`);
  await odd.locator('.sz-nav button').first().click();
  await answered(odd);
});

test('what a stranger pastes is text: it is answered beside the field, runs nothing and loads nothing', async () => {
  const page = await open({ query: HERE, near: false });
  await hook(page, 'compare').click();
  await grown(page, 1);
  await page.evaluate(() => { globalThis.ran = 0; });
  const paste = async (words) => {
    await page.locator('#compare-link').fill(words);
    await hook(page, 'compare-add').click();
    return until(() => text(page, 'compare-said'), Boolean, `${words.slice(0, 60)} must be answered`);
  };
  for (const words of ['javascript:globalThis.ran=1', '<img src=x onerror="globalThis.ran=1">', 'https://example.com/', 'data:text/html,<script>ran=1</script>', '\u202e1=v', 'x'.repeat(200_000)]) {
    ok(/没有读到计划/.test(await paste(words)), `${words.slice(0, 60)} holds no plan`);
    equal(await page.locator('#compare-link').getAttribute('aria-invalid'), 'true', 'the field is marked');
    equal(await columns(page), 1, 'nothing was added');
  }
  const said = await paste(`https://example.com/?v=1&m=${encodeURIComponent('<img src=x onerror="globalThis.ran=1">')}&n=-3&2.ctx=1e99`);
  await table(page);
  ok(said.includes('加了') && said.split('。').length > 2, `what could not be used is named: ${said}`);
  const near = await page.locator('[data-sz="compare-said"]').evaluate((node) => node.closest('div:not([role])').contains(document.querySelector('#compare-link')));
  ok(near, 'it stands beside the field');
  equal(await page.evaluate(() => [globalThis.ran, document.querySelectorAll('.sz-view img, .sz-view script').length]), [0, 0], 'nothing ran');
});

for (const lang of ['zh', 'en']) {
  test(`axe and width of a comparison: ${lang}`, async () => {
    const query = `${HERE}&2.ctx=2048&3.task=serve&3.m=qwen3-8b&4.m=deepseek-v3&4.n=1&4.g=rtx-4090-24g&5.ctx=1024&6.ctx=512`;
    for (const theme of ['light', 'dark']) {
      const page = await open({ query, lang, theme, ready: false });
      await grown(page, 6);
      await table(page);
      for (const width of [1440, 768, 390, 320]) {
        await page.setViewportSize({ width, height: 900 });
        await fits(page, `${width} px`);
        if (width !== 768) await axe(page, `${theme}, ${width} px`);
      }
      await page.context().close();
    }
  });
}

test('a comparison prints on one page', async () => {
  const page = await open({ query: `${HERE}&2.ctx=2048&3.ctx=1024`, ready: false });
  await grown(page, 3);
  const shown = await table(page);
  const pdf = await page.pdf({ format: 'A4' });
  equal(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length, 1, 'pages');
  await page.emulateMedia({ media: 'print' });
  const paper = plain(await page.evaluate(() => document.body.innerText));
  for (const total of shown['总价']) ok(paper.includes(total), `${total} is on the paper`);
  const wide = await page.locator('.sz-cmp').evaluate((node) => node.scrollWidth - node.parentElement.clientWidth);
  ok(wide <= 1, `the table is ${wide} px too wide for the paper`);
});
