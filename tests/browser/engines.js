// The two browsers behind one interface: Chromium, or, when SUANZU_FIREFOX names one, Firefox over WebDriver BiDi.
import { chromium, firefox } from 'playwright-core';

/** Path of the Firefox that the tests run in; without it they run in Chromium. */
export const FIREFOX = process.env.SUANZU_FIREFOX;
/** How long a page may take to start, and an answer to change, in ms: generous, since CI has two slow cores. */
export const PATIENCE = 15_000;
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

/** What a person has set in the system, and what gets into the way of tests. */
const prefs = (theme, scripts) => ({
  'ui.prefersReducedMotion': 1,
  'ui.systemUsesDarkTheme': theme === 'dark' ? 1 : 0,
  'layout.css.prefers-color-scheme.content-override': theme === 'dark' ? 0 : 1,
  'javascript.enabled': scripts,
  // The test of a host with a strict policy would hear that the host's own icon was refused.
  'browser.chrome.site_icons': false,
  'dom.max_script_run_time': 0,
});

/** Starts the browser. `theme` and `scripts` matter to Firefox only; Chromium is told for each page. */
export async function launch({ theme = 'light', scripts = true } = {}) {
  if (!FIREFOX) return chromium.launch({ executablePath: process.env.SUANZU_CHROMIUM ?? '/usr/bin/chromium', args: ARGS });
  const browser = await firefox.launch({ channel: 'moz-firefox', executablePath: FIREFOX, firefoxUserPrefs: prefs(theme, scripts) });
  // Firefox ESR does not know this command yet, and Playwright sends it for every page; the preferences above do its work.
  const session = browser._connection.toImpl(browser)._browserSession;
  const { send } = session;
  session.send = (command, parameters) => (command === 'emulation.setMediaFeaturesOverride' ? Promise.resolve({}) : send.call(session, command, parameters));
  return browser;
}
