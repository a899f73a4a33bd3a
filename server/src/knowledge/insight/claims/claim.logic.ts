import type { Value } from '../values/value.logic.ts';

/** What one sentence, line or cell says about something, ready to be compared with what others say. Words are stems. */
export interface Claim {
  quote: string;
  /** What it is about; with what the title and the headings add to it; and its pieces that have values. */
  subject: Set<string>;
  context: Set<string>;
  parts: ClaimPart[];
  denies: boolean;
  /** What it affirms or denies, without conditions and exceptions; and the case that it holds in, none when it holds always. */
  main: Set<string>;
  condition: Set<string>;
  /** For whom or by what alone it holds. */
  only: { words: string; stems: Set<string> } | null;
  /** It goes on about what stands before: "It costs …". */
  refers: boolean;
  title: Set<string>;
  heading: Set<string>;
  under: string;
  /** Plain words and names, in the sentence and around it: they tell one plan, place or customer from another. */
  words: Set<string>;
  names: Set<string>;
  /** The names of the row and of the column of a cell. */
  labels: Set<string>[];
  isItem: boolean;
}

/** A piece of a sentence with values of its own: "8 % on consoles" beside "12 % on games". */
export interface ClaimPart {
  values: Value[];
  subject: Set<string>;
  condition: Set<string>;
  /** What a time counts from: "within 30 days after delivery". */
  since: Set<string>;
}
