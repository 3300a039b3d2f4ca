// The page without a network, a newer version while it is open, and the page as one file.
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PAGE, answered, equal, hook, launch, ok, open, test, text, until, whole } from './harness.js';

const kept = (page) => until(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller)), Boolean, 'the page must be kept');

for (const [lang, words, view] of [['zh', /没有网络/, '方法'], ['en', /No network/, 'Method']]) {
  test(`after the first visit the page works without a network, and says what it is: ${lang}`, async () => {
    const page = await open({ lang, near: false, serviceWorkers: 'allow', expects: /ERR_INTERNET_DISCONNECTED|Failed to fetch|net::ERR/ });
    await kept(page);
    const verdict = await text(page, 'verdict');
    equal(await page.locator('#sz-kept').count(), 0, 'with a network nothing is said');
    await page.context().setOffline(true);
    await page.reload();
    await answered(page);
    equal(await text(page, 'verdict'), verdict, 'the answer');
    await whole(page);
    await page.locator('.sz-adv li').first().waitFor();
    await page.getByRole('button', { name: view, exact: true }).first().click();
    await page.locator('#view').waitFor();
    const said = page.locator('#sz-kept');
    await said.waitFor();
    ok(words.test(await said.innerText()), `it says that it is stored: ${await said.innerText()}`);
    await page.context().setOffline(false);
    await page.reload();
    await answered(page);
    await page.waitForTimeout(4_000);
    equal(await page.locator('#sz-kept').count(), 0, 'with a network it is the page itself again');
  });
}

test('a page that stays open says when there is a newer version', async () => {
  let newer = false;
  const server = createServer(async (asked, answer) => {
    const got = await fetch(new URL(asked.url.slice(1), PAGE));
    let body = Buffer.from(await got.arrayBuffer());
    if (newer && asked.url.endsWith('sw.js')) body = Buffer.from(body.toString().replace(/VERSION = '\w+'/, "VERSION = 'next'"));
    answer.writeHead(got.status, { 'content-type': got.headers.get('content-type') });
    answer.end(body);
  });
  await new Promise((resume) => { server.listen(0, '127.0.0.1', resume); });
  const browser = await launch();
  try {
    const page = await browser.newPage({ locale: 'en-US' });
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    await answered(page);
    await kept(page);
    newer = true;
    await page.evaluate(async () => { await (await navigator.serviceWorker.getRegistration()).update(); });
    await page.locator('#sz-kept').waitFor();
    const said = await page.locator('#sz-kept').innerText();
    ok(/newer version/.test(said), `it says so: ${said}`);
  } finally {
    await browser.close();
    server.close();
  }
});

test('single.html runs from a folder, with every part', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'suanzu-'));
  const browser = await launch();
  try {
    const file = join(folder, 'single.html');
    await writeFile(file, Buffer.from(await (await fetch(new URL('single.html', PAGE))).arrayBuffer()));
    const page = await browser.newPage({ locale: 'zh-CN' });
    const lines = [];
    const asked = [];
    page.on('console', (message) => { if (['error', 'warning'].includes(message.type())) lines.push(message.text()); });
    page.on('pageerror', (error) => lines.push(String(error)));
    page.on('request', (request) => { if (!/^(data|blob):/.test(request.url())) asked.push(request.url()); });
    const url = pathToFileURL(file).href;
    await page.goto(url);
    await answered(page);
    await whole(page);
    await page.locator('.sz-adv li').first().waitFor();
    await page.getByRole('button', { name: '攻略', exact: false }).first().click();
    await page.locator('.sz-clm li').first().waitFor();
    equal(asked, [url], 'it asks for nothing');
    equal(lines, [], 'the console stays silent');
  } finally {
    await browser.close();
    await rm(folder, { recursive: true });
  }
});

test('two tabs do not disturb each other', async () => {
  const page = await open({ near: false });
  const other = await page.context().newPage();
  await other.goto(PAGE.href);
  await answered(other);
  const first = await text(other, 'verdict');
  await hook(page, 'field-model').fill('qwen2.5-72b');
  await hook(page, 'field-model').press('Enter');
  await until(() => text(page, 'verdict'), (now) => now !== first, 'the answer changes in one');
  equal(await text(other, 'verdict'), first, 'and stays in the other');
  await other.reload();
  await answered(other);
  equal(await text(other, 'verdict'), first, 'also when it is loaded anew');
});
