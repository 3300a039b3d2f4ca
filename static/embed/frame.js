// The element alone in a page, and the messages between it and the page around. What it promises:
//   * options come from the address (`?` or `#`), later from the host that knows the nonce of the address;
//   * plan and answer go to that host alone; before it has said hello only that it listens (`open`), `ready`, `resize` and
//     that it failed (`error`, without words) are said;
//   * a message that is not from the parent, from that origin, in our envelope and of a known type has no effect.
import './element.js';

const API = 1;
/** How long a failure waits for the host's hello, ms. */
const HELLO = 500;
const element = document.querySelector('suanzu-plan');
const said = new URLSearchParams(location.search);
for (const [name, value] of new URLSearchParams(location.hash.slice(1))) said.set(name, value);
const nonce = said.get('nonce') || '';
said.delete('nonce');

let host = null;
let last = null;
document.body.style.margin = '0';

// An answer made beforehand is for the plan and the options of the address alone, and until there is another.
const outdated = () => element.querySelector('[slot="first"]')?.remove();

const isText = (value) => typeof value === 'string';
const apply = (options) => element.setOptions(options);
const tell = (type, more) => {
  if (parent === window) return;
  if (host !== null) parent.postMessage({ suanzu: API, type, ...more }, host === 'null' ? '*' : host);
  else if (['open', 'ready', 'resize'].includes(type)) parent.postMessage({ suanzu: API, type, ...more }, '*');
  else if (type === 'error' && more.detail.code !== 'offers') {
    parent.postMessage({ suanzu: API, type, detail: { code: more.detail.code, message: '', messages: [] } }, '*');
  }
};

apply(Object.fromEntries(said));
const language = () => {
  const lang = element.language;
  document.documentElement.lang = lang === 'zh' ? 'zh-CN' : lang;
};
language();

const CALLS = {
  setPlan: ({ plan }) => {
    if (!isText(plan)) return;
    outdated();
    element.setPlan(plan);
  },
  setOptions: ({ options }) => {
    if (options && typeof options === 'object') {
      outdated();
      apply(options);
    }
    language();
  },
  setOffers: ({ text }) => {
    if (!isText(text)) return;
    outdated();
    element.setOffers(text);
  },
  getReport: async ({ id }) => {
    if (!Number.isSafeInteger(id) && !isText(id)) return;
    try {
      tell('reply', { id, report: await element.getReport() });
    } catch (error) {
      tell('reply', { id, error: String(error.message || error) });
    }
  },
  print: () => window.print(),
};

addEventListener('message', (event) => {
  const message = event.data;
  if (event.source !== parent || parent === window) return;
  if (!message || typeof message !== 'object' || message.suanzu !== API || !isText(message.type)) return;
  if (host === null) {
    if (message.type !== 'hello' || !nonce || message.nonce !== nonce) return;
    host = event.origin;
    // As high as its content from now on: no scroll bar while the host follows.
    document.documentElement.style.overflow = said.has('height') ? '' : 'hidden';
    if (last) tell('change', { detail: last });
    return;
  }
  if (event.origin !== host) return;
  if (Object.hasOwn(CALLS, message.type)) CALLS[message.type](message);
  else if (element.hasAttribute('debug') && message.type !== 'hello') console.warn(`suanzu: no message ${message.type.slice(0, 40)}`);
});

for (const type of ['ready', 'resize', 'change', 'select', 'error']) {
  element.addEventListener(`sz:${type}`, ({ detail }) => {
    if (type === 'change') {
      last = detail;
      outdated();
    }
    if (type === 'error') outdated();
    // A host answers `open` at once: what fails before its hello has come waits a moment, so that it hears the words.
    if (type === 'error' && host === null) setTimeout(() => tell(type, { detail }), HELLO);
    else tell(type, { detail });
  });
}
// A host that hears this may say hello now; one that waits for `ready` may do so then.
tell('open');
