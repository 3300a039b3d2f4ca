// What the widget's frame shows before its program is there: the answer made when the page was built, for the very plan of the
// address and no other.
import { PAGE, equal, ok, plain, test, until } from './harness.js';
import { used } from './site.js';

const FRAME = 'embed/v1/frame.html';
const never = new Promise(() => {});

test('widget, frame: answers made beforehand are those of the program, for the default plan and every preset', async () => {
  const before = async (context) => {
    // The day of the catalog, as at build time.
    const day = /\d{4}-\d\d-\d\d/.exec(await (await fetch(new URL(FRAME, PAGE))).text())[0];
    await context.clock.setFixedTime(new Date(`${day}T12:00:00`));
  };
  await used(() => undefined, FRAME, { before }, compared);
}, { notInFirefox: 'its driver sets no clock' });

async function compared(page) {
  const made = await page.evaluate(() => [...document.querySelectorAll('template[data-plan]')].map(({ dataset, content }) => ({ ...dataset, text: content.firstElementChild.textContent })));
  ok(made.length >= 2 * 15 && made[0].plan === '', `default plan and presets in two languages: ${made.length}`);
  await page.locator('suanzu-plan [data-sz="verdict"]').waitFor();
  const verdict = () => page.locator('suanzu-plan [data-sz="verdict"]').innerText().then(plain);
  for (const { plan, lang, text } of made) {
    await page.evaluate(([plan, lang]) => document.querySelector('suanzu-plan').setOptions({ plan: plan || 'v=1', lang }), [plan, lang]);
    await until(verdict, (now) => now === plain(text), `${lang} ${plan}: ${text}`);
  }
}

test('widget, frame: the answer made beforehand stands only for the plan and the options that were asked', async () => {
  let late = true;
  const files = (path) => (late && path.endsWith('.wasm') ? never : path === 'go.html' ? '<!doctype html><title>Host</title>' : undefined);
  await used(files, 'go.html', { width: 700, lang: 'en' }, async (page, site) => {
    const shown = async (hash) => {
      await page.goto(`${site.near}go.html`);
      await page.goto(`${site.near}${FRAME}#${hash}`);
      // The element is there, its program is not.
      await page.waitForFunction(() => document.querySelector('suanzu-plan').shadowRoot?.querySelector('.sz-w-wait'));
      return page.evaluate(() => {
        const first = document.querySelector('[slot="first"]');
        return first ? first.innerText : document.querySelector('suanzu-plan').shadowRoot.querySelector('.sz-w-wait').textContent;
      }).then(plain);
    };
    const usual = await shown('lang=en');
    ok(/^Rent .*¥\d/.test(usual) && /From the catalog of \d+ \w+ 20\d\d/.test(usual), `an answer with its day: ${usual}`);
    ok(/^租 .*¥\d/.test(await shown('lang=zh&theme=dark&density=line')), 'in Chinese, however it looks');
    const preset = await shown('lang=en&plan=v%3D1%26task%3Dqlora%26m%3Dllama-3.3-70b-instruct%26ctx%3D2048%26tok%3D10000000%26epochs%3D3');
    ok(/^Rent /.test(preset) && preset !== usual, `a preset: ${preset}`);
    equal(await shown('lang=en&plan=https%3A%2F%2Fcalc.example%2F%3Ftask%3Dqlora%26m%3Dllama-3.3-70b-instruct%26ctx%3D2048%26tok%3D10000000%26epochs%3D3'), preset, 'the same as a link');
    for (const other of ['plan=m%3Dqwen2.5-72b', 'plan=task%3Dqlora', 'currency=USD', 'provider=autodl&offers=only', 'offers=beside', 'odd=1']) {
      equal(await shown(`lang=en&${other}`), 'Working it out…', `nothing made beforehand for ${other}`);
    }
    equal(await shown('lang=zh&plan=m%3Dqwen2.5-72b'), '正在算…', 'in Chinese');
    // What is asked of the frame before its program is there makes it another plan.
    await page.goto(`${site.near}go.html`);
    await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src, width: 600, height: 400 })), `${site.near}${FRAME}#nonce=n&lang=en`);
    const inside = () => page.frames().find((one) => one.url().includes('frame.html'));
    const first = () => inside()?.evaluate(() => document.querySelectorAll('[slot="first"]').length);
    await until(first, (count) => count === 1, 'the answer made beforehand');
    await until(async () => {
      await page.evaluate(() => {
        for (const more of [{ type: 'hello', nonce: 'n' }, { type: 'setPlan', plan: 'm=qwen2.5-72b' }]) frames[0].postMessage({ suanzu: 1, ...more }, '*');
      });
      return first();
    }, (count) => count === 0, 'another plan takes it away');
    late = false;
    await page.goto(`${site.near}${FRAME}?again#lang=en`);
    await page.locator('suanzu-plan [data-sz="verdict"]').waitFor();
    await until(() => page.locator('[slot="first"]').count(), (count) => count === 0, 'nothing is left of it when the program has answered');
  });
});
