import type { Topic } from '../../search/text/topic.logic.ts';
import type { Value } from '../values/value.logic.ts';
import type { Valued } from '../values/values.logic.ts';
import type { ClaimPart } from './claim.logic.ts';
import words from './words.json' with { type: 'json' };

const anyOf = (...patterns: string[]): string => `(?:${patterns.join('|')})`.replace(/\((?!\?)/g, '(?:');
const [past, year] = [anyOf(words.past), anyOf(words['in a year'])];
/** Questions, what customers say, examples, what was once so, and what only goes with another sentence. */
export const claimsNothing = new RegExp(
  `\\?$|(?<!\\p{L})(?:${anyOf(words.customers, words.examples, words.formerly, words['of others'])}|` +
    `${year}[^.]{0,60} ${past}|${past} [^.]{0,60}${year})(?!\\p{L})`,
  'iu',
);

// "It takes up to three weeks until …" and "it is possible" go on about nothing.
export const referring = new RegExp(
  String.raw`^(?:(?:For|On|In|At|From|After|With) [^,.]{3,40}?,? )?(?:it|they|this|these|` +
    String.raw`those)\b(?! (?:can |may |will |usually |normally |often )*(?:takes?|depends|` +
    String.raw`is (?:possible|allowed|forbidden|easy|required|up to)))|` +
    String.raw`\b(?:it|they) (?:costs?|lasts?|opens?|closes?|(?:is|are) (?:open|[€$£\d])|can be)\b`,
  'i',
);

const inCase = `\\b${anyOf(words.case)}\\b`;
// In front a case ends at the comma, behind at the end.
const leading = new RegExp(
  `^\\s*(?:${inCase}|for|with|without|outside|in case of|bei|für|mit|ohne)\\b([^,:]*)[,:]`,
  'i',
);
const trailing = new RegExp(`${inCase}([^,;]*)`, 'i');
const exception = new RegExp(`[,;]?\\s*(?:\\b${anyOf(words.except)}\\b|${inCase}).*$`, 'i');

/** The case that a piece of a sentence holds in, in words. */
export const conditionIn = (sentence: string, piece: string): string =>
  `${leading.exec(sentence)?.[1] ?? ''} ${trailing.exec(piece)?.[1] ?? ''}`;

/** "Dogs are allowed when kept on a lead": what is allowed, is dogs. */
export function mainClause(sentence: string): string {
  const main = sentence.replace(leading, '').replace(exception, '');
  return main.trim().split(/\s+/).length < 4 ? sentence : main;
}

/** The clause that denies, with what the sentence begins to speak of; null when it denies nothing. */
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
// "Bikes that have no number" and "opened or not" deny nothing.
const relative = new RegExp(
  String.raw`,? (?:that|which|who|whose) (?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|may|` +
    String.raw`must)\b(?:(?! (?:cannot|(?:can|may|must|will|is|are|does?) not)\b)[^,;])*|, [^,]{3,30} or not(?=[,.]|$)|` +
    String.raw`^\s*(?:no|kein\p{L}*)\s[^:.,;]{2,30}:`,
  'giu',
);

// "Yes, …" and "No, …" under a question say that what was asked is so, or is not.
export function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b\s*[,.!:;–-]+\s*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}
// "**Leiden**" in front of a paragraph may be a name, "**Opening hours**" is not. Ways through menus name nothing.
const names = /^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u;
const ways = /\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu;
// A letter or a number behind a name belongs to it ("Orion X").
const name =
  /(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)(?!I\b|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)\p{Lu}[\p{L}\p{N}-]*/gu;

/** Words with a capital inside of a sentence, and in front of its paragraph. */
export const namesIn = (lead: string, rest: string): string[] =>
  (`${names.test(lead) ? `in ${lead}` : ''}. ${rest}`.replace(ways, ' ').match(name) ?? []).map((each) =>
    each.toLowerCase(),
  );

const onlyPatterns = words.only.map((pattern) => new RegExp(`(?<!\\p{L})${anyOf(pattern)}`, 'iu'));
/** For whom or by what alone something holds, in words. */
export const onlyIn = (sentence: string): string | null =>
  onlyPatterns.map((pattern) => pattern.exec(sentence)?.groups?.['who']).find((who) => who !== undefined) ?? null;

const separators = /[;,](?=\s)|\s(?:and|but|or|so that|und|aber|oder|sondern|et|mais|y|pero)\s/gi;

/** The pieces of a sentence that have values, in their order. */
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

/** Hours on the days beside them; none on a day that is closed. "Free for two hours" has a price beside it, and is left out. */
function onTheirDays(values: readonly Value[], all: readonly Value[], text: string): Value[] {
  const days = daysOf(values) || daysOf(all);
  const dated = values.map((value) => (isHours(value) ? { ...value, days } : value));
  if (all.some(isHours)) return dated.filter(({ kind }) => kind !== 'weekdays');
  if (daysOf(values) !== 0 && /\b(?:closed|geschlossen)\b/i.test(text))
    return (['opens', 'closes'] as const).map((kind) => ({ kind, unit: 'minute', amount: 0, days }));
  const isCase = values.some(({ kind, unit }) => kind === 'duration' || (kind === 'money' && unit !== 'free'));
  return values.filter(({ unit }) => !isCase || unit !== 'free');
}
