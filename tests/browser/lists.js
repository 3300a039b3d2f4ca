// The checklists: ticks that stay, readings judged against the card, exports, and what an offered change does.
import { equal, ok, open, plain, test, until, whole } from './harness.js';

const CARD = 'v=1&task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1';
const list = (page, name) => page.locator(`[data-sz="${name}"]`);

for (const lang of ['zh', 'en']) {
  test(`a tick stays over a reload, and the list goes home with it: ${lang}`, async () => {
    const page = await open({ lang, query: CARD });
    const day = list(page, 'suanzu-first-day');
    await day.locator('summary').click();
    await day.getByRole('checkbox').first().check();
    await page.reload();
    await whole(page);
    await day.locator('summary').click();
    ok(await day.getByRole('checkbox').first().isChecked(), 'the tick must be there again');
    const [file] = await Promise.all([page.waitForEvent('download'), day.getByRole('button', { name: lang === 'zh' ? '下载' : 'Download' }).click()]);
    equal(file.suggestedFilename(), 'suanzu-first-day.md', 'name of the file');
    let body = '';
    for await (const chunk of await file.createReadStream()) body += chunk;
    ok(/- \[x\] \*\*B-01\*\*/.test(body) && body.includes('24,564 MiB') && body.includes('450 W'), body.slice(0, 600));
    ok(body.includes(`${page.url().split('?')[0]}?v=1&`), 'the way back is a link');
    equal(/\p{Script=Han}/u.test(body), lang === 'zh', 'the language of the file');
  });
}

test('a reading of the first day is held against the card, and what falls short is advice', async () => {
  const page = await open({ query: CARD });
  const day = list(page, 'suanzu-first-day');
  await day.locator('summary').click();
  await page.locator('#day-f-dmm').fill('60');
  await until(async () => plain(await day.innerText()), (text) => text.includes('不达标，低'), 'the reading must be judged');
  await page.locator('#day-f-dmm').fill('150');
  await until(async () => plain(await day.innerText()), (text) => /(?<!不)达标/.test(text), 'a good reading passes');
  await page.locator('#day-f-dmm').fill('60');
  const more = page.locator('[data-sz="more-advice"] summary');
  if (await more.count()) await more.click();
  await until(() => page.locator('[data-rule="matmul-low"]').count(), (n) => n === 1, 'advice must speak of it');
});

test('where nothing may be kept, the ticks say so', async () => {
  const page = await open({ query: CARD, before: (context) => context.addInitScript(() => {
    Storage.prototype.setItem = () => { throw new DOMException('refused', 'QuotaExceededError'); };
  }) });
  const keep = list(page, 'suanzu-continuity');
  await keep.locator('summary').click();
  await keep.getByRole('checkbox').first().check();
  await page.locator('#lists').getByText('不让网页存东西').waitFor();
  ok(await keep.getByRole('checkbox').first().isChecked(), 'the tick holds for this visit');
});

test('at most three pieces of advice are open, and an offered change says what it does', async () => {
  const page = await open({ query: `${CARD}&copies=0&class=costly` });
  await page.locator('#risk .sz-adv').first().waitFor();
  ok(await page.locator('#risk .sz-adv > li').count() <= 3, 'at most three are open');
  await page.locator('[data-sz="more-advice"] summary').click();
  const change = page.locator('[data-rule="local-disk"] a, [data-rule="no-backup"] a').first();
  await change.waitFor();
  const said = change.locator('xpath=..');
  await until(async () => plain(await said.innerText()), (text) => /多花|省|不变/.test(text), 'what the change does');
  await change.click();
  await until(() => page.url(), (url) => !url.includes('copies=0'), 'the change is made');
});
