import type { Value } from '../values/value.logic.ts';

/** What one sentence of a document says about something, ready to be compared with what others say. */
export interface Claim {
  quote: string;
  parts: Part[];
  /** The sentence without its values. */
  frame: string;
  denies: boolean;
  /** Stems of the main clause alone, when a condition or an exception goes with it; of a denial, what it denies of what. */
  main: Set<string>;
  /** The same with the condition. */
  whole: Set<string>;
  /** Stems of what a denial extends to on purpose: "not even on the balcony". */
  even: Set<string>;
  /** Stems of things that stand in a row: "cards, invoices and transfers". */
  listed: Set<string>;
  /** Whether it holds in a case only ("when …"); an exception is none. */
  isConditional: boolean;
  /** For whom or by what alone it holds. */
  only: { words: string; stems: Set<string> } | null;
  /** Stems of the words that tell what the sentence is about. */
  subject: Set<string>;
  /** The subject and what the title and the headings add to it. */
  context: Set<string>;
  /** Plain words of the context: exclusive alternatives are told by them. */
  words: Set<string>;
  /** Names in the sentence and around it. */
  names: Set<string>;
  /** Stems of the title of its document. */
  title: Set<string>;
  /** The heading it stands under. */
  under: string;
  /** What its "it" stands for was taken from the sentence before. */
  refers: boolean;
  /** Stems of the nearest heading below the title; none where it stands under the title alone. */
  heading: Set<string>;
  /** An item of a list or a row of a table, which go on about something else than their neighbours. */
  isItem: boolean;
  /** Stems of what costs something or is somehow, where the sentence begins with it: "A city bike costs". */
  bearer: Set<string>;
  /** Of a cell of a table: the stems of its row's name and of its column's. */
  labels: Set<string>[];
}

/** Values of a sentence, with the words that tell what they are values of. */
export interface Part {
  values: Value[];
  stems: Set<string>;
  /** Stems of the case that they hold in ("when …", "for …"); none when they hold always. */
  condition: Set<string>;
  /** Stems of what a time counts from: "within 30 days after delivery". */
  since: Set<string>;
}
