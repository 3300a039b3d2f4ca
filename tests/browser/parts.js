// The page in pieces: what few readers reach is loaded when it comes near or is opened, and says so when it cannot be.
import { equal, hook, ok, open, plain, test, text, until, whole } from './harness.js';

const pieces = (page) => page.evaluate(() =>
  performance.getEntriesByType('resource').map((entry) => entry.name.split('/').pop()).filter((name) => name.endsWith('.wasm')).map((name) => name.replace(/^suanzu-[0-9a-f]{16}[-_]/, '')));

test('opening the page loads the main piece and no other', async () => {
  const page = await open({ near: false });
  await page.waitForLoadState('networkidle');
  equal(await pieces(page), ['bg.wasm'], 'pieces until idle');
});

test('parts are there before their place is, and nothing jumps', async () => {
  const page = await open({ near: false, before: (context) => context.addInitScript(() => {
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) globalThis.shifts.push(entry.value);
    }).observe({ type: 'layout-shift', buffered: true });
  }) });
  await page.evaluate(() => { globalThis.shifts = []; });
  for (let at = 0; at < 40; at += 1) {
    await page.mouse.wheel(0, 150);
    await page.waitForTimeout(60);
  }
  await until(() => page.locator('.sz-wait').count(), (left) => left === 0, 'every part must arrive');
  const jumped = (await page.evaluate(() => globalThis.shifts)).reduce((sum, value) => sum + value, 0);
  ok(jumped <= 0.05, `layout shift ${jumped}`);
  const all = await pieces(page);
  for (const name of ['below.wasm', 'questions.wasm', 'advice.wasm']) ok(all.includes(name), `${name} among ${all}`);
  ok(!all.includes('views.wasm') && !all.includes('working.wasm'), `nothing that was not opened: ${all}`);
});

const missing = (name, broken) => (context) =>
  context.route(`**/*-${name}.wasm`, (route) => (broken.now ? route.abort() : route.continue()));

for (const [lang, words, again] of [['zh', /没有载入成功/, '再试一次'], ['en', /could not be loaded/, 'Try again']]) {
  test(`a part that cannot be loaded says so, and the focus stays when it comes: ${lang}`, async () => {
    const broken = { now: true };
    const page = await open({ lang, near: false, before: missing('below', broken), expects: /./ });
    await page.locator('#below').evaluate((node) => node.scrollIntoView());
    const alert = page.locator('#below [role="alert"]');
    await alert.waitFor();
    const shown = plain(await alert.innerText());
    ok(words.test(shown), `it says ${words}: ${shown}`);
    ok(/\d/.test(await hook(page, 'verdict').innerText()), 'the answer stays');
    const button = page.getByRole('button', { name: again });
    await button.focus();
    await page.keyboard.press('Enter');
    await alert.waitFor();
    broken.now = false;
    await button.focus();
    await page.keyboard.press('Enter');
    await hook(page, 'bill').waitFor();
    ok(await page.evaluate(() => document.querySelector('#below').contains(document.activeElement)), 'the focus is where the part is');
    await whole(page);
  });
}

test('a view that cannot be loaded says so, and its heading takes the focus when it comes', async () => {
  const broken = { now: true };
  const page = await open({ near: false, before: missing('views', broken), expects: /./ });
  await page.getByRole('button', { name: '方法', exact: true }).click();
  const alert = page.locator('main [role="alert"]');
  await alert.waitFor();
  broken.now = false;
  await page.getByRole('button', { name: '再试一次' }).click();
  await until(() => page.evaluate(() => document.activeElement?.id), (id) => id === 'view', 'the heading must take the focus');
});

test('a part whose texts cannot be loaded says so and tries again', async () => {
  const broken = { now: true };
  const before = (context) => context.route('**/*-advice-zh.txt', (route) => (broken.now ? route.abort() : route.continue()));
  const page = await open({ near: false, before, expects: /./ });
  await page.locator('#below').evaluate((node) => node.scrollIntoView());
  await hook(page, 'bill').waitFor();
  await page.locator('#risk').evaluate((node) => node.scrollIntoView());
  await page.locator('#risk [role="alert"]').waitFor();
  broken.now = false;
  await page.getByRole('button', { name: '再试一次' }).first().click();
  await page.locator('.sz-adv li').first().waitFor();
});

test('the working of a figure that cannot be loaded says so and tries again', async () => {
  const broken = { now: true };
  const page = await open({ near: false, before: missing('working', broken), expects: /./ });
  await hook(page, 'parts').locator('[data-sz="why"]').first().click();
  await hook(page, 'parts').locator('[role="alert"]').waitFor();
  broken.now = false;
  await page.getByRole('button', { name: '再试一次' }).click();
  await hook(page, 'parts').locator('.sz-fx').waitFor();
});

test('the texts of parts come in one language, and the other one with the switch', async () => {
  const page = await open();
  const files = () => page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => entry.name.split('/').pop()).filter((name) => name.endsWith('.txt')).map((name) => name.slice(24)).sort());
  const near = ['advice', 'below', 'lists', 'pace', 'questions'];
  equal(await files(), near.map((part) => `${part}-zh.txt`), 'texts in Chinese');
  const advice = page.locator('.sz-adv');
  ok(/[\u4e00-\u9fff]/.test(await advice.innerText()), 'advice in Chinese');
  await hook(page, 'lang').click();
  await until(() => advice.innerText(), (now) => now.length > 40 && !/[\u4e00-\u9fff]/.test(now), 'advice in English');
  equal((await files()).filter((name) => name.includes('-en')), near.map((part) => `${part}-en.txt`), 'texts in English');
  equal(await page.locator('.sz-wait').count(), 0, 'nothing waits');
});

test('"what next" leads there although it was not loaded', async () => {
  const page = await open({ near: false });
  await page.locator('a[href="#next"]').click();
  await until(() => page.evaluate(() => document.activeElement?.id), (id) => id === 'next', 'the section must take the focus');
  await until(() => page.locator('#next').evaluate((node) => node.getBoundingClientRect().top < innerHeight), Boolean, 'and be in view');
});

test('printing brings the bill first', async () => {
  const before = (context) => context.addInitScript(() => {
    window.print = () => { globalThis.printed = Boolean(document.querySelector('[data-sz="bill"]')); };
  });
  for (const print of [(page) => page.keyboard.press('Control+p'), (page) => page.locator('#answer .sz-acts button').first().click()]) {
    const page = await open({ near: false, before });
    await print(page);
    equal(await until(() => page.evaluate(() => globalThis.printed), (now) => now !== undefined, 'it must print'), true, 'the bill is on the paper');
  }
});

test('on paper it is one page with every figure of the answer', async () => {
  const page = await open();
  const figures = (await text(page, 'verdict')).match(/\d[\d,.]*/g);
  const pdf = await page.pdf({ format: 'A4' });
  const pages = pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g).length;
  equal(pages, 1, 'pages');
  await page.emulateMedia({ media: 'print' });
  const paper = plain(await page.evaluate(() => document.body.innerText));
  for (const figure of figures) ok(paper.includes(figure), `${figure} is on the paper`);
  for (const name of ['verdict', 'parts', 'bill']) ok(await hook(page, name).isVisible(), `${name} is on the paper`);
});
