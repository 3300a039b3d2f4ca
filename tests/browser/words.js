// Both languages are whole: no word of the other one is left over.
import { equal, hook, ok, open, test, text, unfoldAll, until } from './harness.js';

/**
 * Visible words and spoken attributes that match `pattern`, outside code and outside parts that name another language.
 * Runs in the page.
 */
function strangers({ pattern, own }) {
  const wrong = new RegExp(pattern, 'u');
  const found = [];
  const foreign = (element) => {
    const tagged = element.closest('[lang]');
    return !(tagged?.lang ?? '').toLowerCase().startsWith(own) || element.closest('code, pre, .sz-mono, script, style, noscript');
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (wrong.test(walker.currentNode.data) && !foreign(element) && element.checkVisibility()) found.push(walker.currentNode.data.trim());
  }
  for (const element of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt], [aria-description]')) {
    if (foreign(element)) continue;
    for (const name of ['aria-label', 'title', 'placeholder', 'alt', 'aria-description']) {
      const value = element.getAttribute(name);
      if (value && wrong.test(value)) found.push(`${name}: ${value}`);
    }
  }
  if (wrong.test(document.title)) found.push(`title: ${document.title}`);
  return [...new Set(found)].slice(0, 20);
}

const CJK = '[\\u3000-\\u303f\\u3400-\\u9fff\\uff01-\\uff5e]';
// Four Latin words in a row are a sentence; names such as "NVIDIA RTX PRO 6000" have digits or capitals in them.
const ENGLISH = "(?:^|[\\s(])(?:[a-z][a-z'-]+,? ){3,}[a-z]{2,}";

for (const [lang, tag, own, pattern] of [['zh', 'zh-CN', 'zh', ENGLISH], ['en', 'en', 'en', CJK]]) {
  test(`the ${lang} page has no word of the other language`, async () => {
    for (const query of ['', 'v=1&m=no-such-model&ctx=-1&zzz=1']) {
      const page = await open({ lang, query });
      equal(await page.locator('html').getAttribute('lang'), tag, '<html lang>');
      await unfoldAll(page);
      equal(await page.evaluate(strangers, { pattern, own }), [], `words of the other language (${query || 'default plan'})`);
    }
  });
}

test('the language switch changes every word and keeps the plan', async () => {
  const page = await open();
  const zh = await text(page, 'verdict');
  const figures = (words) => words.match(/\d+\.\d\d/g);
  const parts = figures(await text(page, 'parts'));
  await hook(page, 'lang').click();
  await until(() => page.locator('html').getAttribute('lang'), (lang) => lang === 'en', '<html lang> must be en');
  const en = await until(() => text(page, 'verdict'), (now) => now !== zh, 'the verdict must change its language');
  ok(!/[\u4e00-\u9fff]/.test(en), `an English verdict: ${en}`);
  equal(figures(await text(page, 'parts')), parts, 'the figures stay');
  await page.reload();
  await until(() => page.locator('html').getAttribute('lang'), (lang) => lang === 'en', 'the choice must outlive a reload');
});
