// Keeps the page for use without a network. What has a hash in its name never changes and comes from the store; everything else
// comes from the network while there is one, so that a newer page is never held back. xtask fills in version and files.
const VERSION = '@VERSION@';
const FILES = ['@FILES@'];
const OWN = new URL('./', location.href);
const PREFIX = `suanzu ${OWN.pathname} `;
/** How long a page waits for the network before the stored one is shown, ms. */
const PATIENCE = 4000;

/** Pages that were answered from the store. */
const stored = new Set();

const fixed = (url) => /-[0-9a-f]{16}[-_.]/.test(url.pathname);

async function install() {
  const store = await caches.open(PREFIX + VERSION);
  await store.addAll(FILES.map((name) => {
    const url = new URL(name, OWN);
    return new Request(url, { cache: fixed(url) ? 'default' : 'no-cache' });
  }));
  await self.skipWaiting();
}

async function activate() {
  // A tab with the version before still needs its pieces: the last two are kept.
  const mine = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(mine.slice(0, -2).map((name) => caches.delete(name)));
  await self.clients.claim();
}

async function page(event) {
  const fresh = fetch(event.request);
  const late = new Promise((resume) => { setTimeout(resume, PATIENCE); });
  const answer = await Promise.race([fresh.catch(() => undefined), late]);
  if (answer?.ok) return answer;
  const kept = await (await caches.open(PREFIX + VERSION)).match(OWN.href);
  if (!kept) return answer ?? fresh;
  stored.add(event.resultingClientId);
  return kept;
}

async function file(request, url) {
  if (fixed(url)) return await caches.match(request, { ignoreVary: true }) ?? fetch(request);
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(request, { ignoreSearch: true, ignoreVary: true });
    if (!kept) throw error;
    return kept;
  }
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('fetch', (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== 'GET' || !url.href.startsWith(OWN.href)) return;
  const index = url.pathname === OWN.pathname || url.pathname === `${OWN.pathname}index.html`;
  if (event.request.mode !== 'navigate') event.respondWith(file(event.request, url));
  else if (index) event.respondWith(page(event));
});
// A page asks what it is shown from, and which version is kept now.
addEventListener('message', (event) => {
  event.source.postMessage({ stored: stored.has(event.source.id), version: VERSION });
});
