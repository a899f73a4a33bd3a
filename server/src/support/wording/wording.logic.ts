/** What a model made of the sections: untrusted, until each sentence is checked against what it cites. */
export interface Wording {
  unanswerable: boolean;
  sentences: Claim[];
}

export interface Claim {
  text: string;
  /** Numbers of sections, from 1. */
  citations: number[];
  step: boolean;
}

const mostSentences = 24;
const longestSentence = 4_000;

/** The members that we asked for and no others; null when they are not there or not of their type. */
export function readWording(value: unknown): Wording | null {
  if (!isObject(value) || typeof value['unanswerable'] !== 'boolean' || !Array.isArray(value['sentences'])) return null;
  const claims = value['sentences'].map(readClaim);
  const read = claims.filter((claim) => claim !== null);
  if (read.length < claims.length || read.length > mostSentences) return null;
  return { unanswerable: value['unanswerable'], sentences: read };
}

function readClaim(value: unknown): Claim | null {
  if (!isObject(value)) return null;
  const { text, citations, step } = value;
  if (typeof text !== 'string' || text.length > longestSentence) return null;
  if (!Array.isArray(citations) || !citations.every((each) => Number.isInteger(each))) return null;
  return { text, citations, step: step === true };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
