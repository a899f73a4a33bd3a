import type { Citation, Evidence, LookupRecord } from '@desk/contract/decisions';
import type { AnswerDraft, FoundForAnswer } from '../../knowledge/index.ts';
import type { KnownAnswer, KnownDraft, KnownLookup, KnownPassage } from './known.logic.ts';

/** The parts of a draft that a decision needs and records: places and scores. The text stays with the document's version. */
export const knownDraft = (draft: AnswerDraft): KnownDraft => ({
  text: draft.text,
  language: draft.language,
  revision: draft.revision,
  options: draft.options,
  confidence: draft.confidence,
  citations: draft.citations,
  evidence: draft.evidence.map(knownPassage),
});

/** The answer that a decision needs and records: the draft or, without one, the passages that were not relevant enough. */
export function knownAnswer(draft: KnownDraft | null, { evidence, questions }: FoundForAnswer): KnownAnswer {
  const answer = { asked: true, draft, ...(questions ? { questions } : {}) } as const;
  return draft || evidence.length === 0 ? answer : { ...answer, irrelevant: evidence.map(knownPassage) };
}

type PassageFound = AnswerDraft['evidence'][number];

const knownPassage = ({ text: _text, url: _url, collection, ...place }: PassageFound): KnownPassage => ({
  ...place,
  collectionId: collection.id,
});

/** A lookup as decisions record it. */
export const asLookup = ({
  templateId,
  connectorId,
  name,
  status,
  code,
  httpStatus,
  output,
}: KnownLookup): LookupRecord => ({
  template_id: templateId,
  connector_id: connectorId,
  template: name,
  status,
  code,
  http_status: httpStatus,
  output: { ...output },
});

/** A found passage as decisions record it: place and scores. The text stays with the document's version. */
interface FoundPassage {
  documentId: string;
  version: number;
  chunkId: string;
  title: string;
  headingPath: readonly string[];
  score: number;
  lexicalRank: number | null;
  vectorRank: number | null;
}

export const asEvidence = (found: FoundPassage): Evidence => ({
  document_id: found.documentId,
  version: found.version,
  chunk_id: found.chunkId,
  title: found.title,
  heading_path: [...found.headingPath],
  score: found.score,
  lexical_rank: found.lexicalRank,
  vector_rank: found.vectorRank,
});

interface CitedPassage {
  documentId: string;
  version: number;
  chunkId: string;
  title: string;
  quote: string;
  url: string | null;
}

export const asCitation = ({ documentId, version, chunkId, title, quote, url }: CitedPassage): Citation => ({
  document_id: documentId,
  version,
  chunk_id: chunkId,
  title,
  quote,
  ...(url ? { url } : {}),
});
