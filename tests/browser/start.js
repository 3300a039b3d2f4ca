// The page starts where and how it promises, and says so in plain words when it cannot.
import { PAGE, answered, equal, hook, ok, open, plain, test, until } from './harness.js';

/** Serves the document under another content policy. */
const withPolicy = (change) => (context) =>
  context.route(PAGE.href, async (route) => {
    const response = await route.fetch();
    const headers = { ...response.headers() };
    headers['content-security-policy'] = change(headers['content-security-policy']);
    await route.fulfill({ response, headers });
  });

test('starts in a sub-directory under the content policy', async () => {
  ok(PAGE.pathname !== '/', 'the suite must not test at the root of a server');
  const page = await open();
  const response = await page.request.get(PAGE.href);
  const policy = response.headers()['content-security-policy'] ?? '';
  ok(policy.includes("default-src 'none'") && policy.includes("script-src 'self' 'wasm-unsafe-eval';"), `policy: ${policy}`);
  equal(await page.locator('#prerender').count(), 0, 'the prerendered answer is gone');
  ok(await page.locator('#sz-help').isHidden(), 'the help box is hidden');
});

test('the document has no inline script and no style attribute', async () => {
  const html = await (await (await open()).request.get(PAGE.href)).text();
  equal(html.match(/<script(?![^>]*\ssrc=)[^>]*>/g) ?? [], [], 'inline scripts');
  equal(html.match(/\sstyle\s*=|<style|\son[a-z]+\s*=/g) ?? [], [], 'inline styles and handlers');
});

test('the catalog lies beside the page', async () => {
  const page = await open();
  for (const name of ['gpus.csv', 'models.csv', 'offers.csv', 'providers.csv']) {
    const response = await page.request.get(new URL(`catalog/${name}`, PAGE).href);
    equal([response.status(), response.headers()['content-type']], [200, 'text/csv; charset=utf-8'], name);
  }
});

const helps = async (page, why, words) => {
  await until(() => page.locator('html').getAttribute('data-state'), (state) => state === why, `the page must be in state ${why}`);
  const box = page.locator('#sz-help');
  ok(await box.isVisible(), 'the help box shows');
  const shown = plain(await box.innerText());
  ok(words.test(shown), `the help must say ${words}: ${shown}`);
  return shown;
};

for (const [lang, words] of [['zh', /WebAssembly.*安全策略/], ['en', /WebAssembly.*security policy/]]) {
  test(`WebAssembly refused by the policy: help in ${lang}, prerendered answer stays`, async () => {
    const before = withPolicy((policy) => policy.replace(" 'wasm-unsafe-eval'", ''));
    const page = await open({ lang, before, ready: false, expects: /./ });
    const shown = await helps(page, 'wasm', words);
    ok(lang === 'zh' || !/[\u4e00-\u9fff]/.test(shown), `help in English: ${shown}`);
    ok(await page.locator('#prerender').isVisible(), 'the prerendered answer stays');
  });
}

test('program file missing: help, reload works', async () => {
  let broken = true;
  const before = (context) => context.route('**/*.wasm', (route) => (broken ? route.abort() : route.continue()));
  const page = await open({ before, ready: false, expects: /./ });
  await helps(page, 'load', /没有下载成功/);
  broken = false;
  await page.locator('#sz-help [data-reload]').click();
  await answered(page);
});

test('a link\'s plan is never covered by the prerendered default', async () => {
  const before = (context) => context.route('**/*.wasm', (route) => route.abort());
  const page = await open({ query: 'v=1&ctx=4096', before, ready: false, expects: /./ });
  await helps(page, 'load', /没有下载成功/);
  ok(await page.locator('#prerender').isHidden(), 'the default answer does not pose as the link\'s');
});

test('without JavaScript the page says what it needs and shows the default answer', async () => {
  const page = await open({ javaScriptEnabled: false, ready: false });
  ok(/JavaScript/.test(await page.locator('noscript').innerText()), 'the noscript text shows');
  ok(await page.locator('#prerender').isVisible(), 'the default answer shows');
});

test('storage refused: the page still starts', async () => {
  const before = (context) => context.addInitScript(() => {
    const refuse = () => { throw new DOMException('refused', 'SecurityError'); };
    Object.defineProperty(window, 'localStorage', { get: refuse });
    Object.defineProperty(window, 'sessionStorage', { get: refuse });
  });
  const page = await open({ before });
  await hook(page, 'theme').click();
});
