// Shows the answer that was made when the page was built, before the program is there: only for the very plan of the address, and
// only where no option makes it another answer. Its second line says of which day it is.
(() => {
  const said = new URLSearchParams(location.search);
  for (const [name, value] of new URLSearchParams(location.hash.slice(1))) said.set(name, value);
  const tags = [said.get('lang'), ...(navigator.languages || [])];
  const lang = tags.map((tag) => (/^zh/i.test(tag || '') ? 'zh' : /^en/i.test(tag || '') ? 'en' : null)).find(Boolean) || 'zh';
  // What the element says while it waits is in this language, too.
  document.querySelector('suanzu-plan').setAttribute('lang', lang);
  // Options that change how it looks, not what it says. `market` is the usual value of `offers`.
  const SAME = ['plan', 'lang', 'theme', 'accent', 'density', 'sections', 'readonly', 'height', 'nonce', 'cta-text', 'cta-url', 'debug'];
  for (const [name, value] of said) if (!SAME.includes(name) && !(name === 'offers' && value === 'market')) return;
  const plan = (said.get('plan') || '').replace(/^[^?]*\?/, '').replace(/^v=1(&|$)/, '');
  const found = [...document.querySelectorAll('template[data-plan]')].find(({ dataset }) => dataset.lang === lang && dataset.plan.replace(/^v=1(&|$)/, '') === plan);
  if (!found) return;
  const sheet = new CSSStyleSheet();
  // As the answer itself is set, in the column that it will have; until the element is there, without the widget's colours.
  sheet.replaceSync(`[slot="first"] { font-size: 19px; line-height: 30px; } [slot="first"] p { margin: 0 0 10px; }
    [slot="first"] p + p { font-size: 13px; line-height: 20px; opacity: .8; } [slot="first"] b.sz-hot { color: var(--sz-accent, inherit); }
    suanzu-plan:not(:defined) { display: block; padding: 19px; font-family: system-ui, sans-serif; } suanzu-plan:not(:defined) > a { display: none; }
    @media (max-width: 460px) { [slot="first"] { font-size: 17px; line-height: 27px; } }`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  const theme = said.get('theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.style.colorScheme = theme;
  const box = document.createElement('div');
  box.slot = 'first';
  box.lang = lang === 'zh' ? 'zh-CN' : lang;
  box.append(found.content.cloneNode(true));
  document.querySelector('suanzu-plan').append(box);
})();
