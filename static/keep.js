// Asks the browser to keep the page for use without a network, and says when what is shown is not the newest. It is loaded after
// the answer stands. xtask fills in the version.
const VERSION = '@VERSION@';
const WORDS = {
  stored: ['没有网络，或网络太慢：这是上次存下的页面，价格日期见页首。', 'No network, or a slow one: this is the page as it was last saved. The date of its prices is at the top.'],
  newer: ['这个页面有新版本了，刷新后换上，设置不会丢。', 'There is a newer version of this page. Reload to get it; your settings stay.'],
};
const RELOAD = ['刷新', 'Reload'];
/** A page that stays open asks for a newer version at most this often, ms. */
const EVERY = 3_600_000;

const pick = ([zh, en]) => (document.documentElement.lang.startsWith('zh') ? zh : en);

function say(what) {
  document.getElementById('sz-kept')?.remove();
  const box = document.createElement('div');
  Object.assign(box, { id: 'sz-kept', className: 'sz-ban sz-noprint' });
  box.dataset.s = 'info';
  box.setAttribute('role', 'status');
  const words = document.createElement('p');
  const link = document.createElement('a');
  Object.assign(link, { className: 'sz-btn', href: '' });
  link.addEventListener('click', (event) => { event.preventDefault(); location.reload(); });
  const fill = () => {
    words.textContent = pick(WORDS[what]);
    link.textContent = pick(RELOAD);
  };
  fill();
  new MutationObserver(fill).observe(document.documentElement, { attributeFilter: ['lang'] });
  box.append(words, link);
  document.body.prepend(box);
}

async function keep(workers) {
  const asked = new Set();
  const ask = (why) => {
    asked.add(why);
    workers.controller?.postMessage('state');
  };
  workers.addEventListener('message', ({ data }) => {
    if (data.stored && asked.has('start')) say('stored');
    // Another worker has come: this page is the old one unless it came with it.
    if (asked.has('change') && data.version !== VERSION) say('newer');
    asked.clear();
  });
  workers.startMessages();
  workers.addEventListener('controllerchange', () => ask('change'));
  ask('start');
  const kept = await workers.register(new URL('./sw.js', import.meta.url)).catch(() => undefined);
  let last = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - last < EVERY) return;
    last = Date.now();
    kept?.update().catch(() => {});
  });
}

// A widget in somebody else's page is not kept: it belongs to that page.
if (navigator.serviceWorker && window.top === window) keep(navigator.serviceWorker);
