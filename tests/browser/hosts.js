// The example hosts of examples/hosts, each made with the tools that its kind of page is made with, and used as its reader would.
import { cp, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import markdown from 'markdown-it';
import { build } from 'vite';
import { PAGE, equal, ok, plain, test, until } from './harness.js';
import { hook, published, told, used } from './site.js';

const HOSTS = fileURLToPath(new URL('../../examples/hosts/', import.meta.url));

for (const kind of ['react', 'vue']) {
  test(`host page built with Vite and ${kind}: starts, follows the page, tells changes and choices`, async () => {
    const folder = await mkdtemp(join(tmpdir(), 'suanzu-'));
    try {
      // Where the packages are found as in a project of its own.
      await cp(join(HOSTS, kind), folder, { recursive: true });
      await symlink(fileURLToPath(new URL('node_modules', import.meta.url)), join(folder, 'node_modules'));
      await build({ root: folder, base: './', logLevel: 'error' });
      const files = (path) => (path.startsWith(`embed/hosts/${kind}/`) ? readFile(join(folder, 'dist', path.slice(`embed/hosts/${kind}/`.length) || 'index.html')) : undefined);
      await used(files, `embed/hosts/${kind}/`, { lang: 'en' }, async (page) => {
        const box = page.locator('suanzu-plan');
        const first = plain(await hook(box, 'verdict').innerText());
        ok(/[¥$]\d/.test(first), `a verdict with a price: ${first}`);
        const answer = () => page.locator('#answer').innerText().then(plain);
        await until(answer, (now) => now === first, 'the page shows what it was told');
        await page.getByRole('button', { name: '32B' }).click();
        const second = await until(answer, (now) => now !== first, 'another model of the page is another answer');
        equal(plain(await hook(box, 'verdict').innerText()), second, 'the widget shows the same');
        ok((await told(page, 'change')).at(-1).plan.includes('m=qwen2.5-32b'), 'the plan of the change');
        await box.evaluate((node) => node.setOptions({ sections: 'bar,offers,actions' }));
        await hook(box, 'select').click();
        const [chosen] = await until(() => told(page, 'select'), (all) => all.length > 0, 'a choice must be told');
        ok(chosen.offer && chosen.plan.includes('qwen2.5-32b'), JSON.stringify(chosen));
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
}

test('an article in Markdown: the loader fills the box, the frame alone works too', async () => {
  const source = (await readFile(join(HOSTS, 'article.md'), 'utf8')).replace(/^---[\s\S]*?---\n/, '').replaceAll('https://calc.example/', PAGE.href);
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Article</title></head><body>${markdown({ html: true }).render(source)}</body></html>`;
  await used((path) => (path === 'article.html' ? html : undefined), 'article.html', { lang: 'en' }, async (page) => {
    const [box, alone] = [page.frameLocator('[data-suanzu] iframe'), page.frameLocator('body > iframe, p > iframe')];
    const first = plain(await hook(box, 'verdict').innerText());
    ok(/[¥$]\d/.test(first) && first.length > 20, first);
    const [change] = await until(() => told(page, 'change'), (all) => all.length > 0, 'the first answer is told');
    equal(plain(change.summary.text), first, 'what is told is what is shown');
    await box.locator('suanzu-plan select').first().selectOption('full');
    await until(() => told(page, 'change'), (all) => all.at(-1).plan.includes('task=full'), 'a change is told');
    await page.locator('iframe').last().scrollIntoViewIfNeeded();
    equal(plain(await hook(alone, 'verdict').innerText()), first, 'the frame alone answers the same');
  });
});

/** A strict policy of a shop that has the files on its own origin. */
const STRICT = { 'content-security-policy': "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'self'" };

test('an order page under a strict policy: only its own offers, the choice marks the plan', async () => {
  const files = async (path) => (path === 'embed/hosts/order.html' ? { headers: STRICT, body: await published(path) } : undefined);
  await used(files, 'embed/hosts/order.html', {}, async (page) => {
    const box = page.frameLocator('#calc iframe');
    const said = page.locator('#chosen');
    await until(() => hook(box, 'scope').innerText().then(plain), (now) => now.includes('只比较本店的'), 'whose offers are compared');
    const verdict = () => hook(box, 'verdict').innerText().then(plain);
    await until(async () => plain(await said.innerText()) === await verdict(), Boolean, 'the page says the answer');
    ok(await box.locator('select').first().isDisabled(), 'what the page fixes cannot be changed');
    await hook(box, 'select').click();
    const [chosen] = await until(() => told(page, 'select'), (all) => all.length > 0, 'a choice must be told');
    equal(plain(await page.locator('#plans li.on').getAttribute('data-offer')), chosen.offer, 'the chosen plan is marked');
    ok(plain(await said.innerText()).includes(chosen.offer), 'and named');
  });
});

test('an article in plain HTML: starts, and an answer follows a change', async () => {
  await used(() => undefined, 'embed/hosts/plain.html', {}, async (page) => {
    const box = page.frameLocator('[data-suanzu] iframe');
    const first = plain(await hook(box, 'verdict').innerText());
    await box.locator('suanzu-plan select').first().selectOption('serve');
    const changed = await until(() => told(page, 'change'), (all) => all.some(({ plan }) => plan.includes('task=serve')), 'a change is told');
    ok(plain(changed.at(-1).summary.text) !== first, 'another job has another answer');
  });
});
