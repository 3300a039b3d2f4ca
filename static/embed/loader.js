// Puts the widget into every <div data-suanzu …> of a page: a sandboxed frame as high as its content.
//   <div data-suanzu data-plan="m=qwen2.5-7b" data-lang="zh"></div>
//   <script async src="https://…/embed/v1/loader.js"></script>
// Events on the div: sz:ready, sz:resize, sz:change, sz:select, sz:error. Calls: div.suanzu.setPlan, setOptions, setOffers,
// getReport, print, remove. A div that comes later: suanzu.mount(div). What the div holds is for readers whom neither this
// script nor the frame reaches; without anything they get a link to the whole page.
(() => {
  const script = document.currentScript;
  if (!script || !script.src) return;
  const home = new URL('.', script.src);
  // On one's own origin the frame gets an origin of its own: it must not reach into the page. In a page that has none (a sandbox)
  // no frame has one.
  const opaque = home.origin === location.origin || self.origin === 'null';
  const target = opaque ? '*' : home.origin;
  const all = new Set();
  // ms from when a frame has loaded to its first word, which it says while it loads; and from when a reader comes to it.
  const SILENT = 5_000;
  const SLOW = 60_000;
  const TITLE = { zh: '算租：租哪张 GPU，一共要花多少钱', en: 'Suanzu: which GPU to rent, and what it costs' };

  const language = (text) => (/^zh/i.test(text || '') ? 'zh' : /^en/i.test(text || '') ? 'en' : null);
  const options = (box) => {
    const found = {};
    for (const { name, value } of box.attributes) {
      if (name.startsWith('data-') && name !== 'data-suanzu') found[name.slice(5)] = value;
    }
    const lang = language(found.lang) || language(box.closest('[lang]')?.lang);
    if (lang) found.lang = lang;
    return found;
  };
  const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const pixels = (text) => (/^\d{2,5}(px)?$/.test(text || '') ? parseInt(text, 10) : null);
  // What the widget is likely to need, so that the page does not jump when it is there.
  const guess = (box, said) => (said.density === 'line' ? 110 : box.clientWidth > 460 ? WIDE : NARROW);

  const mount = (box) => {
    if (box.suanzu) return box.suanzu;
    const said = options(box);
    const one = { box, said, nonce: nonce(), fixed: pixels(said.height), waiting: new Map(), calls: 0, queue: [], heard: false, frame: document.createElement('iframe') };
    const { frame } = one;
    const inner = { ...said };
    delete inner.height;
    delete inner['price-src'];
    frame.title = TITLE[said.lang || language(navigator.language) || 'zh'];
    frame.loading = 'lazy';
    frame.referrerPolicy = 'strict-origin-when-cross-origin';
    frame.allow = 'clipboard-write';
    frame.setAttribute('sandbox', `allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads allow-forms allow-modals${opaque ? '' : ' allow-same-origin'}`);
    // The reader's own colours: the frame would else follow the host's, in some browsers, and be white behind its corners in others.
    Object.assign(frame.style, { display: 'block', width: '100%', border: '0', colorScheme: 'light dark', height: `${one.fixed || guess(box, said)}px` });
    // Behind the #: no server sees the plan.
    frame.src = `${new URL('frame.html', home)}#nonce=${one.nonce}&${new URLSearchParams(inner)}`;
    one.post = (type, more) => frame.contentWindow?.postMessage({ suanzu: 1, type, ...more }, target);
    // What is asked of a frame that does not listen yet waits until it does.
    const send = (type, more) => (one.queue ? one.queue.push([type, more]) : one.post(type, more));
    one.send = send;
    box.suanzu = {
      setPlan: (plan) => send('setPlan', { plan: String(plan) }),
      setOptions: (more) => {
        Object.assign(one.said, more);
        one.fixed = pixels(one.said.height);
        if (one.fixed || one.high) frame.style.height = `${one.fixed || one.high}px`;
        if ('price-src' in more) prices(one);
        send('setOptions', { options: { ...more, 'price-src': undefined, height: undefined } });
      },
      setOffers: (file) => send('setOffers', { text: typeof file === 'string' ? file : JSON.stringify(file) }),
      getReport: () => new Promise((done, fail) => {
        if (!all.has(one)) return fail(new Error('the frame is gone'));
        const id = ++one.calls;
        one.waiting.set(id, { done, fail });
        send('getReport', { id });
      }),
      print: () => send('print'),
      remove: () => {
        all.delete(one);
        frame.remove();
        delete box.suanzu;
      },
    };
    all.add(one);
    const stood = [...box.childNodes];
    const limit = (ms, why) => setTimeout(() => { if (!one.heard) lost(one, stood, why); }, ms);
    one.refused = () => limit(0, 'refused by the content policy of the page');
    // Refused, not found, its script not run: browsers say none of it, and load something all the same.
    frame.addEventListener('load', () => limit(SILENT, 'the frame is silent'));
    new IntersectionObserver((entries, watch) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      watch.disconnect();
      limit(SLOW, 'the frame did not come');
    }).observe(box);
    box.replaceChildren(frame);
    return box.suanzu;
  };

  /** Nothing came of a frame: what stood there stands there again, and the host hears why. Another try: remove(), then mount. */
  const lost = (one, stood, message) => {
    if (!all.delete(one)) return;
    if (!stood.some((node) => node.nodeType === 1 || node.textContent.trim())) {
      const whole = new URL('../../', home);
      whole.search = String(one.said.plan || '').replace(/^.*\?/, '');
      stood = [Object.assign(document.createElement('a'), { href: whole, target: '_blank', rel: 'noopener', textContent: one.frame.title })];
    }
    one.box.replaceChildren(...stood);
    for (const { fail } of one.waiting.values()) fail(new Error(message));
    tell(one, 'error', { code: 'load', message, messages: [] });
  };
  const tell = (one, type, detail) => one.box.dispatchEvent(new CustomEvent(`sz:${type}`, { detail, bubbles: true }));
  // The provider's own offers lie on the page's own origin: the page reads them, the frame gets the text.
  const prices = async (one) => {
    const from = one.said['price-src'];
    if (!from) return;
    let text = '';
    try {
      const url = new URL(from, document.baseURI);
      if (url.origin !== location.origin) throw new Error(`price-src: ${url.origin} is another origin`);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`price-src: ${answer.status}`);
      text = await answer.text();
    } catch (error) {
      tell(one, 'error', { code: 'offers', message: String(error.message || error), messages: [] });
    }
    one.send('setOffers', { text });
  };

  addEventListener('message', (event) => {
    const said = event.data;
    if (!said || typeof said !== 'object' || said.suanzu !== 1) return;
    if (event.origin !== (opaque ? 'null' : home.origin)) return;
    const one = [...all].find(({ frame }) => frame.contentWindow === event.source);
    if (!one) return;
    const { type, detail } = said;
    one.heard = true;
    if (type === 'open' || type === 'ready') {
      one.post('hello', { nonce: one.nonce });
      const asked = one.queue || [];
      one.queue = null;
      for (const call of asked) one.post(...call);
    }
    if (type === 'ready') prices(one);
    if (type === 'resize' && detail && detail.height > 0 && detail.height < 20000) {
      one.high = Math.ceil(detail.height);
      if (!one.fixed) one.frame.style.height = `${one.high}px`;
    }
    if (type === 'reply') {
      const call = one.waiting.get(said.id);
      one.waiting.delete(said.id);
      if (call) said.error ? call.fail(new Error(String(said.error))) : call.done(said.report);
    } else if (['ready', 'resize', 'change', 'select', 'error'].includes(type)) {
      tell(one, type, detail);
    }
  });

  // Firefox loads nothing in place of a frame that the page's own policy refuses.
  addEventListener('securitypolicyviolation', ({ disposition, effectiveDirective, blockedURI }) => {
    if (disposition === 'enforce' && effectiveDirective === 'frame-src' && blockedURI.startsWith(home.origin)) all.forEach(({ refused }) => refused());
  });

  const scan = () => document.querySelectorAll('[data-suanzu]').forEach(mount);
  window.suanzu = { version: 1, mount, scan };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', scan, { once: true });
  scan();
})();
