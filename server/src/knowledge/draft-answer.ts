import type { Desk } from '../platform/desk.ts';
import type { OrganizationScope } from '../platform/transaction.ts';
import { answerFrom, type Confidence, type Turn } from './retrieval/index.ts';
import { ask, type Asked, type Evidence } from './search.ts';

export interface CustomerQuestion {
  question: string;
  /** What was said before in the conversation, oldest first. */
  history: readonly Turn[];
  language?: string | null | undefined;
  collectionIds?: readonly string[] | undefined;
}

/** An answer in the words of the documents. Nothing is decided here: whether it is given depends on confidence and policy. */
export interface AnswerDraft {
  text: string;
  citations: AnswerCitation[];
  evidence: Evidence[];
  confidence: Confidence;
  /** Two or three competing subjects for a clarifying question, or none. */
  options: string[];
  /** The state of the knowledge it was made from. */
  revision: number;
}

export interface AnswerCitation {
  documentId: string;
  version: number;
  chunkId: string;
  title: string;
  quote: string;
  url: string | null;
}

/** Null: nothing relevant is known. */
export const draftAnswer = (
  desk: Desk,
  scope: OrganizationScope,
  asked: CustomerQuestion,
): Promise<AnswerDraft | null> => ask(desk, scope, { ...asked, query: asked.question }, draftFrom);

function draftFrom({ live, index, found, evidence, passages }: Asked): AnswerDraft | null {
  const draft = answerFrom(index, found, passages);
  if (draft.kind === 'nothing_relevant') return null;
  const sources = new Map(evidence.map((each) => [each.chunkId, each]));
  const citations = draft.citations.map(({ passageId, documentId, version, quote }) => {
    const source = sources.get(passageId);
    return { documentId, version, chunkId: passageId, title: source?.title ?? '', quote, url: source?.url ?? null };
  });
  const { text, confidence, options } = draft;
  return { text, citations, evidence, confidence, options, revision: live.revision };
}
