// Start here: files of the plan as the native program writes them, and what a machine measured beside what was planned. What is
// compared with is what `cargo test --test handoff` left.
import { readFileSync } from 'node:fs';
import { equal, ok, open, plain, test, until } from './harness.js';

const LEFT = new URL(`${process.env.CARGO_TARGET_DIR ? `file://${process.env.CARGO_TARGET_DIR}` : '../../target'}/tmp/handoff/`, import.meta.url);
const left = (path) => readFileSync(new URL(path, LEFT), 'utf8');
const LIMITS = { zh: { within: /在预计的区间内/g, above: /比预计的高/g }, en: { within: /within the expected range/g, above: /above the expected range/g } };

/** Opens the panel, from the keyboard. */
async function started(options) {
  const page = await open(options);
  await page.locator('#start summary').focus();
  await page.keyboard.press('Enter');
  await page.locator('#start-paste').waitFor();
  return page;
}

/** What a button hands to the reader. */
async function saved(page, button) {
  const [file] = await Promise.all([page.waitForEvent('download'), button.press('Enter')]);
  let body = '';
  for await (const chunk of await file.createReadStream()) body += chunk;
  return [file.suggestedFilename(), body];
}

for (const lang of ['zh', 'en']) {
  test(`files of the plan are those of the native program, and go home by keyboard: ${lang}`, async () => {
    const page = await started({ lang, query: left('page-vllm/link') });
    const words = lang === 'zh' ? { save: '下载', copy: '复制', copied: '已复制', sheet: '下单单' } : { save: 'Download', copy: 'Copy', copied: 'Copied', sheet: 'Order sheet' };
    const file = (name) => page.locator('[data-sz="start-file"]').filter({ hasText: name });
    for (const name of ['serve.sh', 'measure.sh']) {
      const want = left(`page-vllm/${name}`);
      equal(await saved(page, file(name).getByRole('button', { name: words.save })), [name, want], name);
      equal(await file(name).locator('textarea').inputValue(), want, `${name} as shown`);
    }
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await file('serve.sh').getByRole('button', { name: words.copy }).press('Enter');
    await file('serve.sh').getByRole('button', { name: words.copied }).waitFor();
    equal(await page.evaluate(() => navigator.clipboard.readText()), left('page-vllm/serve.sh'), 'what was copied');
    await page.locator('#start').getByRole('button', { name: words.sheet }).press('Enter');
    const [name, sheet] = await saved(page, file(`order.${lang}.txt`).getByRole('button', { name: words.save }));
    equal(name, `order.${lang}.txt`, 'name of the sheet');
    ok(sheet.includes('100 GB') && / MiB$/m.test(sheet) && sheet.includes('vllm==0.33.0') && sheet.split('\n').length > 11, sheet);
  });

  test(`three recorded runs stand beside their plans, and the plan takes one over: ${lang}`, async () => {
    for (const [run, within, above] of [['torchtune', 2, 0], ['trainer', 2, 0], ['vllm', 1, 1]]) {
      const page = await started({ lang, query: left(`page-${run}/link`) });
      await page.locator('#start-paste').fill('nothing');
      ok(await page.locator('[data-sz="start-compared"]').count() === 0, 'nothing was measured');
      await page.locator('#start-paste').fill(left(`page-${run}/printed`));
      const said = plain(await page.locator('[data-sz="start-compared"]').innerText());
      equal([said.match(LIMITS[lang].within)?.length ?? 0, said.match(LIMITS[lang].above)?.length ?? 0], [within, above], `${run}: ${said}`);
      await page.locator('[data-sz="start-use"]').press('Enter');
      await until(() => page.url(), (url) => /[?&]mpeak=/.test(url), 'the plan must hold what was measured');
    }
  });
}
