// Starts the program. A classic script in <head>: it runs before anything is painted, and it is a file of its own because the
// content policy refuses inline scripts. What it promises:
//   * <html lang> and <html data-theme> are right before first paint (address, then what was chosen before, then the browser);
//   * the prerendered answer is hidden when the address carries a plan, and goes away once the program has drawn;
//   * when the program cannot start, or stops, #sz-help says so in the reader's language, and a prerendered answer that fits stays.
(() => {
  const root = document.documentElement;
  const script = document.currentScript;
  const query = new URLSearchParams(location.search);
  const stored = (key) => {
    try { return localStorage.getItem(key); } catch { return null; } // a sandboxed frame has no storage
  };

  const lang = [query.get('lang'), stored('sz-lang'), ...(navigator.languages || [])]
    .map((tag) => (/^zh/i.test(tag || '') ? 'zh' : /^en/i.test(tag || '') ? 'en' : null))
    .find(Boolean) || 'zh';
  root.lang = lang === 'zh' ? 'zh-CN' : 'en';
  const theme = query.get('theme') || stored('sz-theme');
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;

  // Settings of the page, not of the plan.
  const own = new Set(['v', 'lang', 'theme']);
  const hasPlan = [...query.keys()].some((key) => !own.has(key));

  const speak = (part) => {
    for (const node of part.querySelectorAll('[data-lang]')) node.hidden = node.dataset.lang !== lang;
  };

  const help = (why, error) => {
    const box = document.getElementById('sz-help');
    if (!box || !box.hidden) return;
    speak(box);
    for (const node of box.querySelectorAll('[data-why]')) node.hidden = node.dataset.why !== why;
    const detail = box.querySelector('[data-detail]');
    detail.textContent = String(error || '');
    detail.hidden = !error;
    box.querySelector('[data-reload]').href = location.href;
    box.hidden = false;
    root.dataset.state = why;
    const still = document.getElementById('prerender');
    if (still) still.hidden = hasPlan; // it answers the default plan only
  };

  // With panic = "abort" a Rust panic ends as this trap; after it the program's memory cannot be trusted.
  addEventListener('error', (event) => {
    if (typeof WebAssembly === 'object' && event.error instanceof WebAssembly.RuntimeError) help('crash', event.error);
  });

  // The body arrives after this script: get hold of the prerendered answer before it is painted.
  const early = new MutationObserver(() => {
    const still = document.getElementById('prerender');
    if (!still) return;
    still.hidden = hasPlan;
    speak(still);
  });
  early.observe(root, { childList: true, subtree: true });

  // The active row of a list stays in view when arrows walk past its edge.
  addEventListener('keydown', ({ target }) => requestAnimationFrame(() => {
    const active = target.getAttribute?.('aria-activedescendant');
    if (active) document.getElementById(active)?.scrollIntoView({ block: 'nearest' });
  }));

  const start = async () => {
    early.disconnect();
    const still = document.getElementById('prerender');
    if (still) speak(still);
    const drawn = new MutationObserver(() => {
      drawn.disconnect();
      document.getElementById('prerender')?.remove();
      root.dataset.state = 'ready';
      // After everything that the reader waits for.
      if (script.dataset.keep) setTimeout(() => import(new URL(script.dataset.keep, document.baseURI)), 3000);
    });
    drawn.observe(document.getElementById('app'), { childList: true });

    if (typeof WebAssembly !== 'object') return help('wasm');
    let init;
    try {
      // single.html has the program inside.
      init = globalThis.suanzuStart ?? (await import(new URL(script.dataset.js, document.baseURI))).default;
    } catch (error) {
      return help('load', error);
    }
    try {
      await init({ module_or_path: new URL(script.dataset.wasm, document.baseURI) });
    } catch (error) {
      const why = error instanceof WebAssembly.RuntimeError ? 'crash' : error instanceof WebAssembly.CompileError ? 'wasm' : 'load';
      help(why, error);
    }
  };
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
  else start();
})();
