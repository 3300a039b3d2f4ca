// Compiled with `tsc --strict`, never run: what a user of the package writes, and what must not compile.
import { catalog, decode, encode, report, size, version } from 'suanzu';
import type { Catalog, Decoded, Plan, Report, Size } from 'suanzu';

const plan: Plan = { task: 'lora', m: 'qwen2.5-7b', ctx: 2048, g: ['rtx-4090-24g'] };
const answer: Report = report(plan, { today: '2026-12-02', lines: 'all' });
const total: { low: number; likely: number; high: number; currency: string } | null | undefined = answer.verdict.total;
const names: string[] = answer.ranked.map((entry) => `${entry.count} × ${entry.gpu}: ${entry.memory.likely} of ${entry.memory.usable}`);
const sizes: Size = size('v=1&task=serve');
const first: string | undefined = sizes.cards[0]?.fit;
const link: string = encode(plan);
const decoded: Decoded = decode(link);
const again: string = encode(decoded.plan);
const facts: Catalog = catalog();
const memory: number = facts.gpus[0]!.memory_gb;
const said: string = version();
report();
report(null, null);

// @ts-expect-error a date is a string
report(plan, { today: 20261202 });
// @ts-expect-error a plan is no number
size(42);
// @ts-expect-error there is no such field
answer.verdict.price;

export { total, names, first, again, memory, said };
