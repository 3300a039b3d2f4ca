// Compiled with `tsc --strict`, never run: what a host of the widget writes, and what must not compile.
import type { Report, SuanzuCalls, SuanzuEnvelope, SuanzuEvents, SuanzuFrame, SuanzuOptions, SuanzuPlanElement, SuanzuSummary } from 'suanzu-widget';

const options: SuanzuOptions = { plan: 'm=qwen2.5-7b', lang: 'en', theme: 'dark', offers: 'beside' };
const element: SuanzuPlanElement = document.createElement('suanzu-plan');
element.setOptions(options);
element.setPlan(element.plan);
element.setOffers({ suanzu: 1, offers: [] });
element.print();
const language: 'zh' | 'en' = element.language;
const report: Promise<Report> = element.getReport();
element.addEventListener('sz:change', ({ detail }) => {
  const summary: SuanzuSummary = detail.summary;
  const likely: number | undefined = summary.rent?.total.likely;
  return [detail.plan, likely];
});
element.addEventListener('sz:select', ({ detail }) => detail.offer + (detail.url ?? ''));
const frame: SuanzuFrame | undefined = window.suanzu?.mount(document.createElement('div'));
frame?.remove();
const calls: SuanzuCalls = element;
const hello: SuanzuEnvelope = { suanzu: 1, type: 'hello', nonce: 'secret' };
const resized: SuanzuEvents['sz:resize'] = { height: 474 };
function read(message: SuanzuEnvelope): number | string {
  if (message.type === 'resize') return message.detail.height;
  return message.type === 'change' ? message.detail.summary.text : message.type;
}

// @ts-expect-error there is no such option
const odd: SuanzuOptions = { colour: 'red' };
// @ts-expect-error there is no such version of the envelope
const later: SuanzuEnvelope = { suanzu: 2, type: 'open' };
// @ts-expect-error a plan is a text
element.setPlan(42);

export { language, report, calls, hello, resized, read, odd, later };
