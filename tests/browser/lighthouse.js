// Lighthouse on dist/ as a good web host serves it: compressed, kept by browsers, under the content policy. `cargo xtask lighthouse`.
// Told for the page, the widget's frame, and a host's page without and with a lazy frame far below: median of three, which
// audits lose points, largest paint (of the frame: its first answer) and layout shift. A busy machine makes the figures worse.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const modules = process.env.SUANZU_LIGHTHOUSE;
const load = (path) => import(pathToFileURL(join(modules, path)));
const { default: lighthouse, desktopConfig } = await load('lighthouse/core/index.js');
const { launch } = await load('chrome-launcher/dist/index.js');

const RUNS = Number(process.env.SUANZU_RUNS ?? 3);
const DIST = fileURLToPath(new URL('../../dist/', import.meta.url));
const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.css': 'text/css; charset=utf-8', '.wasm': 'application/wasm',
  '.json': 'application/json', '.webmanifest': 'application/manifest+json', '.svg': 'image/svg+xml', '.csv': 'text/csv; charset=utf-8', '.txt': 'text/plain' };
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

/** An article of a host, with `more` far below its first screen. */
const article = (more) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Article</title>
  <meta name="description" content="An article"></head><body><main><h1>Article</h1>${'<p>One paragraph of an article about GPUs and what they cost.</p>'.repeat(200)}${more}</main></body></html>`;
const HOSTS = { 'without.html': article(''), 'with.html': article('<div data-suanzu data-lang="en"></div><script async src="embed/v1/loader.js"></script>') };

const server = createServer(async ({ url, headers }, answer) => {
  const path = decodeURIComponent(new URL(url, 'http://x').pathname).replace('/some/where/', '') || 'index.html';
  const said = { 'content-type': KINDS[extname(path)] ?? 'application/octet-stream', 'content-security-policy': POLICY, 'access-control-allow-origin': '*',
    'x-content-type-options': 'nosniff', 'cache-control': /[0-9a-f]{16}/.test(path) ? 'max-age=31536000, immutable' : 'max-age=600' };
  if (path === '/favicon.ico') return answer.writeHead(204).end();
  if (HOSTS[path]) return answer.writeHead(200, said).end(HOSTS[path]);
  const file = join(DIST, path);
  const small = /\bbr\b/.test(headers['accept-encoding'] ?? '') ? await readFile(`${file}.br`).catch(() => null) : null;
  const body = small ?? await readFile(file).catch(() => null);
  if (!body) return answer.writeHead(404).end();
  answer.writeHead(200, small ? { ...said, 'content-encoding': 'br', vary: 'accept-encoding' } : said).end(body);
});
await new Promise((resume) => { server.listen(0, '127.0.0.1', resume); });
const home = `http://127.0.0.1:${server.address().port}/some/where/`;

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
async function once(url, config) {
  const chrome = await launch({ chromePath: process.env.SUANZU_CHROMIUM, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-gpu'] });
  try {
    return (await lighthouse(url, { port: chrome.port, onlyCategories: CATEGORIES, logLevel: 'error' }, config)).lhr;
  } finally {
    chrome.kill();
  }
}

const wanted = process.argv.slice(2);
const TASKS = [['page', '', undefined], ['page', '', desktopConfig], ['frame', 'embed/v1/frame.html', undefined], ['frame', 'embed/v1/frame.html', desktopConfig],
  ['host without', 'without.html', undefined], ['host with', 'with.html', undefined]];
for (const [name, path, config] of TASKS.filter(([name]) => !wanted.length || wanted.some((one) => name.startsWith(one)))) {
  const runs = [];
  for (let run = 0; run < RUNS; run++) runs.push(await once(home + path, config));
  const paint = (one) => one.audits['largest-contentful-paint'].numericValue;
  runs.sort((a, b) => paint(a) - paint(b));
  const { categories, audits } = runs[Math.floor(RUNS / 2)];
  const figures = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'speed-index', 'cumulative-layout-shift'].map((id) => `${id} ${audits[id].displayValue}`);
  console.log(`${name}, ${config ? 'desktop' : 'mobile'}: ${CATEGORIES.map((id) => `${id} ${Math.round(categories[id].score * 100)}`).join(', ')}\n   ${figures.join(', ')}`);
  for (const id of CATEGORIES) {
    const lost = categories[id].auditRefs.filter((ref) => ref.weight && audits[ref.id].score !== null && audits[ref.id].score < 1);
    for (const ref of lost) console.log(`   ${id}: ${ref.id} ${Math.round(audits[ref.id].score * 100)} ${audits[ref.id].displayValue ?? ''}`);
  }
}
server.close();
server.closeAllConnections();
