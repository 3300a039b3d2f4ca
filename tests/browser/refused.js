// A widget of which something is refused, missing, changed or late: its readers see something calm, and its host hears of it.
import { equal, ok, plain, test, until } from './harness.js';
import { hook, published, told, used } from './site.js';

const V1 = 'embed/v1/';
const isProgram = (path) => path.endsWith('.wasm');
const never = new Promise(() => {});
/** What browsers say about it on the console, which is their own. */
const EXPECTS = /Content Security Policy|Content-Security-Policy|Failed to load resource|integrity|CSP|MIME/;

/**
 * The two ways to embed: the tag with `inner` in it, the script that it takes, and where what a reader sees is. The frame lies on
 * another origin than its host, or on the same, where it gets one of its own.
 */
const WAYS = {
  'frame': { tag: (inner) => `<div id="w" data-suanzu>${inner}</div>`, script: 'loader.js', kind: 'async', box: (page) => page.frameLocator('#w iframe').locator('suanzu-plan'), far: true },
  'frame on the host\'s origin': { tag: (inner) => `<div id="w" data-suanzu>${inner}</div>`, script: 'loader.js', kind: 'async', box: (page) => page.frameLocator('#w iframe').locator('suanzu-plan') },
  'element': { tag: (inner) => `<suanzu-plan id="w">${inner}</suanzu-plan>`, script: 'element.js', kind: 'type="module"', box: (page) => page.locator('#w') },
};
const FRAME = WAYS.frame;
const OWN = '<a href="./">算租</a>';

/** Runs `use` on a host page whose widget has `files`, which say what is not as published. */
async function hosted(way, { files = () => undefined, inner = '', more = '', headers = {} }, use) {
  let far = '';
  const all = (path) => {
    if (path !== 'host.html' && path !== 'go.html') return files(path);
    // The address of the site is known only when it is there.
    const script = path === 'host.html' ? `${way.tag(inner)}<p id="own">页面自己的</p><script ${way.kind} src="${way.far ? far : ''}${V1}${way.script}"${more}></script>` : '';
    return { headers, body: `<!doctype html><html lang="zh"><head><meta charset="utf-8"><title>Host</title></head><body>${script}</body></html>` };
  };
  await used(all, 'go.html', { expects: EXPECTS, width: 800 }, async (page, site) => {
    far = site.far;
    await page.goto(`${site.near}host.html`);
    await use(page, site);
  });
}

const answers = async (box) => ok(/[¥$]\d/.test(plain(await hook(box, 'verdict').innerText())), 'it answers');
const errors = (page) => until(() => told(page, 'error'), (all) => all.length > 0, 'the host must hear of it');

/** What can be wrong with the program: what the server gives in its place. */
const WRONG = {
  // Still a program, of which every byte but a note at the end is the same: only the hash tells.
  changed: async (path) => Buffer.concat([await published(path), Buffer.from([0, 2, 1, 120])]),
  missing: () => ({ status: 404, body: '' }),
};

for (const [name, way] of Object.entries(WAYS)) {
  for (const [what, wrong] of Object.entries(WRONG)) {
    test(`widget, ${name}: a program that is ${what} is told to reader and host, and another try works`, async () => {
      let bad = true;
      await hosted(way, { files: (path) => (bad && isProgram(path) ? wrong(path) : undefined) }, async (page) => {
        const panel = way.box(page).locator('[role="alert"]');
        ok(/没有下载成功/.test(await panel.innerText()), 'the panel');
        const [error, ...more] = await errors(page);
        equal([error.code, error.messages, more], ['load', [], []], 'what the host hears');
        ok(error.message, 'in words');
        ok(await page.locator('#own').isVisible(), 'the page of the host is as it was');
        bad = false;
        // Firefox's driver does not reach with mouse and keys into a frame of another site.
        await panel.locator('button').evaluate((node) => node.click());
        await answers(way.box(page));
        equal((await until(() => told(page, 'ready'), (all) => all.length > 0, 'ready')).length, 1, 'and says so');
      });
    });
  }

  test(`widget, ${name}: a program that never comes is given up`, async () => {
    const quick = async (path) => {
      if (isProgram(path)) return never;
      return path === `${V1}element.js` ? (await published(path)).toString().replace('SLOW = 60_000', 'SLOW = 800') : undefined;
    };
    await hosted(way, { files: quick }, async (page) => {
      ok(/没有下载成功/.test(await way.box(page).locator('[role="alert"]').innerText()), 'the panel');
      equal((await errors(page))[0].code, 'load', 'what the host hears');
    });
  });

  test(`widget, ${name}: a policy that forbids programs is told to reader and host`, async () => {
    const policy = { 'content-security-policy': "script-src 'self' 'unsafe-inline'" };
    const files = async (path) => (path === `${V1}frame.html` ? { headers: policy, body: await published(path) } : undefined);
    await hosted(way, { files, headers: way.script === 'element.js' ? policy : {} }, async (page) => {
      const box = way.box(page);
      ok(/没有下载成功/.test(await box.locator('[role="alert"]').innerText()), 'the panel');
      const [error] = await errors(page);
      ok(error.code === 'load' && /wasm|WebAssembly|eval/i.test(error.message), JSON.stringify(error));
    });
  });

  test(`widget, ${name}: a changed script is refused, and what stood in its place stays`, async () => {
    let bad = true;
    const hashes = JSON.parse(await published(`${V1}integrity.json`));
    const files = async (path) => (bad && path === V1 + way.script ? `${await published(path)}\n// changed` : undefined);
    await hosted(way, { files, inner: OWN, more: ` crossorigin="anonymous" integrity="${hashes[way.script]}"` }, async (page) => {
      await page.waitForLoadState('load');
      equal(await page.locator('#w').evaluate((node) => [node.innerText.trim(), node.checkVisibility(), node.children.length]), ['算租', true, 1], 'what the host wrote');
      equal(await page.evaluate(() => [typeof globalThis.suanzu, Boolean(customElements.get('suanzu-plan'))]), ['undefined', false], 'nothing of the script has run');
      bad = false;
      await page.reload();
      await answers(way.box(page));
      equal(await page.getByRole('link', { name: '算租', exact: true }).count(), 0, 'and nothing is there twice');
    });
  });
}

