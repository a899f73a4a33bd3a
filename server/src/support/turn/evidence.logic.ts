import type { Citation, Evidence } from '@desk/contract/decisions';

/** What knowledge found, as decisions record it: places and scores; the text stays with the document's version. */
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
