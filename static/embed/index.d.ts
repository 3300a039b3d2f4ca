// Types of the Suanzu widget, generated from the table of options (tests/embed.rs).
import type { Report } from './engine.js';

export type { Report };

/** Options: attributes of the element, `data-…` of the container, `setOptions`. */
export interface SuanzuOptions {
  /** The plan it opens with: a link, or what follows the ? of one. */
  'plan'?: string | null;
  /** Language; auto takes the host page's lang, then the browser's. */
  'lang'?: 'auto' | 'zh' | 'en' | null;
  /** Light or dark; auto follows the system. */
  'theme'?: 'auto' | 'light' | 'dark' | null;
  /** Colour of buttons and links; moved towards the text where the contrast is too low. */
  'accent'?: string | null;
  /** line is the sentence and one link only. */
  'density'?: 'full' | 'line' | null;
  /** Which parts show; the sentence and the footer always do. */
  'sections'?: string | null;
  /** Inputs that cannot be changed: keys such as task, m, tok. */
  'readonly'?: string | null;
  /** Whose offers are compared: the market, own beside it, own first, own only; the page always says which. */
  'offers'?: 'market' | 'beside' | 'first' | 'only' | null;
  /** Which provider of the catalog counts as own; not needed with price-src. */
  'provider'?: string | null;
  /** Currency shown; the plan's unless given. */
  'currency'?: 'CNY' | 'USD' | null;
  /** A file of one's own offers (JSON). */
  'price-src'?: string | null;
  /** Where the order button leads; an offer's own url comes first. */
  'cta-url'?: string | null;
  /** Height; auto follows the content. */
  'height'?: 'auto' | number | null;
  /** Tells unknown options and messages on the console. */
  'debug'?: boolean | '' | null;
}

/** The answer in short. Words of enumerations may be added within version 1. */
export interface SuanzuSummary {
  /** The sentence that is shown. */
  text: string;
  kind: 'rent' | 'buy' | 'nothing_fits' | (string & {});
  /** Whose offers were compared in fact. */
  offers: 'market' | 'beside' | 'first' | 'only';
  rent?: {
    offer: string;
    /** One of the host's own offers. */
    own: boolean;
    provider: string;
    gpu: string;
    count: number;
    mode: 'ondemand' | 'spot' | 'monthly' | 'reserved' | (string & {});
    total: { low: number; likely: number; high: number };
    currency: 'CNY' | 'USD';
    hours: { low: number; likely: number; high: number };
    fit: 'fits' | 'tight' | 'no';
  };
}

/** What each event carries, by its name. */
export interface SuanzuEvents {
  'sz:ready': { api: 1; version: string };
  'sz:resize': { height: number };
  /** Also once for the first answer. `plan` is the query of a link. */
  'sz:change': { plan: string; summary: SuanzuSummary };
  'sz:select': { offer: string; own: boolean; plan: string; url?: string };
  'sz:error': { code: 'load' | 'crash' | 'offers' | (string & {}); message: string; messages: string[] };
}

/** What the element and a mounted container can be asked for. */
export interface SuanzuCalls {
  setPlan(plan: string): void;
  setOptions(options: SuanzuOptions): void;
  /** The text of an offers file, or the same as an object. */
  setOffers(file: string | object): void;
  getReport(): Promise<Report>;
  /** In a frame the widget; of an element the page it stands in. */
  print(): void;
}

/** `<suanzu-plan>`. */
export interface SuanzuPlanElement extends HTMLElement, SuanzuCalls {
  readonly plan: string;
  readonly language: 'zh' | 'en';
}

/** `div.suanzu` once the loader has mounted it. */
export interface SuanzuFrame extends SuanzuCalls {
  remove(): void;
}

/** Between frame and host, for those who write the frame by hand. */
export type SuanzuEnvelope =
  | { [T in keyof SuanzuEvents]: { suanzu: 1; type: T extends `sz:${infer N}` ? N : never; detail: SuanzuEvents[T] } }[keyof SuanzuEvents]
  | { suanzu: 1; type: 'reply'; id: number | string; report?: Report; error?: string }
  /** The frame listens: answer with hello, or wait for ready. Before hello the frame says this, ready, resize and error without words. */
  | { suanzu: 1; type: 'open' }
  | { suanzu: 1; type: 'hello'; nonce: string }
  | { suanzu: 1; type: 'setPlan'; plan: string }
  | { suanzu: 1; type: 'setOptions'; options: SuanzuOptions }
  | { suanzu: 1; type: 'setOffers'; text: string }
  | { suanzu: 1; type: 'getReport'; id: number | string }
  | { suanzu: 1; type: 'print' };

declare global {
  interface Window {
    suanzu?: { version: 1; mount(box: HTMLElement): SuanzuFrame; scan(): void };
  }
  interface HTMLElementTagNameMap {
    'suanzu-plan': SuanzuPlanElement;
  }
  interface HTMLElementEventMap {
    'sz:ready': CustomEvent<SuanzuEvents['sz:ready']>;
    'sz:resize': CustomEvent<SuanzuEvents['sz:resize']>;
    'sz:change': CustomEvent<SuanzuEvents['sz:change']>;
    'sz:select': CustomEvent<SuanzuEvents['sz:select']>;
    'sz:error': CustomEvent<SuanzuEvents['sz:error']>;
  }
}
