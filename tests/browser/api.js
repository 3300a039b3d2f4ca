// The JS API gives the same reports as the native program, byte for byte as JSON.
//   node api.js PACKAGE LINKS DAY DIGESTS   On stdin: for each line of LINKS what `report --json --each` says; its digest goes into
//   DIGESTS, for api-web.js, which compares in a page and in a worker.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder, list, day, digests] = process.argv.slice(2);
const api = await import(pathToFileURL(join(folder, 'node.js')));
const links = readFileSync(list, 'utf8').split('\n').filter(Boolean);
const different = [];
const native = [];
const wrong = [];
let at = 0;
for await (const line of createInterface({ input: process.stdin })) {
  const link = links[at++];
  const whole = JSON.stringify(JSON.parse(line));
  native.push([link, createHash('sha256').update(whole).digest('hex')]);
  if (whole !== JSON.stringify(api.report(link, { today: day }))) different.push(link);
  // A plan as an object is the same plan.
  const { plan } = api.decode(link);
  if (api.encode(plan) !== api.encode(link)) wrong.push(`${link}\n      as an object: ${JSON.stringify(plan)} gives ${api.encode(plan)}`);
  if (at % 100 === 1 && JSON.stringify(api.report(plan, { today: day })) !== JSON.stringify(api.report(link, { today: day }))) wrong.push(link);
}
writeFileSync(digests, JSON.stringify({ today: day, links: native }));
for (const link of different.slice(0, 10)) console.log(`      differs: ${link}`);
for (const text of wrong.slice(0, 10)) console.log(`      ${text}`);

const tests = [];
const check = (name, fine, detail = '') => {
  tests.push(fine);
  console.log(`test ${name} ... ${fine ? 'ok' : `FAILED ${detail}`}`);
};
check(`${at} reports are the same natively and through the API`, at === links.length && at >= 1_000 && different.length === 0, `${different.length} differ`);
check('a plan as an object is the plan of its link', wrong.length === 0, `${wrong.length} differ`);
const said = (work) => {
  try { work(); return ''; } catch (error) { return error.message; }
};
check('options of the wrong kind throw and say which',
  /today/.test(said(() => api.report('', { today: 'soon' }))) && /lines/.test(said(() => api.report('', { lines: 3 }))) &&
  /plan\.ctx/.test(said(() => api.report({ ctx: { deep: 1 } }))) && /plan/.test(said(() => api.size(42))));
const odd = api.report({ m: 'qwen2.5-7bb', ctx: 'banana' });
check('what a plan says wrongly comes back as warnings', odd.warnings.length === 2 && odd.verdict.kind === 'rent', JSON.stringify(odd.warnings));
const size = api.size({ task: 'serve', m: 'qwen2.5-7b' });
const big = size.cards.find((card) => card.gpu === 'h20-96g');
check('sizes name every card of the catalog', size.cards.length === api.catalog().gpus.length && big.fit === 'fits' && big.count === 1 &&
  Object.values(big.parts).reduce((a, b) => a + b) > 14e9, JSON.stringify(big));
check('the catalog has its tables', ['gpus', 'models', 'providers', 'offers', 'presets', 'keys'].every((name) => api.catalog()[name].length > 10));
const failed = tests.filter((fine) => !fine).length;
console.log(`api test: ${tests.length - failed} passed, ${failed} failed`);
process.exitCode = failed ? 1 : 0;
