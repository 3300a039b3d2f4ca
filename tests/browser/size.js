// What a reader downloads until the page is idle, compressed with brotli at its best level, against the budget.
import { brotliCompressSync, constants } from 'node:zlib';
import { PAGE, launch } from './harness.js';

/** Bytes of brotli: every request until idle, counted (design §9). */
const BUDGET = 300 * 1024;

/**
 * What the page weighed when it was last made smaller. The budget above is not met yet, and this test says so each time it
 * runs; what it refuses until then is growth. Lower it with every saving, and delete it once the budget holds.
 */
const REACHED = 347 * 1024;

const brotli = (bytes) =>
  brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }).length;

const part = (url, type) => {
  const name = new URL(url).pathname.slice(PAGE.pathname.length) || 'index.html';
  if (name.endsWith('.wasm')) return 'program (wasm)';
  if (/^suanzu-[0-9a-f]+\.js$/.test(name)) return 'glue of wasm-bindgen';
  if (name === 'boot.js') return 'start file';
  if (type === 'stylesheet') return 'styles';
  if (name.startsWith('catalog/')) return 'catalog files';
  return name;
};

const browser = await launch();
const page = await browser.newPage({ locale: 'zh-CN' });
const bodies = new Map();
const waiting = [];
page.on('response', (response) => {
  if (response.url().startsWith('data:')) return;
  waiting.push(response.body().then((body) => bodies.set(response.url(), { body, type: response.request().resourceType() })));
});
await page.goto(PAGE.href);
await page.locator('html[data-state="ready"]').waitFor({ state: 'attached', timeout: 30_000 });
await page.waitForLoadState('networkidle');
await Promise.all(waiting);
await browser.close();
// Headless Chromium asks for neither; a window does, and a first visit pays for both.
for (const name of ['icon.svg', 'manifest.webmanifest']) {
  const url = new URL(name, PAGE).href;
  if (!bodies.has(url)) bodies.set(url, { body: Buffer.from(await (await fetch(url)).arrayBuffer()), type: 'other' });
}

const parts = new Map();
for (const [url, { body, type }] of bodies) {
  const name = part(url, type);
  const sum = parts.get(name) ?? { files: 0, raw: 0, small: 0 };
  parts.set(name, { files: sum.files + 1, raw: sum.raw + body.length, small: sum.small + brotli(body) });
}
const row = (name, files, raw, small) =>
  console.log(`  ${name.padEnd(24)} ${String(files).padStart(3)} ${String(raw).padStart(9)} ${String(small).padStart(8)}`);
console.log(`  ${'part'.padEnd(24)} req       raw   brotli`);
let total = { files: 0, raw: 0, small: 0 };
for (const [name, { files, raw, small }] of [...parts].sort((a, b) => b[1].small - a[1].small)) {
  row(name, files, raw, small);
  total = { files: total.files + files, raw: total.raw + raw, small: total.small + small };
}
row('total', total.files, total.raw, total.small);
const kb = (bytes) => (bytes / 1024).toFixed(1);
const over = total.small - BUDGET;
if (over > 0) console.log(`BUDGET MISSED: ${kb(total.small)} KB of ${kb(BUDGET)} KB, ${kb(over)} KB too many`);
const within = total.small <= Math.max(BUDGET, REACHED);
console.log(`test page until idle is no larger than it was (${kb(REACHED)} KB) ... ${within ? 'ok' : 'FAILED'}`);
console.log(`size test: ${within ? '1 passed, 0 failed' : '0 passed, 1 failed'}`);
process.exitCode = within ? 0 : 1;
