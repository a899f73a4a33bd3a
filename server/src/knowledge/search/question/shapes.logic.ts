/** An earlier message of the conversation. */
export interface PriorMessage {
  from: 'customer' | 'us';
  text: string;
}

export interface Question {
  text: string;
  /** Oldest first. */
  history?: readonly PriorMessage[];
  /** BCP 47; without it the question is read in the language most passages of the index are in. */
  language?: string;
  /** The number of passages to return; 10 by default. */
  limit?: number;
  /** Whether a document may be shown for this question: enabled collection, not expired, not internal. */
  includes?: (documentId: string) => boolean;
  /** The question's embedding by the model of the index, in unit length; without it, words alone are compared. */
  vector?: Float32Array | null;
}

/** Each part is max-normalised: 0..1, where 1 is the best passage of this search. */
export interface ScoreParts {
  text: number;
  /** The score of the whole article: for each term the best of its passages. */
  article: number;
  title: number;
  grams: number;
  vector: number;
}

export interface Ranked {
  passageId: string;
  documentId: string;
  version: number;
  /** The fused score: comparable within one search only. */
  score: number;
  /** 1 is best; null where this ranker did not find the passage. */
  lexicalRank: number | null;
  vectorRank: number | null;
  parts: ScoreParts;
}

export interface PassageCitation {
  passageId: string;
  documentId: string;
  version: number;
  /** The sentence that answers best, verbatim as it stands in the passage text. */
  quote: string;
}

export type Band = 'high' | 'medium' | 'low';

/** All 0..1. `value` is the calibrated probability that the draft is right for this question. */
export interface AnswerConfidence {
  value: number;
  band: Band;
  components: { retrieval: number; margin: number; coverage: number; agreement: number };
  /** Name and version of the model that made `value`. */
  formula: string;
}

export interface DraftedAnswer {
  kind: 'draft';
  /** A whole section up to about 900 characters, as Markdown if the passage is Markdown. */
  text: string;
  /** The sentence, item or row alone, if it holds what the message itself asks for; else null. */
  brief: string | null;
  citations: PassageCitation[];
  evidence: Ranked[];
  confidence: AnswerConfidence;
  /** Titles of the two or three sections that compete, for a clarifying question, or empty. */
  options: string[];
}

export interface NothingRelevant {
  kind: 'nothing_relevant';
  evidence: Ranked[];
  confidence: AnswerConfidence;
}
