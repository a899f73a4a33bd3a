import { sentencesOf } from '../chunking/sentences.logic.ts';
import { stemFor } from '../retrieval/stem.ts';
import { claimsOf, type Claim } from './claims.logic.ts';

interface Read {
  title: string;
  heading_path: readonly string[];
  text: string;
}

/** The sentences of a passage; every item of a list and every row of a table is one, too. */
export const sentencesIn = (text: string, language: string): string[] =>
  text
    .split(/\n(?=\s*(?:[-*+•|]|\d+[.)])\s*)|\n\s*\n/)
    .flatMap((block) => sentencesOf(block, language))
    .map((sentence) => sentence.text.trim());

export const claimsIn = ({ title, heading_path: headingPath, text }: Read, language: string): Claim[] =>
  claimsOf({ title, headingPath, sentences: sentencesIn(text, language) }, stemFor(language));
