import { placedSentences } from '../../../platform/text/sentences.logic.ts';
import { withoutMarkup } from '../../../platform/text/markup.logic.ts';
import { stemFor } from '../../../platform/text/stem.ts';
import { blocksOf } from '../../search/text/blocks.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import type { Claim } from './claim.logic.ts';
import * as clauses from './clauses.logic.ts';
import { alternativesIn } from '../similarity/titles.logic.ts';
import { labelledIn, valuesIn } from '../values/values.logic.ts';

export type TitledText = Record<'title' | 'text', string> & { heading_path: readonly string[] };

/** A sentence, or a cell of a table treated as one. */
interface Sentence {
  text: string;
  /** The bold words before it that it refers to: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead: string;
  /** For a cell: its row as written in the document, and the names of row and column. */
  row?: string;
  labels?: readonly string[];
}

/** Longer text is not a sentence: its sentence ends were lost. */
const longest = 1000;
const leastWords = 3;
/** Cells above this length are sentences of their own. */
const longestCell = 60;
// The ends of list items, of table rows, and of lines that name something and give one fact about it: "Yellow fever: €74".
const blockEnds =
  /\n(?=\s*(?:[-*+•|]|\d+[.)])\s*)|\n\s*\n|(?<=(?:^|\n)[^\n.!?:]{3,80}:[^\n.!?]{1,60})\n|\n(?=[^\n.!?:]{3,80}:[^\n.!?]{1,60}(?:\n|$))/;

/** The sentences of a passage; every list item and every table row counts as one too. */
export const sentencesIn = (text: string, language: string): string[] =>
  ledSentences(text, language).map((each) => each.text);

const ledSentences = (text: string, language: string): Sentence[] =>
  text.split(blockEnds).flatMap((block) => {
    const lead = /^\s*(?:[-*+•]\s+)?(?:\*\*|__)(.{2,80}?)(?:\*\*|__)/.exec(block)?.[1] ?? '';
    return placedSentences(block, language).map((sentence) => ({ text: sentence.text.trim(), lead }));
  });

/** The claims of a passage, one per sentence. Questions, fragments, examples and statements about the past claim nothing. */
export function claimsIn(passage: TitledText, language: string): Claim[] {
  const sentences = blocksOf(passage.text).flatMap(({ start, end, units }) => {
    const cells = cellsIn(units.map((row) => passage.text.slice(row.start, row.end)));
    return cells ?? ledSentences(passage.text.slice(start, end), language);
  });
  return sentences.flatMap((each) => claimOf(each, passage, language) ?? []);
}

function claimOf({ text, lead, row, labels = [] }: Sentence, passage: TitledText, language: string): Claim | null {
  const { title, heading_path: path } = passage;
  const quote = withoutMarkup(row ?? text);
  if (text.length > longest || clauses.claimsNothing.test(quote)) return null;
  const statement = clauses.answered(withoutMarkup(text), path.at(-1) ?? title);
  const valued = valuesIn(statement);
  if (!row && quote.split(' ').length < leastWords && valued.placed.length < 2) return null;
  const topic = (phrase = '') => topicOf(phrase, stemFor(language));
  const [own, around] = [topic(valued.rest), topic([title, ...path, lead].join('\n'))];
  const named = language === 'de' ? [] : clauses.namesIn(lead, valued.rest);
  const names = new Set([...named, ...labelledIn([title, ...path, lead, quote].join('\n'))]);
  const words = own.words.union(around.words).union(names);
  const parts = clauses.partsOf(valued, (phrase) => topic(phrase).stems);
  const only = clauses.onlyIn(statement);
  const denied = clauses.deniedIn(valued.rest, topic);
  return {
    quote,
    subject: own.stems,
    context: own.stems.union(around.stems),
    parts,
    values: parts.flatMap(({ values }) => values),
    // "Closed" on a day is a kind of opening hours, not a denial.
    denies: denied !== null && !parts.some(({ values }) => values.some(clauses.isHours)),
    main: topic(denied ?? clauses.mainClause(valued.rest)).stems,
    condition: topic(clauses.conditionIn(valued.rest, valued.rest)).stems,
    only: only === null ? null : { words: only, stems: topic(only).stems },
    refers: clauses.referring.test(statement),
    title: topic(title).stems,
    heading: topic(path.at(-1)).stems,
    under: [...path, lead].join('\n'),
    words,
    names,
    alternatives: alternativesIn(words),
    labels: labels.map((label) => topic(valuesIn(label).rest).stems),
    isItem: row !== undefined || /^\s*(?:[-*+•|]|\d+[.)])\s/.test(text),
  };
}

const cellsOf = (row = '') =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

/**
 * The cells of a table as sentences, each with the names of its row and its column; null if these are not the rows of a
 * table.
 */
function cellsIn([head, rule = '', ...rows]: readonly string[]): Sentence[] | null {
  if (!/^\s*\|(?:\s*:?-+:?\s*\|)+\s*$/.test(rule)) return null;
  const [, ...columns] = cellsOf(head);
  return rows.flatMap((row) => {
    const [name = '', ...cells] = cellsOf(row);
    return cells.flatMap((cell, at): Sentence[] => {
      const column = columns[at] ?? '';
      if (cell === '' || name === '' || column === '') return [];
      const lead = `${name} ${column}`;
      if (cell.length > longestCell) return [{ text: cell, lead }];
      // "Silver | Free express shipping | no" denies its column's name.
      const isNo = /^(?:no|✗|✘|nein|non|not included|not available)$/i.test(cell);
      const isYes = /^(?:yes|✓|✔|ja|oui|included|available)$/i.test(cell);
      return [{ text: isYes ? lead : `${lead} ${isNo ? 'not' : cell}`, lead: '', row, labels: [name, column] }];
    });
  });
}
