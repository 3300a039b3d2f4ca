/** A value of a plan: what links write, a number, a switch, or a list of ids. */
export type PlanValue = string | number | boolean | readonly string[] | null | undefined;

/** A plan: a link (with or without its address), or an object with the keys of links (`catalog().keys` lists them). */
export type Plan = string | { readonly [key: string]: PlanValue };

export interface ReportOptions {
  /** The day the report is made for, "2026-12-02"; the catalog's own date unless given. */
  readonly today?: string;
  /** "all": every ranked offer, each with the lines of its bill. Unless given, the first 20 without. */
  readonly lines?: "all";
}

/** What a job needs on every card of the catalog, in the smallest number of cards that holds it. */
export function size(plan?: Plan | null): Size;
/** What to rent, from whom, and what it costs. The same value as `report --json`. */
export function report(plan?: Plan | null, options?: ReportOptions | null): Report;
/** The link of a plan in canonical form: only what differs from the usual values. */
export function encode(plan?: Plan | null): string;
/** What a link says; what could not be used comes back as warnings. */
export function decode(link: string): Decoded;
/** Cards, models, providers, offers, presets and the keys of plans. */
export function catalog(): Catalog;
/** Version of the engine. Equal versions give equal reports for equal dates; the first number changes when a type breaks. */
export function version(): string;
