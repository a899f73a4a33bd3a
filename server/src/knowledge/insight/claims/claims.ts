import { sentencesOf } from '../../library/parsing/chunking/sentences.logic.ts';
import { stemFor } from '../../../platform/text/stem.ts';
import type { Claim } from './claim.logic.ts';
import { claimsOf, type Sentence } from './claims.logic.ts';
import { cellsIn } from './tables.logic.ts';

interface Read {
  title: string;
  heading_path: readonly string[];
  text: string;
}

// Items of lists, rows of tables, and lines that name something and say one thing of it: "Yellow fever: €74".
const blockEnds =
  /\n(?=\s*(?:[-*+•|]|\d+[.)])\s*)|\n\s*\n|(?<=(?:^|\n)[^\n.!?:]{3,80}:[^\n.!?]{1,60})\n|\n(?=[^\n.!?:]{3,80}:[^\n.!?]{1,60}(?:\n|$))/;

/** The sentences of a passage; every item of a list and every row of a table is one, too. */
export const sentencesIn = (text: string, language: string): string[] =>
  ledSentences(text, language).map((each) => each.text);

export function claimsIn({ title, heading_path: headingPath, text }: Read, language: string): Claim[] {
  const { cells, rest } = cellsIn(text);
  const sentences = [...cells, ...ledSentences(rest, language)];
  return claimsOf({ title, headingPath, sentences, language }, stemFor(language));
}

const ledSentences = (text: string, language: string): Sentence[] =>
  text.split(blockEnds).flatMap((block) => {
    const lead = /^\s*(?:[-*+•]\s+)?(?:\*\*|__)(.{2,80}?)(?:\*\*|__)/.exec(block)?.[1] ?? '';
    return sentencesOf(block, language).map((sentence) => ({ text: sentence.text.trim(), lead }));
  });
