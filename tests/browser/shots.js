// Pictures of the page for people to look at: both languages, both themes, a phone and a desk.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE, launch } from './harness.js';

const folder = process.env.SUANZU_SHOTS ?? 'target/shots';
mkdirSync(folder, { recursive: true });
const query = process.env.SUANZU_QUERY ?? '';
const browser = await launch();
for (const lang of ['zh', 'en']) {
  for (const theme of ['light', 'dark']) {
    for (const width of [390, 1440]) {
      const context = await browser.newContext({
        viewport: { width, height: 900 }, locale: lang === 'zh' ? 'zh-CN' : 'en-US', colorScheme: theme, reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await page.goto(PAGE.href + (query && `?${query}`));
      await page.locator('html[data-state]').waitFor({ state: 'attached', timeout: 30_000 });
      await page.waitForTimeout(300);
      const shoot = async (name, fullPage) => {
        const path = join(folder, `${lang}-${theme}-${width}-${name}.png`);
        await page.screenshot({ path, fullPage });
        console.log(path);
      };
      await shoot('top', false);
      await readDown(page);
      await shoot('full', true);
      await page.goto(new URL(`embed/?lang=${lang}`, PAGE).href);
      await page.locator('suanzu-plan[data-state="ready"], iframe').first().waitFor({ state: 'attached', timeout: 30_000 });
      await readDown(page);
      await page.waitForTimeout(1500);
      await shoot('widget', true);
      await context.close();
    }
  }
}
await browser.close();

/** Scrolls to the foot, as a reader would, until no part is still on its way, and back up. */
async function readDown(page) {
  for (let step = 0; step < 40; step += 1) {
    const done = await page.evaluate(() => {
      window.scrollBy(0, 700);
      const foot = window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 2;
      return foot && !document.querySelector('.sz-wait');
    });
    if (done) break;
    await page.waitForTimeout(150);
  }
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.waitForTimeout(150);
}
