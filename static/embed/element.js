// <suanzu-plan>: the widget in a shadow root. All elements of a page share one program. What it promises:
//   * attributes are the options of the table in embed/options.rs, live; unknown ones are told on the console with `debug` only;
//   * nothing of the host's styles comes in but the custom properties --sz-*, nothing goes out;
//   * an element that is taken away is freed; a program that stops shows a calm panel in its own box and tells the host.
// `xtask` puts the glue of the program and the style sheet in.
const API = 1;
const PROGRAM = { file: 'PROGRAM', integrity: 'INTEGRITY' };
const STYLE = 'STYLE';
const here = new URL('.', import.meta.url);
const home = new URL('../../', here).href;

const SAY = {
  zh: {
    loading: '正在算', load: '计算器没有下载成功', crash: '计算器出错停下了', keep: '页面的其他部分不受影响。',
    again: '再试一次', full: '打开完整页面',
  },
  en: {
    loading: 'Working it out', load: 'The calculator could not be downloaded', crash: 'The calculator stopped on an error',
    keep: 'The rest of this page is not affected.', again: 'Try again', full: 'Open the full page',
  },
};
/** How long the program may take to come, ms. */
const SLOW = 60_000;
/** Attributes that any element may have: no options of ours. */
const COMMON = /^(class|style|id|title|slot|part|dir|role|hidden|tabindex|is|key|ref|exportparts|data-.*|aria-.*|on.*)$/;

const live = new Set();
let program = null;
let sheet = null;

/** The program, fetched and started once; checked against the hash it was built with. */
const start = () => {
  program ??= (async () => {
    const made = glue();
    const answer = await fetch(new URL(PROGRAM.file, here), { integrity: PROGRAM.integrity, signal: AbortSignal.timeout(SLOW) });
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    await made.init({ module_or_path: await answer.arrayBuffer() });
    return made;
  })();
  program.catch(() => { program = null; });
  return program;
};

/** After a trap the program's memory cannot be trusted: every element shows the panel. */
const crashed = (error) => {
  program = null;
  for (const element of live) element.fail('crash', error);
};
const ours = (error) => error instanceof WebAssembly.RuntimeError && String(error.stack).includes(import.meta.url.split('?')[0]);
addEventListener('error', (event) => { if (ours(event.error)) crashed(event.error); });
addEventListener('unhandledrejection', (event) => { if (ours(event.reason)) crashed(event.reason); });

/** A colour as 0xrrggbb; null where it is none. */
const colour = (text) => {
  if (!text || !CSS.supports('color', text)) return null;
  const pen = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  pen.canvas.width = pen.canvas.height = 1;
  pen.fillStyle = text;
  pen.fillRect(0, 0, 1, 1);
  const [r, g, b] = pen.getImageData(0, 0, 1, 1).data;
  return r * 65536 + g * 256 + b;
};

const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

