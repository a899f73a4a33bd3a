import { searchKnowledge, type SearchResult } from '@desk/contract/knowledge';
import { member } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { route, type Route } from '../../platform/server/route.ts';
import { languageOfMessage } from '../../platform/text/message-language.ts';
import { millisecondsSince } from '../../platform/process/stopwatch.ts';
import { everything, search, type PassageEvidence } from './search.ts';

export const searchRoutes = (desk: Desk): Route[] => [
  route(searchKnowledge, member, async ({ scope, body }) => {
    const started = performance.now();
    const { query, collection_ids: collectionIds, limit } = body;
    const language = await languageOfMessage(query);
    const evidence = await search(desk, scope, { query, reach: everything, collectionIds, limit, language });
    return { items: evidence.map(viewResult), took_ms: millisecondsSince(started) };
  }),
];

const viewResult = (found: PassageEvidence): SearchResult => ({
  document_id: found.documentId,
  version: found.version,
  chunk_id: found.chunkId,
  title: found.title,
  heading_path: found.headingPath,
  text: found.text,
  score: found.score,
  lexical_rank: found.lexicalRank,
  vector_rank: found.vectorRank,
});
