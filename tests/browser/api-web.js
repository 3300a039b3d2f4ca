// The published package in a page and in a worker, under the policy its README asks for, gives the reports of the native program.
//   node api-web.js PACKAGE LINKS   LINKS: what api.js wrote, each link with the digest of the native report.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './engines.js';

const [folder, list] = process.argv.slice(2);
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'";
const KINDS = { '.js': 'text/javascript', '.html': 'text/html; charset=utf-8', '.json': 'application/json', '.wasm': 'application/wasm' };
const PAGE = '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title></head><body><script type="module" src="page.js"></script></body></html>';
const here = fileURLToPath(new URL('.', import.meta.url));
const FILES = {
  'index.html': () => PAGE,
  // One after the other would take twice as long; each has an engine of its own.
  'page.js': () => `import { batch } from './batch.js';
    const said = (work) => work.then((found) => found, (error) => ({ count: 0, differ: [String(error)] }));
    const worker = new Worker('./worker.js', { type: 'module' });
    const far = new Promise((done, fail) => { worker.onmessage = ({ data }) => done(data); worker.onerror = ({ message }) => fail(new Error(message)); });
    globalThis.results = Promise.all([said(batch()), said(far)]);`,
  'worker.js': () => "import { batch } from './batch.js'; postMessage(await batch());",
  'batch.js': () => readFile(join(here, 'api-batch.js')),
  'links.json': () => readFile(list),
};

const server = createServer(async ({ url }, answer) => {
  const path = url.slice(1) || 'index.html';
  const own = /^package\/([a-z_.-]+)$/.exec(path);
  const body = own ? await readFile(join(folder, own[1])) : await FILES[path]?.();
  answer.writeHead(body ? 200 : path === 'favicon.ico' ? 204 : 404, { 'content-type': KINDS[extname(path)] ?? 'text/plain', 'content-security-policy': POLICY });
  answer.end(body);
});
await new Promise((resume) => { server.listen(0, '127.0.0.1', resume); });

const browser = await launch();
let failed = 0;
try {
  const page = await browser.newPage();
  const lines = [];
  page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) lines.push(message.text()); });
  page.on('pageerror', (error) => lines.push(String(error)));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  while (!await page.evaluate(() => Boolean(globalThis.results))) await new Promise((resume) => setTimeout(resume, 50));
  const results = await page.evaluate(() => globalThis.results);
  for (const [index, where] of ['a page', 'a worker'].entries()) {
    const { count, differ } = results[index];
    const fine = count >= 1_000 && differ.length === 0;
    failed += fine ? 0 : 1;
    for (const link of differ.slice(0, 10)) console.log(`      differs: ${link}`);
    console.log(`test ${count} reports are the same natively and in ${where} ... ${fine ? 'ok' : `FAILED ${differ.length} differ`}`);
  }
  failed += lines.length ? 1 : 0;
  console.log(`test the console of page and worker stays silent ... ${lines.length ? `FAILED ${lines.join('; ')}` : 'ok'}`);
} finally {
  await browser.close();
  server.close();
  server.closeAllConnections();
}
process.exitCode = failed ? 1 : 0;