class SuanzuPlan extends HTMLElement {
  #box = null;
  #colours = null;
  #widget = null;
  #offers = null;
  #from = null;
  #plan = null;
  #ready = false;
  #begun = false;
  #near = new IntersectionObserver((entries) => { if (entries.some((entry) => entry.isIntersecting)) this.#begin(); }, { rootMargin: '300px' });
  #changes = new MutationObserver((all) => { if (all.some(({ attributeName }) => !/^(data-|aria-|on)/.test(attributeName))) this.#refresh(); });
  #size = new ResizeObserver(() => this.#resized());
  #dark = matchMedia('(prefers-color-scheme: dark)');
  #recolour = () => this.#accent();
  #height = 0;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    if (!sheet) {
      sheet = new CSSStyleSheet();
      sheet.replaceSync(STYLE);
    }
    this.#colours = new CSSStyleSheet();
    root.adoptedStyleSheets = [sheet, this.#colours];
    this.#box = make('div', { className: 'sz-root' });
    this.#box.part = 'box';
    root.append(this.#box);
  }

  connectedCallback() {
    live.add(this);
    this.#fit();
    this.#wait();
    this.#near.observe(this);
    this.#changes.observe(this, { attributes: true });
    this.#size.observe(this.#box);
    this.#dark.addEventListener('change', this.#recolour);
  }

  disconnectedCallback() {
    // Moved within the page: taken out and put in again in one go.
    queueMicrotask(() => { if (!this.isConnected) this.#end(); });
  }

  /** zh or en: the attribute, else the page's, else the browser's. */
  get language() {
    const tags = [this.getAttribute('lang'), this.parentElement?.closest('[lang]')?.getAttribute('lang'), ...(navigator.languages || [])];
    return tags.map((tag) => (/^zh/i.test(tag || '') ? 'zh' : /^en/i.test(tag || '') ? 'en' : null)).find(Boolean) || 'zh';
  }

  /** The plan that is shown, as a link's query. */
  get plan() {
    return this.#widget ? this.#widget.plan() : this.getAttribute('plan') || '';
  }

  /** The attribute `plan`: React and Vue set what is a property of an element as one. */
  set plan(text) {
    this.setOptions({ plan: text });
  }

  /** Shows another plan: a link, or what follows its `?`. */
  setPlan(text) {
    if (!this.#widget) return this.setAttribute('plan', String(text));
    this.#guard(() => this.#debug(this.#widget.set_plan(String(text))));
  }

  /** Sets options: an object of texts; null takes one away. */
  setOptions(options) {
    for (const [name, value] of Object.entries(options)) {
      if (!/^[a-z][a-z-]{0,30}$/.test(name) || COMMON.test(name)) {
        this.#debug([name]);
      } else if (value === null || value === undefined || value === false) {
        this.removeAttribute(name);
      } else if (['string', 'number', 'boolean'].includes(typeof value)) {
        this.setAttribute(name, value === true ? '' : String(value));
      }
    }
  }

  /** The provider's own offers: the text of a file, or the same as an object. */
  setOffers(file) {
    this.#offers = typeof file === 'string' ? file : JSON.stringify(file);
    this.#readOffers();
  }

  /** The report on what is shown, as the JS API gives it. */
  async getReport() {
    await start();
    if (!this.#widget) throw new Error('not started: out of sight, or taken away');
    return this.#guard(() => this.#widget.report());
  }

  /** Prints the page that it stands in; in a frame that is the widget. */
  print() {
    window.print();
  }

  async #begin() {
    if (this.#begun) return;
    this.#begun = true;
    this.#near.disconnect();
    let made;
    try {
      made = await start();
    } catch (error) {
      return this.fail('load', error);
    }
    if (!this.isConnected || !this.#begun) return;
    this.#box.replaceChildren();
    this.#guard(() => {
      this.#widget = made.mount(this.#box, this.#options(), home, (type, detail) => this.#tell(type, detail));
      if (this.#plan !== null) this.#widget.set_plan(this.#plan);
    });
    this.#refresh();
  }

  #end() {
    live.delete(this);
    for (const observer of [this.#near, this.#changes, this.#size]) observer.disconnect();
    this.#dark.removeEventListener('change', this.#recolour);
    this.#begun = this.#ready = false;
    this.#from = null;
    this.#free();
    this.#box.replaceChildren();
  }

  #free() {
    const widget = this.#widget;
    this.#widget = null;
    if (!widget) return;
    try {
      widget.stop();
      widget.free();
    } catch {
      // It is gone already: the program stopped.
    }
  }

  #options() {
    const options = {};
    for (const { name, value } of this.attributes) if (!COMMON.test(name)) options[name] = value;
    options.lang = this.language;
    return options;
  }

  /** Attributes as they are now. */
  #refresh() {
    this.#fit();
    if (!this.#widget) return;
    this.#guard(() => this.#debug(this.#widget.options(this.#options())));
    this.#accent();
    const from = this.getAttribute('price-src');
    if (from !== this.#from) {
      this.#from = from;
      this.#fetchOffers(from);
    } else if (this.#offers !== null && !this.#ready) {
      this.#readOffers();
    }
  }

  async #fetchOffers(from) {
    if (from === null) return;
    let text = '';
    try {
      const url = new URL(from, document.baseURI);
      if (url.origin !== location.origin && url.origin !== here.origin) throw new Error(`price-src: ${url.origin} is another origin`);
      const answer = await fetch(url);
      if (!answer.ok) throw new Error(`price-src: ${answer.status}`);
      text = await answer.text();
    } catch (error) {
      this.#say('error', { code: 'offers', message: String(error.message || error), messages: [] });
    }
    if (from === this.#from) this.setOffers(text);
  }

  #readOffers() {
    if (!this.#widget || this.#offers === null) return;
    this.#guard(() => {
      const messages = this.#widget.offers(this.#offers);
      if (messages.length) this.#say('error', { code: 'offers', message: messages[0], messages });
      if (messages.length && this.hasAttribute('debug')) console.warn(`suanzu: offers file\n${messages.join('\n')}`);
    });
  }

  #debug(names) {
    if (this.hasAttribute('debug') && names.length) console.warn(`suanzu: not understood: ${names.join(', ')}`);
  }

  /** Height: the content's, or a number of pixels. */
  #fit() {
    const text = this.getAttribute('height') || '';
    const fixed = /^\d{2,5}(px)?$/.test(text);
    Object.assign(this.#box.style, { height: fixed ? `${parseInt(text, 10)}px` : '', overflow: fixed ? 'auto' : '' });
  }

  /** The accent, made readable on the surface of the theme. */
  #accent() {
    if (!this.#widget) return;
    this.#colours.replaceSync('');
    const style = getComputedStyle(this);
    const wanted = this.getAttribute('accent') || style.getPropertyValue('--sz-accent').trim();
    const [accent, surface, text] = [wanted, style.getPropertyValue('--sz-surface'), style.getPropertyValue('--sz-text')].map((one) => colour(one.trim()));
    if (accent === null) this.#debug(['accent']);
    if (accent === null || surface === null || text === null) return;
    program?.then(({ accents }) => {
      const [readable, on] = accents(accent, surface, text);
      this.#colours.replaceSync(`:host{--sz-accent:${readable}!important;--sz-on-accent:${on}!important}`);
    });
  }

  #resized() {
    const height = Math.ceil(this.#box.getBoundingClientRect().height);
    if (Math.abs(height - this.#height) <= 1) return;
    this.#height = height;
    this.#say('resize', { height });
  }

  #tell(type, detail) {
    if (type === 'change') {
      this.#plan = detail.plan;
      if (!this.#ready) {
        this.#ready = true;
        this.#say('ready', { api: API, version: VERSION });
      }
    }
    this.#say(type, detail);
  }

  #say(type, detail) {
    this.dispatchEvent(new CustomEvent(`sz:${type}`, { detail, bubbles: true, composed: true }));
  }

  #guard(work) {
    try {
      return work();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) crashed(error);
      else throw error;
    }
  }

  #wait() {
    if (this.#begun) return;
    const { loading } = SAY[this.language];
    // In the frame an answer made beforehand may stand there (first.js); where it is taken away, the words do.
    const slot = make('slot', { name: 'first', textContent: `${loading}…` });
    this.#box.replaceChildren(make('div', { className: 'sz-scope sz-widget sz-w-wait', lang: this.language }, slot));
  }

  /** A calm panel in the box; the host hears of it. */
  fail(code, error) {
    this.#free();
    const say = SAY[this.language];
    const again = make('button', { className: 'sz-btn', type: 'button', textContent: say.again });
    again.addEventListener('click', () => {
      this.#begun = this.#ready = false;
      this.#wait();
      this.#begin();
    });
    const link = make('a', { className: 'sz-btn', href: this.#plan ? `${home}?${this.#plan}` : home, target: '_blank', rel: 'noopener', textContent: say.full });
    const panel = make('div', { className: 'sz-scope sz-widget sz-w-fail', lang: this.language },
      make('p', {}, make('b', { textContent: say[code] })), make('p', { textContent: say.keep }),
      make('div', { className: 'sz-acts' }, again, link), make('pre', { className: 'sz-mono', textContent: String(error?.message || error) }));
    panel.setAttribute('role', 'alert');
    this.#box.replaceChildren(panel);
    this.#say('error', { code, message: String(error?.message || error), messages: [] });
  }
}

if (!customElements.get('suanzu-plan')) customElements.define('suanzu-plan', SuanzuPlan);
export { SuanzuPlan };
