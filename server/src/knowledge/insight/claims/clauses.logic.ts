import type { Stem } from '../../../platform/text/tokens.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';

/** Fewer words in front of a condition are no clause: "For parcels, when they leave". */
const leastMain = 4;

/** What begins a case. */
export const conditional =
  /\b(?:if(?! you (?:like|want|wish)\b)|unless|when|while|once(?! (?:a|per|every)\b)|as long as|provided|wenn|falls|sofern|solange|si|lorsque|cuando)\b/i;
const limit = new RegExp(
  `[,;]?\\s*(?:\\b(?:except|apart from|other than|außer|sauf|excepto|salvo)\\b|${conditional.source}).*$`,
  'i',
);
// In front it ends at the comma, behind at the end: "If it is opened, …", "For students: …".
const leading = new RegExp(
  `^\\s*(?:${conditional.source}|for|with|without|outside|in case of|bei|für|mit|ohne)\\b([^,:]*)[,:]`,
  'i',
);
const trailing = new RegExp(`${conditional.source}([^,;]*)`, 'i');

// "With children in the room you can …".
const circumstance = /^\s*(?:with|without|during|after|before)\b(.{3,40}?)(?= (?:you|we|it|they|the)\b)/i;

/** The case that a sentence begins with, in words. */
export const leadingIn = (sentence: string): string =>
  (leading.exec(sentence) ?? circumstance.exec(sentence))?.[1] ?? '';

/** What a time counts from, in words: "within   after delivery". */
export const sinceIn = (piece: string): string =>
  /\b(?:after|since) ([^,;.]*)/i.exec(piece)?.[1] ??
  /\bof (purchase|delivery|receipt|arrival)\b/i.exec(piece)?.[1] ??
  '';

/** The case that a piece of a sentence ends with. */
export function trailingIn(piece: string): string {
  const condition = trailing.exec(piece)?.[1] ?? '';
  return proven.test(condition) ? '' : condition;
}

// To show a card is no case of its own.
const proven =
  /^\s*(?:you|they) (?:show|present|bring|enter|use|scan) (?:your|their|the|an?) (?:\p{L}+ )?(?:card|id|ticket|receipt|code|proof|passport|pass)\b/iu;

/** "Dogs are allowed when kept on a lead": what is allowed, is dogs. What begins with its condition is left whole. */
export function mainClause(sentence: string): string {
  const main = sentence.replace(limit, '');
  return main.trim().split(/\s+/).length < leastMain ? sentence : main;
}

/**
 * What a sentence denies of what; null when it denies nothing. "Subscriptions end by themselves and are not renewed" denies that
 * they are renewed, and not that they end.
 */
export function deniedClause(sentence: string, stem: Stem): string | null {
  const clauses = mainClause(sentence).split(betweenClauses);
  const denied = clauses.findIndex((clause) => topicOf(asserted(clause), stem).denies);
  if (denied < 0) return null;
  const [subject = ''] = denied === 0 ? [] : topicOf(clauses[0] ?? '', stem).words;
  return [subject, clauses[denied], sentence.slice(mainClause(sentence).length)].join(' ');
}

/** What a sentence says the price of, in words; none where it begins with who pays. */
export const bearerIn = (sentence: string): string => {
  const [, bearer = ''] =
    /^(?:(?:for|in|on|at|after|with)\b[^,]{3,40}?,? )?((?:[^\s,.;]+ ){1,6}?)(?:costs?|is|are)\b/i.exec(sentence) ?? [];
  return /\b(?:you|we|they|i|there|that|who|which)\b/i.test(bearer) ? '' : bearer;
};

// "If you do not ride in winter, …", "bikes that have no number" and "opened or not" deny nothing.
const asserted = (clause: string): string =>
  clause
    .replace(/, [^,]{3,30} or not(?=[,.]|$)/i, ' ')
    .replace(leading, ' ')
    .replace(label, ' ')
    .replace(relative, ' ');
// "No click: pull it off" says when.
const label = /^\s*(?:no|kein\p{L}*)\s[^:.,;]{2,30}:/iu;
const relative =
  /,? (?:that|which|who|whose) (?:is|are|was|were|has|have|had|do|does|did|can|cannot|could|will|may|must)\b(?:(?! (?:cannot|(?:can|may|must|will|is|are|does?) not)\b)[^,;])*/gi;

const betweenClauses =
  /[;,]\s+(?:and|but|so|und|aber)\s+|\s+(?:and|but|und|aber)\s+(?!not\b|nicht\b)(?=[^,;]*(?:\b(?:not|cannot|never|no|nicht|kein\p{L}*)\b|n[’']t\b))/iu;