/** What can keep a frame from saying anything: what is not as published, or what the host's page does not allow. */
const SILENT = {
  'not found': { files: (path) => (path === `${V1}frame.html` ? { status: 404, body: 'not here' } : undefined) },
  'refused by the host\'s policy': { headers: { 'content-security-policy': "frame-src 'none'" } },
  'refused by its own server': { files: async (path) => (path === `${V1}frame.html` ? { headers: { 'content-security-policy': "frame-ancestors 'none'" }, body: await published(path) } : undefined) },
  'without its script': { files: (path) => (path === `${V1}element.js` ? { status: 404, body: '' } : undefined) },
  'too long on its way': {
    files: async (path) => {
      if (path === `${V1}frame.html`) return never;
      return path === `${V1}loader.js` ? (await published(path)).toString().replace('SLOW = 60_000', 'SLOW = 800') : undefined;
    },
  },
};
for (const [what, wrong] of Object.entries(SILENT)) {
  test(`widget, frame: one that is ${what} gives way to what the host wrote there`, async () => {
    await hosted(FRAME, { ...wrong, inner: OWN }, async (page) => {
      const [error] = await errors(page);
      equal([error.code, Boolean(error.message)], ['load', true], 'what the host hears');
      equal(await page.locator('#w').evaluate((node) => [node.innerText.trim(), node.querySelectorAll('iframe').length]), ['算租', 0], 'what stands there');
      equal(await page.evaluate(() => document.getElementById('w').suanzu.getReport().catch(() => 'refused')), 'refused', 'a report');
    });
  });
}

test('widget, frame: one that is lost leaves a link to the plan where the host wrote nothing, and can be tried again', async () => {
  let bad = true;
  const tag = '<div id="w" data-suanzu data-plan="m=qwen2.5-72b">\n</div>';
  await hosted({ ...FRAME, tag: () => tag }, { files: (path) => (bad && path === `${V1}frame.html` ? { status: 404, body: '' } : undefined) }, async (page, site) => {
    await errors(page);
    equal(await page.locator('#w a').evaluate((node) => [node.href, node.rel]), [`${site.far}?m=qwen2.5-72b`, 'noopener'], 'the link');
    bad = false;
    await page.evaluate(() => {
      const box = document.getElementById('w');
      box.suanzu.remove();
      globalThis.suanzu.mount(box);
    });
    await answers(FRAME.box(page));
    equal(await page.locator('#w > *').count(), 1, 'the frame alone');
  });
});

test('widget, frame: a host that waits for ready hears that it failed, without words', async () => {
  const files = (path) => (isProgram(path) ? { status: 404, body: '' } : undefined);
  await used((path) => (path === 'host.html' ? '<!doctype html><title>Host</title>' : files(path)), 'host.html', { expects: EXPECTS }, async (page, site) => {
    await page.evaluate((src) => {
      globalThis.said = [];
      addEventListener('message', ({ data }) => globalThis.said.push(data));
      document.body.append(Object.assign(document.createElement('iframe'), { src, height: 400 }));
    }, `${site.far}${V1}frame.html#nonce=secret&plan=m%3Dqwen2.5-7b`);
    const said = await until(() => page.evaluate(() => globalThis.said), (all) => all.some(({ type }) => type === 'error'), 'error');
    equal(said.find(({ type }) => type === 'error').detail, { code: 'load', message: '', messages: [] }, 'what is said');
    equal([...new Set(said.map(({ type }) => type))].sort(), ['error', 'open', 'resize'], 'and nothing else');
  });
});

test('widget, frame: out of sight it waits and is not given up, and what was asked of it early is done', async () => {
  const tag = '<p style="height: 9000px">…</p><div id="w" data-suanzu></div>';
  await hosted({ ...FRAME, tag: () => tag }, {}, async (page) => {
    await page.waitForFunction(() => document.getElementById('w').suanzu);
    await page.evaluate(() => document.getElementById('w').suanzu.setPlan('m=qwen2.5-72b'));
    await page.waitForTimeout(6_000);
    equal([await told(page, 'error'), await page.locator('#w iframe').count()], [[], 1], 'it waits');
    await page.locator('#w').scrollIntoViewIfNeeded();
    await answers(FRAME.box(page));
    const [change] = await until(() => told(page, 'change'), (all) => all.some(({ plan }) => plan.includes('qwen2.5-72b')), 'the plan it was asked for');
    ok(change.plan.includes('qwen2.5-72b'), 'from the first answer on');
  });
});
