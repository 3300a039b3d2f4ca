// What people bring: a failure, a command, files, the size of a data set.
import { mkdtempSync, openSync, writeSync, ftruncateSync, closeSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { equal, hook, ok, open, plain, test, text, unfold, until } from './harness.js';

const parameters = (page) => new URL(page.url()).searchParams;
const OOM = 'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB. GPU 0 has a total capacity of 23.64 GiB of which 1.10 GiB is free. '
  + 'Process 1 has 22.50 GiB memory in use. Of the allocated memory 21.90 GiB is allocated by PyTorch, and 90.00 MiB is reserved by PyTorch but unallocated.';

for (const lang of ['zh', 'en']) {
  test(`a pasted failure stands beside the plan, and stays in the page: ${lang}`, async () => {
    const page = await open({ lang, query: 'v=1&task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1' });
    const [from, requests] = [page.url(), []];
    await unfold(page, 'bring');
    // The page keeps itself for use without a network three seconds after its answer.
    const kept = new URL('keep.js', page.url()).href;
    page.on('request', (request) => request.url() === kept || requests.push(request.url()));
    await hook(page, 'bring-text').fill(OOM);
    await hook(page, 'oom').waitFor();
    const table = await text(page, 'oom');
    for (const figure of ['23.6 GiB', '21.9 GiB', '2 GiB', '1.1 GiB']) ok(table.replace(/\.0 GiB/g, ' GiB').includes(figure), `${figure} in ${table}`);
    ok(/\d/.test(await text(page, 'oom-causes')), 'a cause with its figure');
    const changes = await page.locator('[data-sz="oom-changes"] > li').count();
    ok(changes >= 1 && changes <= 3, `${changes} changes`);
    await page.waitForTimeout(1200);
    equal(page.url(), from, 'nothing pasted enters the link');
    equal(requests, [], 'nothing pasted leaves the page');
    await page.locator('[data-sz="oom-changes"] [data-sz="apply"]').first().click();
    await until(async () => page.url(), (now) => now !== from, 'a change becomes the plan');
    ok(!/CUDA|allocate/i.test(decodeURIComponent(page.url())), 'and nothing else');
  });
}

test('a pasted start command becomes the plan, and what is not understood is listed', async () => {
  const page = await open();
  await unfold(page, 'bring');
  await hook(page, 'bring-text').fill('vllm serve Qwen/Qwen2.5-72B-Instruct-AWQ --tensor-par 4 --max-model-len 32768 --no-such-flag 3 --port 8000');
  await hook(page, 'start-odd').waitFor();
  const odd = await text(page, 'start-odd');
  ok(odd.includes('--no-such-flag 3') && odd.includes('tensor-parallel-size'), odd);
  await hook(page, 'bring-apply').click();
  await until(async () => parameters(page).get('m'), (m) => m === 'qwen2.5-72b', 'the model of the command');
  const now = parameters(page);
  equal(['task', 'tp', 'ctx', 'q'].map((key) => now.get(key)), ['serve', '4', '32768', 'awq'], 'settings of the command');
});

test('a data set becomes tokens by a stated ratio', async () => {
  const page = await open();
  await unfold(page, 'bring');
  await hook(page, 'bring-text').fill('350 MB');
  await hook(page, 'bring-apply').waitFor();
  ok(/7,?000 万/.test(await text(page, 'brought')), await text(page, 'brought'));
  await hook(page, 'bring-apply').click();
  await until(async () => parameters(page).get('tok'), (tok) => Number(tok) === 70_000_000, '350 MB at 5 bytes a token');
});

/** A header as of a Llama of this size, and the bytes of the file. */
function header({ layers, hidden, q, kv, ffn, vocab }) {
  const tensors = {};
  let at = 0;
  const add = (name, ...shape) => {
    const bytes = 2 * shape.reduce((all, side) => all * side, 1);
    tensors[name] = { dtype: 'BF16', shape, data_offsets: [at, at + bytes] };
    at += bytes;
  };
  add('model.embed_tokens.weight', vocab, hidden);
  for (let layer = 0; layer < layers; layer += 1) {
    const name = (part) => `model.layers.${layer}.${part}.weight`;
    add(name('self_attn.q_proj'), q, hidden);
    add(name('self_attn.k_proj'), kv, hidden);
    add(name('self_attn.v_proj'), kv, hidden);
    add(name('self_attn.o_proj'), hidden, q);
    for (const part of ['mlp.gate_proj', 'mlp.up_proj']) add(name(part), ffn, hidden);
    add(name('mlp.down_proj'), hidden, ffn);
    for (const part of ['input_layernorm', 'post_attention_layernorm']) add(name(part), hidden);
  }
  add('model.norm.weight', hidden);
  add('lm_head.weight', vocab, hidden);
  const json = Buffer.from(JSON.stringify(tensors));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return { bytes: Buffer.concat([length, json]), size: 8 + json.length + at };
}

test('a file of 240 GB is read by its header, and its layers travel in the link', async () => {
  const { bytes, size } = header({ layers: 90, hidden: 10_240, q: 12_288, kv: 1_024, ffn: 34_816, vocab: 64_000 });
  ok(size > 200e9, `${size} bytes`);
  const folder = mkdtempSync(join(tmpdir(), 'suanzu-'));
  const path = join(folder, 'own.safetensors');
  try {
    const file = openSync(path, 'w');
    writeSync(file, bytes);
    ftruncateSync(file, size);
    closeSync(file);
    const page = await open({ query: 'v=1&task=serve' });
    await unfold(page, 'bring');
    await hook(page, 'bring-files').setInputFiles(path);
    await hook(page, 'bring-apply').waitFor();
    ok(/GiB/.test(await text(page, 'brought')), 'the exact bytes are said');
    await hook(page, 'bring-apply').click();
    const ma = await until(async () => parameters(page).get('ma'), Boolean, 'the layers must be in the link');
    ok(ma.includes('h:10240') && ma.includes('90*'), ma);
    ok(parameters(page).get('wf')?.startsWith('none:'), 'and the exact bytes');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

for (const [id, name] of [['reverse', '改哪里就放得下'], ['bring', '贴报错或配置']]) {
  test(`what does not fit leads to the way out: ${id}`, async () => {
    const page = await open({ query: 'v=1&task=full&m=qwen2.5-72b&g=rtx-4090-24g&n=1', near: false });
    await page.locator('#answer').getByRole('link', { name }).click();
    await until(() => page.evaluate(() => document.activeElement?.parentElement?.id), (now) => now === id, 'the panel takes the focus');
    ok(await page.locator(`#${id}`).evaluate((panel) => panel.open), 'and is open');
    await until(() => page.locator(`#${id} .sz-wait`).count(), (left) => left === 0, 'its piece arrives');
  });
}

test('a model that is not in the list leads to the box that reads files', async () => {
  const page = await open();
  await page.locator('#model').click();
  await page.locator('#model').fill('my-own-model-9x');
  await page.locator('#models li').last().click();
  await until(() => page.evaluate(() => document.activeElement?.parentElement?.id), (now) => now === 'bring', 'the panel takes the focus');
  await hook(page, 'bring-text').waitFor();
});

test('what does not fit: each change says whether it does then, how long it takes and what it costs', async () => {
  const page = await open({ query: 'v=1&task=full&m=qwen2.5-7b&g=h100-sxm-80g&n=1&region=any' });
  await unfold(page, 'reverse');
  const table = page.locator('[data-sz="changes"] tbody tr');
  await until(() => hook(page, 'reverse-answers').getAttribute('aria-busy'), (busy) => busy === 'false', 'all changes must be priced');
  const rows = await table.evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
  ok(rows.some((row) => /(小时|分钟|天)/.test(row[2]) && /\d/.test(row[3])), `one fits, with time and total: ${JSON.stringify(rows)}`);
  ok(rows.some((row) => row[2] === '还放不下' && row[3] === ''), `one does not, and has neither: ${JSON.stringify(rows)}`);
});

for (const lang of ['zh', 'en']) {
  test(`what does not fit says what makes it fit, and one click does it: ${lang}`, async () => {
    const page = await open({ lang, query: 'v=1&ctx=4096&g=rtx-4090-24g&n=1&tok=5e6', near: false });
    ok(/24\.9 GiB/.test(plain(await text(page, 'verdict'))) && /24\.0 GiB/.test(plain(await text(page, 'verdict'))), await text(page, 'verdict'));
    await until(() => hook(page, 'ways').getAttribute('aria-busy'), (busy) => busy === 'false', 'all ways out must be priced');
    const rows = (await page.locator('[data-sz="ways"] li').allInnerTexts()).map(plain);
    equal(rows.length, 3, 'three ways out');
    for (const row of rows) ok(/[\d.]+ GiB/.test(row) && /¥/.test(row), row);
    await page.locator('[data-sz="ways"] [data-sz="apply"]').first().click();
    await until(async () => (await page.locator('[data-sz="ways"]').count()), (left) => left === 0, 'it fits now');
  });
}

test('a pasted failure stays with the plan it was pasted with', async () => {
  const page = await open({ query: 'v=1&task=full&m=qwen2.5-7b&g=rtx-4090-24g&n=1' });
  await unfold(page, 'bring');
  await hook(page, 'bring-text').fill(OOM);
  await hook(page, 'oom').waitFor();
  const [before, from] = [await text(page, 'oom'), page.url()];
  equal(await hook(page, 'oom-moved').count(), 0, 'the plan is the one it was pasted with');
  await page.locator('[data-sz="oom-changes"] [data-sz="apply"]').first().click();
  await until(async () => page.url(), (now) => now !== from, 'a change becomes the plan');
  await hook(page, 'oom-moved').waitFor();
  equal(await text(page, 'oom'), before, 'what was predicted then still stands');
  await hook(page, 'oom-moved').getByRole('button').click();
  await until(() => text(page, 'oom'), (now) => now !== before, 'beside the plan of now when that is asked for');
  equal(await hook(page, 'oom-moved').count(), 0, 'and nothing has moved since');
});
