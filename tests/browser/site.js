// Sites of other people: a server in front of our own page, of which a test says what some of its files are.
import { createServer } from 'node:http';
import { extname } from 'node:path';
import { PAGE, open } from './harness.js';

const KINDS = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8', '.json': 'application/json', '.wasm': 'application/wasm' };

/** What our own page has at `path`. */
export const published = async (path) => Buffer.from(await (await fetch(new URL(path, PAGE))).arrayBuffer());

/**
 * Serves `files` in front of our own page: a function from a path to a text or bytes, to `{ status, headers, body }`, or to
 * nothing where it is as published. `near` and `far` are the same server under two origins.
 */
async function served(files) {
  const server = createServer(async ({ url }, answer) => {
    const { pathname } = new URL(url, PAGE);
    const headers = { 'content-type': KINDS[extname(pathname)] ?? KINDS['.html'], 'access-control-allow-origin': '*' };
    const own = await files(pathname.slice(1));
    if (own !== undefined) {
      const said = typeof own === 'string' || Buffer.isBuffer(own) ? { body: own } : own;
      answer.writeHead(said.status ?? 200, { ...headers, ...said.headers });
      return answer.end(said.body);
    }
    if (pathname === '/favicon.ico') return answer.writeHead(204).end();
    const got = await fetch(new URL(pathname.slice(1), PAGE));
    answer.writeHead(got.status, { ...headers, 'content-type': got.headers.get('content-type') });
    answer.end(Buffer.from(await got.arrayBuffer()));
  });
  await new Promise((resume) => { server.listen(0, '127.0.0.1', resume); });
  const at = (name) => `http://${name}:${server.address().port}/`;
  return { near: at('127.0.0.1'), far: at('localhost'), close: () => (server.close(), server.closeAllConnections()) };
}

/** Writes down what widgets tell their page. */
const listen = (context) => context.addInitScript(() => {
  globalThis.heard = [];
  for (const type of ['ready', 'change', 'select', 'error']) addEventListener(`sz:${type}`, ({ detail }) => globalThis.heard.push({ type, detail }), true);
});
export const told = (page, type) => page.evaluate((type) => globalThis.heard.filter((one) => one.type === type).map(({ detail }) => detail), type);

/** The part of a widget with a hook. */
export const hook = (inner, name) => inner.locator(`[data-sz="${name}"]`).first();

/** Runs `use` on the host page at `path` of a site. */
export async function used(files, path, options, use) {
  const site = await served(files);
  try {
    await use(await open({ at: site.near + path, also: site.far, ready: false, before: listen, ...options }), site);
  } finally {
    site.close();
  }
}
