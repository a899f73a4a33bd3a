/** A model's words about the sections. Untrusted until each sentence is checked against the sections that it cites. */
export interface Wording {
  unanswerable: boolean;
  sentences: WrittenSentence[];
}

export interface WrittenSentence {
  text: string;
  /** Numbers of sections, from 1. */
  citations: number[];
  step: boolean;
}

const mostSentences = 24;
const longestSentence = 4_000;

/** Reads the requested members and no others; null if a member is missing or has the wrong type. */
export function readWording(value: unknown): Wording | null {
  if (!isObject(value) || typeof value['unanswerable'] !== 'boolean' || !Array.isArray(value['sentences'])) return null;
  const claims = value['sentences'].map(readClaim);
  const read = claims.filter((claim) => claim !== null);
  if (read.length < claims.length || read.length > mostSentences) return null;
  return { unanswerable: value['unanswerable'], sentences: read };
}

function readClaim(value: unknown): WrittenSentence | null {
  if (!isObject(value)) return null;
  const { text, citations, step } = value;
  if (typeof text !== 'string' || text.length > longestSentence) return null;
  if (!Array.isArray(citations) || !citations.every((each) => Number.isInteger(each))) return null;
  return { text: visible(text), citations, step: step === true };
}

/** Matches invisible characters, which can hide words or reverse a line: zero-width spaces, direction marks, tags. */
const unseen = /(?!\u200C|\u200D|\uFE0E|\uFE0F|\n|\t)(?:\p{Default_Ignorable_Code_Point}|\p{Cc}|[\uFFF9-\uFFFB])/gu;
/** Matches joiners where they are invisible: outside Arabic and Indic letters and combined emoji. */
const strayJoiner = /(?<!\p{Script=Arabic}|\p{M}|\p{Extended_Pictographic}|\uFE0F)(?:\u200C|\u200D)/gu;

const visible = (text: string) => text.replace(unseen, '').replace(strayJoiner, '');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
