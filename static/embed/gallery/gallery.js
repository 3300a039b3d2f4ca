// The page about the widget: variants live with their code, tables from tables.json, in the reader's language.
const root = document.documentElement;
const asked = new URLSearchParams(location.search).get('lang') || (navigator.languages || [])[0] || 'zh';
root.lang = /^zh/i.test(asked) ? 'zh-CN' : 'en';
const zh = () => root.lang === 'zh-CN';
const LOADER = '<script async src="HERE/embed/v1/loader.js"></script>';
const ELEMENT = '<script type="module" src="HERE/embed/v1/element.js"></script>';

/** Title in both languages, how it is written, and a class of the box around it. */
const VARIANTS = [
  { zh: '一个框架：整个市场', en: 'A frame: the whole market', code: `<div data-suanzu data-plan="task=lora&m=qwen2.5-7b"></div>\n${LOADER}` },
  { zh: '窄栏里', en: 'In a narrow column', code: `<div data-suanzu data-plan="task=serve&m=qwen3-8b" data-sections="inputs,offers"></div>\n${LOADER}`, box: 'narrow' },
  { zh: '一句话', en: 'One sentence', code: `<div data-suanzu data-plan="task=serve&m=qwen2.5-72b" data-density="line"></div>\n${LOADER}` },
  { zh: '只比较一家，作业和模型不让改', en: 'One provider only, job and model fixed', code: `<div data-suanzu data-plan="task=lora&m=qwen2.5-7b" data-provider="autodl" data-offers="only" data-readonly="task,m"></div>\n${LOADER}` },
  { zh: '先算一家，再列市场上最好的', en: 'One provider first, then the market\'s best', code: `<div data-suanzu data-plan="task=qlora&m=qwen2.5-32b" data-provider="autodl" data-offers="first" data-sections="offers"></div>\n${LOADER}` },
  { zh: '元素：自己托管，宿主的颜色', en: 'The element: self-hosted, in the host\'s colours', code: `<suanzu-plan plan="task=full&m=qwen2.5-7b" style="--sz-accent:#5b2bd9;--sz-r-2:10px;--sz-r-3:16px"></suanzu-plan>\n${ELEMENT}` },
];
const FILE = `{
  "$schema": "HERE/embed/v1/offers.schema.json",
  "suanzu": 1,
  "provider": "…",
  "updated": "2026-12-01",
  "campaign": "order-page",
  "offers": [
    { "id": "4090-hour", "card": "rtx-4090-24g", "price": 1.5, "unit": "gpu_hour", "cards": "upto:8", "url": "https://…" }
  ]
}

<div data-suanzu data-offers="only" data-price-src="/offers.json"></div>
${LOADER}`;
const EVENTS = `addEventListener('sz:ready', ({ detail }) => {});   // { api: 1, version }
addEventListener('sz:resize', ({ detail }) => {});  // { height }
addEventListener('sz:change', ({ detail }) => {});  // { plan, summary: { text, kind, offers, rent: { offer, gpu, count, total, … } } }
addEventListener('sz:select', ({ detail }) => {});  // { offer, own, plan, url }
addEventListener('sz:error', ({ detail }) => {});   // { code: 'load' | 'crash' | 'offers', message, messages }

const widget = document.querySelector('suanzu-plan'); // document.querySelector('[data-suanzu]').suanzu
widget.setPlan('task=serve&m=qwen3-8b');
widget.setOptions({ theme: 'dark', offers: 'only' });
widget.setOffers({ suanzu: 1, provider: '…', updated: '2026-12-01', offers: [] });
await widget.getReport();
widget.print();`;
const THEME = 'suanzu-plan { --sz-accent: #5b2bd9; --sz-r-2: 10px; --sz-r-3: 16px; --sz-font: "MiSans", sans-serif; }';

const make = (tag, text) => Object.assign(document.createElement(tag), text === undefined ? {} : { textContent: text });
const both = (pair, tag) => ['zh', 'en'].map((lang) => {
  const node = make(tag, pair[lang]);
  node.dataset.l = node.lang = lang;
  return node;
});

const variants = document.getElementById('variants');
for (const { code, box, ...title } of VARIANTS) {
  const place = make('div');
  place.className = box || '';
  const [markup] = code.split('\n');
  // Our own constant, parsed as a document; its style is set as a property, which the content policy allows.
  const [style, inner] = /style="([^"]*)"/.exec(markup) ?? ['', ''];
  const node = new DOMParser().parseFromString(markup.replace(style, ''), 'text/html').body.firstElementChild;
  const made = make(node.localName);
  for (const { name, value } of node.attributes) made.setAttribute(name, value);
  if (inner) made.style.cssText = inner;
  place.append(made);
  variants.append(...both(title, 'h3'), place, make('pre', code));
}
for (const [id, text] of [['file-code', FILE], ['events-code', EVENTS], ['theme-code', THEME]]) document.getElementById(id).textContent = text;

const table = (heads, rows) => {
  const made = make('table');
  const line = (cells, tag) => {
    const row = make('tr');
    for (const cell of cells) {
      const place = make(tag);
      if (typeof cell === 'string') place.append(make(tag === 'td' ? 'code' : 'span', cell));
      else place.append(...both(cell, 'span'));
      row.append(place);
    }
    made.append(row);
  };
  line(heads, 'th');
  for (const row of rows) line(row, 'td');
  return made;
};
const HEADS = {
  name: { zh: '名字', en: 'name' }, takes: { zh: '取值', en: 'takes' }, usual: { zh: '不写时', en: 'unless given' },
  about: { zh: '作用', en: 'what it does' }, need: { zh: '必填', en: 'required' },
};
const yes = (on) => (on ? { zh: '是', en: 'yes' } : { zh: '', en: '' });
const NAMES = { file: { zh: '文件', en: 'The file' }, offers: { zh: 'offers 的每一条', en: 'Each of offers' }, cards: { zh: 'cards 的每一张：目录里没有的卡', en: 'Each of cards: those the catalog does not have' } };
fetch('tables.json').then((answer) => answer.json()).then((tables) => {
  document.getElementById('options').append(table([HEADS.name, HEADS.takes, HEADS.usual, HEADS.about],
    tables.options.map(({ name, takes, usual, about }) => [name, takes, usual, about])));
  for (const [part, name] of Object.entries(NAMES)) {
    document.getElementById('fields').append(...both(name, 'h3'), table([HEADS.name, HEADS.takes, HEADS.need, HEADS.about],
      tables[part].map(({ key, takes, required, about }) => [key, takes, yes(required), about])));
  }
});
fetch('v1/integrity.json').then((answer) => answer.json()).then((hashes) => {
  document.getElementById('hash-code').textContent =
    `<div data-suanzu><a href="HERE/">Suanzu</a></div>\n<script async src="HERE/embed/v1/loader.js" crossorigin="anonymous"\n  integrity="${hashes['loader.js']}"></script>`;
});

const button = document.getElementById('lang');
const speak = () => {
  button.textContent = zh() ? 'English' : '中文';
  button.lang = zh() ? 'en' : 'zh-CN';
};
button.addEventListener('click', () => {
  root.lang = zh() ? 'en' : 'zh-CN';
  speak();
  for (const node of document.querySelectorAll('[data-suanzu], suanzu-plan')) (node.suanzu ?? node).setOptions?.({ lang: zh() ? 'zh' : 'en' });
});
speak();
