import type { Alternatives } from '../similarity/titles.logic.ts';
import type { Value } from '../values/value.logic.ts';

/** The claim of one sentence, line or cell, for comparison with others. Words are stems. */
export interface Claim {
  quote: string;
  /** The words that the claim is about. */
  subject: Set<string>;
  /** The same with the words of the title and the headings. */
  context: Set<string>;
  /** Its pieces that have values. */
  parts: ClaimPart[];
  /** The values of all pieces. */
  values: Value[];
  denies: boolean;
  /** The words that it affirms or denies, without conditions and exceptions. */
  main: Set<string>;
  /** The case that it holds in; empty if it always holds. */
  condition: Set<string>;
  /** The only people or means that it holds for. */
  only: { words: string; stems: Set<string> } | null;
  /** Whether it refers to the text before it: "It costs …". */
  refers: boolean;
  title: Set<string>;
  heading: Set<string>;
  under: string;
  /** Plain words and names, in the sentence and around it: they distinguish plans, places and customers. */
  words: Set<string>;
  names: Set<string>;
  alternatives: Alternatives;
  /** For a cell: the names of its row and its column. */
  labels: Set<string>[];
  isItem: boolean;
}

/** A piece of a sentence with values of its own: "8 % on consoles" beside "12 % on games". */
export interface ClaimPart {
  values: Value[];
  subject: Set<string>;
  condition: Set<string>;
  /** The event that a time counts from: "within 30 days after delivery". */
  since: Set<string>;
}
