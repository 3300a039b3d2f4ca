// What people ask about the time: what they measure, what a replica carries, which card is worth more.
import { equal, hook, ok, open, plain, test, text, until } from './harness.js';

const parameters = (page) => new URL(page.url()).searchParams;
const TRAIN = 'v=1&task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1';
const SERVE = 'v=1&task=serve&m=qwen2.5-7b&users=8';

/** Opens a panel and waits for its answer. */
async function ask(page, id) {
  await page.locator(`#q-${id} > summary`).click();
  await page.locator(`#q-${id} [data-sz="says"] p`).first().waitFor();
  return page.locator(`#q-${id}`);
}

/** Types into a box of a panel. */
async function type(panel, id, value) {
  await panel.locator(`#${id}`).fill(String(value));
  await panel.locator(`#${id}`).blur();
}

const said = async (panel) => plain(await panel.locator('[data-sz="says"]').innerText());
const rows = (panel) => panel.locator('table').first().locator('tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent.trim())));
const number = (words) => Number(words.replace(/[^\d.]/g, ''));

for (const lang of ['zh', 'en']) {
  test(`what somebody measures is judged, and slow gets its causes with their checks: ${lang}`, async () => {
    const page = await open({ lang, query: TRAIN });
    const panel = await ask(page, 'slow');
    await type(panel, 'q-slow-rate', 300);
    await until(() => said(panel), (now) => (lang === 'zh' ? now.includes('偏慢') : now.includes('slow, ')), 'far below the range it is slow');
    const causes = panel.locator('[data-sz="steps"] p');
    ok(await causes.count() >= 4, 'the likely causes');
    ok(/nvidia-smi/.test(await panel.locator('[data-sz="steps"]').innerText()), 'with the check that tells');
    await type(panel, 'q-slow-rate', 1_000_000);
    await until(() => said(panel), (now) => (lang === 'zh' ? now.includes('比范围还快') : now.includes('faster than the range')), 'far above it is faster');
  });
}

test('what is expected is normal, and a measurement replaces the estimate and says how far it was off', async () => {
  const page = await open({ query: TRAIN });
  const panel = await ask(page, 'slow');
  const expected = number((await said(panel)).match(/预计 ([\d,]+) token\/秒/)[1]);
  await type(panel, 'q-slow-rate', expected);
  await until(() => said(panel), (now) => now.includes('正常'), 'the expected rate is normal');
  const before = await text(page, 'figures');
  await type(panel, 'q-slow-rate', Math.round(expected / 2));
  await panel.getByRole('button', { name: '按我的实测算答案' }).click();
  await until(async () => parameters(page).get('mtps') ?? page.url(), (now) => number(now) === Math.round(expected / 2), 'the measurement is in the plan');
  await until(() => text(page, 'figures'), (now) => now !== before, 'the answer changes');
  await until(async () => plain(await page.locator('#time').innerText()), (now) => /[+＋]?100%/.test(now), 'twice as long as expected is said');
});

test('a replica carries fewer users the shorter they may wait, and an API price stands beside its own', async () => {
  const page = await open({ query: SERVE });
  const panel = await ask(page, 'carry');
  const most = async () => number((await said(panel)).match(/最多扛 ([\d,]+) 人/)[1]);
  const free = await most();
  const curve = await rows(panel);
  ok(curve.length >= 3, `${curve.length} rows of the curve`);
  const column = (at) => curve.map((row) => number(row[at]));
  ok(column(0).every((n, i, all) => !i || n > all[i - 1]), 'more users row by row');
  ok(column(3).every((n, i, all) => !i || n >= all[i - 1]), 'and never fewer tokens a second');
  const each = number((await said(panel)).match(/每个 token ([\d.]+) 毫秒/)[1]);
  await type(panel, 'q-carry-tpot', Math.ceil(each * 1.05));
  await until(most, (now) => now >= 1 && now < free, 'fewer keep the latency');
  await type(panel, 'q-carry-api-in', 4);
  await type(panel, 'q-carry-api-out', 12);
  await until(() => said(panel), (now) => /API 要 .+自己部署要 .+便宜/.test(now), 'both prices of the same request');
});

test('the offers can be ordered by the price of the work, and the reason is one press away', async () => {
  const page = await open({ query: 'v=1&task=lora&m=qwen2.5-1.5b&tok=120000000&region=any' });
  const head = page.locator('[data-sz="offers"] thead').getByRole('button', { name: '百万 token' });
  await head.click();
  const prices = async () => (await page.locator('[data-sz="offers"] tbody .o-work').allInnerTexts()).map(number).filter((n) => n > 0);
  const sorted = await prices();
  ok(sorted.length >= 8 && sorted.every((n, i, all) => !i || n >= all[i - 1]), `in order: ${sorted}`);
  await hook(page, 'why-worth').click();
  await until(() => page.evaluate(() => document.activeElement?.parentElement?.id), (id) => id === 'q-worth', 'the panel takes the focus');
  const panel = page.locator('#q-worth');
  await panel.locator('table tbody tr').first().waitFor();
  // 82.6 against 19.5 TFLOP/s in 32 bits, half of the work done.
  const words = await said(panel);
  ok(/FP32 是 .+ 的 4\.2\d* 倍/.test(words), words);
  const done = number(words.match(/前者是后者的 ([\d.]+) 倍/)[1]);
  ok(done > 0.35 && done < 0.7, `${done} of the work`);
});

test('what holds a job up is named with its cost, and what a better part costs', async () => {
  const page = await open({ query: TRAIN });
  const panel = await ask(page, 'holds');
  ok(/每步 .+–.+，每轮 .+–.+，.+ 轮一共 .+–/.test(await said(panel)), 'step, epoch and run with their ranges');
  const shares = (await rows(panel)).map((row) => number(row[1]));
  ok(Math.abs(shares.reduce((a, b) => a + b, 0) - 100) <= shares.length, `shares of the time: ${shares}`);
  ok(await panel.locator('[data-sz="steps"] p').count() >= 3, 'what to lift');
  const switches = await ask(page, 'switch');
  const mixed = (await rows(switches)).find((row) => row[0].includes('混合精度'));
  equal(mixed?.[3].replace(/\s/g, ''), '1.8–2.2', 'the measured range of mixed precision');
});

test('getting there: hours and cost of starting are those of the bill', async () => {
  const page = await open({ query: TRAIN });
  const panel = await ask(page, 'start');
  const words = await said(panel);
  const row = page.locator('[data-sz="bill"] tbody tr', { hasText: '启动与下载' }).first();
  const hours = plain(await row.locator('td').first().innerText()).match(/×\s*([\d.]+)\s*(分钟|小时)/);
  const amount = await row.locator('td.r').first().innerText();
  ok(words.replace(/\s/g, '').includes(`开机一共${hours[1]}${hours[2]}`), `${hours[0]}: ${words}`);
  const cost = number(words.match(/合 ¥([\d.,]+)/)[1]);
  ok(Math.abs(cost - Number(amount)) <= 0.1, `${amount}: ${words}`);
});

test('getting there: what passes before the first step, by the stated bandwidth', async () => {
  const page = await open({ query: TRAIN });
  const panel = await ask(page, 'start');
  await type(panel, 'q-start-down', 100);
  await type(panel, 'q-start-data', 20);
  // 20 GB at 100 Mbit/s, of which hubs give four fifths: 20 · 8,000 / 80 = 2,000 s.
  const data = async () => ((await rows(panel)).find((row) => row[0].includes('数据')) ?? []).map((cell) => cell.replace(/\s/g, ''));
  await until(data, (row) => row[1] === '20GB' && row[2] === '33分钟', 'the data comes down in 33 minutes');
  await type(panel, 'q-start-down', 1000);
  await until(data, (row) => row[2] === '3分钟', 'ten times the bandwidth, a tenth of the time');
  const share = async () => number((await said(panel)).match(/占开机时间 ([\d.]+)%/)?.[1] ?? await said(panel));
  const few = await share();
  await type(panel, 'q-start-starts', 5);
  await until(share, (now) => now > few, 'started five times, more of the rental is no work');
});
