// Everybody can use it: axe finds nothing, nothing overflows, the keyboard is enough.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { equal, hook, ok, open, test, unfoldAll, until } from './harness.js';

// Evaluated by the debugger, not added as a script: the content policy would rightly refuse it.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export async function axe(page, what) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => `${node.target} ${node.html.slice(0, 160)}`).join(' | ')}`);
  });
  equal(found, [], `axe, ${what}`);
}

export const fits = async (page, what) => {
  const wide = await page.evaluate(() => {
    const room = document.documentElement.clientWidth;
    const clipped = (node) => {
      const { position } = getComputedStyle(node);
      for (let outer = node.parentElement; outer && outer !== document.body; outer = outer.parentElement) {
        const style = getComputedStyle(outer);
        if (style.overflowX !== 'visible' && !(position === 'absolute' && style.position === 'static')) return true;
      }
      return false;
    };
    const beyond = [...document.body.querySelectorAll('*')].filter((node) => {
      const box = node.getBoundingClientRect();
      return box.width > 0 && box.right > room + 1 && node.checkVisibility() && !clipped(node);
    });
    const name = (node) => `${node.tagName.toLowerCase()}.${node.getAttribute('class') ?? ''}`;
    return document.documentElement.scrollWidth > room ? [document.documentElement.scrollWidth, ...beyond.slice(0, 5).map(name)] : [];
  });
  equal(wide, [], `horizontal overflow, ${what}`);
};

for (const lang of ['zh', 'en']) {
  for (const theme of ['light', 'dark']) {
    for (const width of [390, 1440]) {
      test(`axe finds nothing: ${lang}, ${theme}, ${width} px`, async () => {
        const page = await open({ lang, theme, width });
        await axe(page, 'as opened');
        await unfoldAll(page);
        await axe(page, 'unfolded');
      });
    }
  }
  test(`nothing overflows from 320 to 1440 px: ${lang}`, async () => {
    const page = await open({ lang, width: 320 });
    for (const unfolded of [false, true]) {
      if (unfolded) await unfoldAll(page);
      for (const width of [320, 390, 768, 1024, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        await fits(page, `${width} px${unfolded ? ', unfolded' : ''}`);
      }
    }
  });
}

test('the theme switch works and is remembered', async () => {
  const page = await open();
  const colour = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await colour();
  await hook(page, 'theme').click();
  const dark = await until(colour, (now) => now !== light, 'the background must change');
  await page.reload();
  await hook(page, 'verdict').waitFor();
  equal(await colour(), dark, 'the choice outlives a reload');
});

test('the keyboard reaches the answer and every input, with a visible ring', async () => {
  const page = await open();
  const reached = new Set();
  for (let press = 0; press < 250; press += 1) {
    await page.keyboard.press('Tab');
    const now = await page.evaluate(() => {
      const node = document.activeElement;
      if (!node || node === document.body) return null;
      const ringed = [node, node.parentElement, node.parentElement?.parentElement].some((part) => {
        const style = part && getComputedStyle(part);
        return style && (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0 || style.boxShadow !== 'none');
      });
      const sibling = node.nextElementSibling && getComputedStyle(node.nextElementSibling);
      return { hook: node.dataset.sz ?? '', ringed: ringed || sibling?.outlineStyle === 'solid' || sibling?.boxShadow !== 'none', html: node.outerHTML.slice(0, 160) };
    });
    if (!now) break;
    ok(now.ringed, `focus must be visible on ${now.html}`);
    reached.add(now.hook);
  }
  for (const name of ['lang', 'theme', 'field-model']) ok(reached.has(name), `Tab must reach ${name}; reached ${[...reached].filter(Boolean)}`);
});

for (const lang of ['zh', 'en']) {
  test(`the answer is read out once it stands, and only when it changed: ${lang}`, async () => {
    const page = await open({ lang, near: false });
    const region = page.locator('[aria-live="polite"].sz-sr');
    const verdict = () => page.locator('[data-sz="verdict"]').innerText();
    await page.waitForTimeout(1_200);
    equal(await region.innerText(), '', 'the page that opens reads itself');
    const before = await verdict();
    await page.locator('#f-tok').fill('90000000');
    await page.locator('#f-tok').press('Enter');
    await until(verdict, (now) => now !== before, 'another answer');
    const said = await until(() => region.innerText(), (now) => now !== '', 'the answer is said');
    equal(said.replace(/\s+/g, ''), (await verdict()).replace(/\s+/g, ''), 'as it stands');
  });
}
