// Pictures of the page for people to look at: both languages, both themes, a phone and a desk.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { PAGE, launch, whole } from './harness.js';

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
      await whole(page);
      await shoot('full', true);
      await page.goto(new URL(`embed/?lang=${lang}`, PAGE).href);
      await page.locator('suanzu-plan[data-state="ready"], iframe').first().waitFor({ state: 'attached', timeout: 30_000 });
      // Frames load when they come near, and Chromium paints none outside the window: a window as tall as the page.
      for (let times = 0; times < 2; times += 1) {
        await page.setViewportSize({ width, height: await page.evaluate(() => document.documentElement.scrollHeight) });
        await page.waitForTimeout(2500);
      }
      await shoot('widget', true);
      await context.close();
    }
  }
}
await browser.close();
