import type { Topic } from '../../search/text/topic.logic.ts';
import type { Value } from '../values/value.logic.ts';
import type { Valued } from '../values/values.logic.ts';
import type { ClaimPart } from './claim.logic.ts';
import words from './words.json' with { type: 'json' };

const anyOf = (...patterns: string[]): string => `(?:${patterns.join('|')})`.replace(/\((?!\?)/g, '(?:');
const [past, year] = [anyOf(words.past), anyOf(words['in a year'])];
/** Questions, customers' words, examples, statements about the past, and sentences that depend on another one. */
export const claimsNothing = new RegExp(
  `\\?$|(?<!\\p{L})(?:${anyOf(words.customers, words.examples, words.formerly, words['of others'])}|` +
    `${year}[^.]{0,60} ${past}|${past} [^.]{0,60}${year})(?!\\p{L})`,
  'iu',
);

// "It takes up to three weeks until …" and "it is possible" refer to nothing.
export const referring = new RegExp(
  String.raw`^(?:(?:For|On|In|At|From|After|With) [^,.]{3,40}?,? )?(?:it|they|this|these|` +
    String.raw`those)\b(?! (?:can |may |will |usually |normally |often )*(?:takes?|depends|` +
    String.raw`is (?:possible|allowed|forbidden|easy|required|up to)))|` +
    String.raw`\b(?:it|they) (?:costs?|lasts?|opens?|closes?|(?:is|are) (?:open|[€$£\d])|can be)\b`,
  'i',
);

const inCase = `\\b${anyOf(words.case)}\\b`;
// A leading case ends at the comma, a trailing one at the end of the clause.
const leading = new RegExp(
  `^\\s*(?:${inCase}|for|with|without|outside|in case of|bei|für|mit|ohne)\\b([^,:]*)[,:]`,
  'i',
);
const trailing = new RegExp(`${inCase}([^,;]*)`, 'i');
const exception = new RegExp(`[,;]?\\s*(?:\\b${anyOf(words.except)}\\b|${inCase}).*$`, 'i');

/** The words of the case that a piece of a sentence holds in. */
export const conditionIn = (sentence: string, piece: string): string =>
  `${leading.exec(sentence)?.[1] ?? ''} ${trailing.exec(piece)?.[1] ?? ''}`;

/** Removes conditions and exceptions: "Dogs are allowed when kept on a lead" becomes "Dogs are allowed". */
export function mainClause(sentence: string): string {
  const main = sentence.replace(leading, '').replace(exception, '');
  return main.trim().split(/\s+/).length < 4 ? sentence : main;
}

/** The negated clause, with the first word of the sentence's subject; null if nothing is negated. */
export function deniedIn(sentence: string, topic: (text: string) => Topic): string | null {
  const clauses = mainClause(sentence).split(betweenClauses);
  const at = clauses.findIndex((clause) => topic(clause.replace(relative, ' ')).denies);
  if (at < 0) return null;
  const [subject = ''] = at === 0 ? [] : topic(clauses[0] ?? '').words;
  return `${subject} ${clauses[at] ?? ''}`.replace(/\bsupported\b/gi, ' ');
}

const betweenClauses = new RegExp(
  String.raw`[;,]\s+(?:and|but|so|und|aber)\s+|\s+(?:and|but|und|aber)\s+(?!not\b|` +
    String.raw`nicht\b)(?=[^,;]*(?:\b(?:not|cannot|never|no|nicht|kein\p{L}*)\b|n[’']t\b))`,
  'iu',
);
// Negations that do not count: "Bikes that have no number", "opened or not".
const relative = new RegExp(
  String.raw`,? (?:that|which|who|whose) (?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|may|` +
    String.raw`must)\b(?:(?! (?:cannot|(?:can|may|must|will|is|are|does?) not)\b)[^,;])*|, [^,]{3,30} or not(?=[,.]|$)|` +
    String.raw`^\s*(?:no|kein\p{L}*)\s[^:.,;]{2,30}:`,
  'giu',
);

// "Yes, …" under a heading that is a question affirms that question; "No, …" denies it.
export function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b\s*[,.!:;–-]+\s*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}
// "**Leiden**" before a paragraph may be a name, "**Opening hours**" is not. Menu paths contain no names.
const names = /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u;
const ways = /\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu;
// A letter or a number after a name belongs to it ("Orion X").
const name =
  /(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)(?!I\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\p{Lu}[\p{L}\p{N}-]*/gu;

/** The capitalized words within a sentence, and the one before its paragraph. */
export const namesIn = (lead: string, rest: string): string[] =>
  (`${names.test(lead) ? `in ${lead}` : ''}. ${rest}`.replace(ways, ' ').match(name) ?? []).map((each) =>
    each.toLowerCase(),
  );

const onlyPatterns = words.only.map((pattern) => new RegExp(`(?<!\\p{L})${anyOf(pattern)}`, 'iu'));
/** The words for the only people or means that a sentence holds for, or null. */
export const onlyIn = (sentence: string): string | null =>
  onlyPatterns.map((pattern) => pattern.exec(sentence)?.groups?.['who']).find((who) => who !== undefined) ?? null;

const separators = /[;,](?=\s)|\s(?:and|but|or|so that|und|aber|oder|sondern|et|mais|y|pero)\s/gi;

/** The pieces of a sentence that have values, in order. */
export function partsOf({ placed, rest }: Valued, stems: (text: string) => Set<string>): ClaimPart[] {
  const all = placed.map(({ value }) => value);
  const ends = [...[...rest.matchAll(separators)].map((match) => match.index + match[0].length), rest.length];
  return ends.flatMap((end, at) => {
    const start = ends[at - 1] ?? 0;
    const text = rest.slice(start, end);
    const inside = placed.filter(({ index }) => index >= start && index < end).map(({ value }) => value);
    const values = onTheirDays(inside, all, text);
    const since = /\b(?:after|since) ([^,;.]*)/i.exec(text)?.[1] ?? '';
    const condition = stems(conditionIn(rest, text));
    return values.length === 0 ? [] : [{ values, subject: stems(text), condition, since: stems(since) }];
  });
}

export const isHours = ({ kind }: Value): boolean => kind === 'opens' || kind === 'closes';
const daysOf = (values: readonly Value[]): number =>
  values.reduce((days, { kind, amount }) => (kind === 'weekdays' ? days | amount : days), 0);

/**
 * Assigns opening hours to the weekdays next to them; a closed day gets zero hours. Drops "free" next to a duration or a
 * price: "Free for two hours" is a case of that price.
 */
function onTheirDays(values: readonly Value[], all: readonly Value[], text: string): Value[] {
  const days = daysOf(values) || daysOf(all);
  const dated = values.map((value) => (isHours(value) ? { ...value, days } : value));
  if (all.some(isHours)) return dated.filter(({ kind }) => kind !== 'weekdays');
  if (daysOf(values) !== 0 && /\b(?:closed|geschlossen)\b/i.test(text))
    return (['opens', 'closes'] as const).map((kind) => ({ kind, unit: 'minute', amount: 0, days }));
  const isCase = values.some(({ kind, unit }) => kind === 'duration' || (kind === 'money' && unit !== 'free'));
  return values.filter(({ unit }) => !isCase || unit !== 'free');
}
