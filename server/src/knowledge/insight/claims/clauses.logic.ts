import type { Topic } from '../../search/text/topic.logic.ts';
import words from './words.json' with { type: 'json' };

const anyOf = (...patterns: string[]): string => `(?:${patterns.join('|')})`.replace(/\((?!\?)/g, '(?:');
const [past, year] = [anyOf(words.past), anyOf(words['in a year'])];
/** Questions, what customers say, examples, what was once so, and what only goes with another sentence. */
export const claimsNothing = new RegExp(
  `\\?$|(?<!\\p{L})(?:${anyOf(words.customers, words.examples, words.formerly, words['of others'])}|${year}[^.]{0,60} ${past}|${past} [^.]{0,60}${year})(?!\\p{L})`,
  'iu',
);

// "It takes up to three weeks until …" and "it is possible" go on about nothing.
export const referring =
  /^(?:(?:For|On|In|At|From|After|With) [^,.]{3,40}?,? )?(?:it|they|this|these|those)\b(?! (?:can |may |will |usually |normally |often )*(?:takes?|depends|is (?:possible|allowed|forbidden|easy|required|up to)))|\b(?:it|they) (?:costs?|lasts?|opens?|closes?|(?:is|are) (?:open|[€$£\d])|can be)\b/i;

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

const betweenClauses =
  /[;,]\s+(?:and|but|so|und|aber)\s+|\s+(?:and|but|und|aber)\s+(?!not\b|nicht\b)(?=[^,;]*(?:\b(?:not|cannot|never|no|nicht|kein\p{L}*)\b|n[’']t\b))/iu;
// "Bikes that have no number" and "opened or not" deny nothing.
const relative =
  /,? (?:that|which|who|whose) (?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|may|must)\b(?:(?! (?:cannot|(?:can|may|must|will|is|are|does?) not)\b)[^,;])*|, [^,]{3,30} or not(?=[,.]|$)|^\s*(?:no|kein\p{L}*)\s[^:.,;]{2,30}:/giu;

// "Yes, …" and "No, …" under a question say that what was asked is so, or is not.
export function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b\s*[,.!:;–-]+\s*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}
// A capital inside of a sentence; a letter or a number behind one belongs to it ("Orion X"). Ways through menus are none.
export const namesIn = (lead: string, rest: string): string[] =>
  // "**Leiden**" in front of a paragraph may be a name, "**Opening hours**" is none.
  (
    `${/^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u.test(lead) ? `in ${lead}` : ''}. ${rest}`
      .replace(/\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu, ' ')
      .match(/(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)\p{Lu}[\p{L}\p{N}-]*/gu) ?? []
  )
    .map((name) => name.toLowerCase())
    .filter((name) => name !== 'i' && !/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$/.test(name));

const link = '(?:with|to|for|in|on|at|by|via|as)';
const onlyPatterns = [
  /^(?:an? |the )?([^,;.]{2,40}?) (?:is|are) the only\b/i,
  /^(?:only|solely|exclusively) ([^,;.]{3,50}?) (?:can|may|must|are|is|have|has|get|will)\b/i,
  new RegExp(
    `\\b(?:only|solely|exclusively) (?:(?:be )?\\p{L}+(?:ed|en) )?${link} (?:the |an? )?([^,;.]{3,40}?)(?=[,;.]|$)`,
    'iu',
  ),
  new RegExp(`\\b${link} (?:the |an? )?([^,;.]{3,40}?) only(?=[,;.]|$)`, 'i'),
];
/** For whom or by what alone something holds, in words. */
export const onlyIn = (sentence: string): string | null =>
  onlyPatterns.map((pattern) => pattern.exec(sentence)?.[1]).find((who) => who !== undefined) ?? null;
