import type { Audience } from '@desk/contract/knowledge';
import type { Desk } from '../../platform/desk.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { knowledgeRevisionNow } from '../library/passages/revision.store.ts';
import { beginningOf } from '../../platform/text/beginning.logic.ts';
import { passagesOf, type PassageRow } from '../library/passages/chunks.store.ts';
import { withKnowledge, type LiveKnowledge } from './loading/live-knowledge.ts';
import { candidatesFor } from './candidates.ts';
import type { QuestionVector } from './embeddings/vector-distance.store.ts';
import { readOfQuestion } from './question/question-in-message.logic.ts';
import { questionVector } from './question-vector.ts';
import {
  neighboursOfFirst,
  rerankWithTexts,
  rerankDepth,
  search as rank,
  type RankingResult,
  type Ranked,
  type Searchable,
  type PriorMessage,
} from './engine/index.ts';
import type { Passage } from '../library/passages/passage.logic.ts';

/** The audiences whose collections a question searches. */
export type Reach = readonly Audience[];
export const everything: Reach = ['customers', 'staff'];
export const forCustomers: Reach = ['customers'];

export interface KnowledgeQuestion {
  query: string;
  /** Absent: collections for customers only. */
  reach?: Reach | undefined;
  /** Only these collections; absent: every enabled one. */
  collectionIds?: readonly string[] | undefined;
  limit?: number | undefined;
  /** The earlier messages, oldest first. */
  history?: readonly PriorMessage[] | undefined;
  /** BCP 47, as detected; null or absent: the language of most passages. */
  language?: string | null | undefined;
  /**
   * The query's embedding by the configured model, if there is one already; null: the model returned nothing. Omitted:
   * embed now.
   */
  embedding?: QuestionVector | null | undefined;
  /** The time of the question, for a rehearsal: it decides which documents have expired. Absent: now. */
  at?: Date | undefined;
  /** The knowledge revision that the caller has just read; saves reading it again. */
  atRevision?: number | undefined;
}

/** A passage found, with everything that a citation of it shows. */
export interface PassageEvidence {
  documentId: string;
  version: number;
  chunkId: string;
  title: string;
  headingPath: string[];
  text: string;
  url: string | null;
  collection: { id: string; name: string };
  /** Whole days since the document was last read from its source. */
  ageDays: number;
  /** Comparable within one search only. */
  score: number;
  lexicalRank: number | null;
  vectorRank: number | null;
  /** The parts of the score, by name. */
  parts: Record<string, number>;
}

/** Returns ranked passages, best first. Answers to customers, the playground and the API all use this ranking. */
export const search = (desk: Desk, scope: OrganizationScope, question: KnowledgeQuestion): Promise<PassageEvidence[]> =>
  ask(desk, scope, question, (asked) => asked.evidence);

const defaultLimit = 10;

/** What a search found, on a view of the index that does not change while it is in use. */
export interface SearchOutcome {
  live: LiveKnowledge;
  index: Searchable;
  found: RankingResult;
  /** In the order of `found.ranked`. */
  evidence: PassageEvidence[];
  passages: Passage[];
  /** All passages read, by id: the ranked ones, and the neighbours of the one that was first before reranking. */
  read: ReadonlyMap<string, PassageRow>;
}

interface Asking extends KnowledgeQuestion {
  /** Also reads the neighbours of the first passage, in the same statement: an answer may show them. */
  beside?: true;
}

/**
 * Ranks, reads the best texts, and passes everything to `use`, within the organization's turn. Throws if the knowledge
 * changes three times in a row between ranking and reading.
 */
export async function ask<T>(
  desk: Desk,
  scope: OrganizationScope,
  question: Asking,
  use: (asked: SearchOutcome) => T | Promise<T>,
): Promise<T> {
  let embedding: QuestionVector | null | undefined;
  const limit = question.limit ?? defaultLimit;
  // Reranking may raise a passage from further down, so a short list must be cut from a long one.
  const wide = { ...beginningsOf(question), limit: Math.max(limit, rerankDepth) };
  // Boxed: null from `use` is a result (nothing relevant), null from reading means that the index changed.
  const boxed = withRetries(async (attempt) => {
    // One revision for the vector and the ranking; read again if the index changed between them.
    const atRevision = attempt === 1 ? question.atRevision : undefined;
    const revision = atRevision ?? (await knowledgeRevisionNow(desk.db, scope));
    // Outside this question's turn, so that the organization's other questions do not wait for its vector.
    if (embedding === undefined) embedding = await questionVector(desk, scope, { ...wide, atRevision: revision });
    const answer = async (live: LiveKnowledge) => {
      if (embedding && embedding.model !== live.model) {
        // The model in use has changed meanwhile.
        embedding = undefined;
        return null;
      }
      const now = question.at ?? desk.clock.now();
      const includes = mayShow(live, question, now);
      const ranking = await rankIn(desk, scope, { live, question: wide, includes, embedding: embedding ?? null });
      const texts = await readTexts(
        desk,
        scope,
        ranking,
        question.beside ? neighboursOfFirst(ranking.index, ranking.found) : [],
      );
      return texts && { value: await use(outcomeOf(live, { ...ranking, texts, limit, now })) };
    };
    return withKnowledge(desk, scope, answer, revision);
  });
  return (await boxed).value;
}

/** How many characters of an earlier message are read. */
const mostOfEarlier = 2_000;

const beginningsOf = ({ query, history, ...more }: Asking): Asking => ({
  ...more,
  query: beginningOf(query, readOfQuestion),
  history: history?.map(({ text, ...by }) => ({
    ...by,
    text: beginningOf(text, { ...readOfQuestion, most: mostOfEarlier }),
  })),
});

export interface Ranking {
  found: RankingResult;
  /** The index that was ranked: all passages, or only the candidates. */
  index: Searchable;
}

export interface ToRank {
  live: LiveKnowledge;
  question: KnowledgeQuestion;
  includes: (documentId: string) => boolean;
  /** Absent: rank by words alone. */
  embedding?: QuestionVector | null;
  /** A document that is always ranked. */
  documentId?: string;
}

/** Ranks without reading texts. */
export async function rankIn(
  desk: Desk,
  scope: OrganizationScope,
  { live, question, includes, embedding = null, documentId }: ToRank,
): Promise<Ranking> {
  const { query, history, limit, language } = question;
  const asked = {
    text: query,
    includes,
    vector: embedding?.vector ?? null,
    ...(history ? { history } : {}),
    ...(limit ? { limit } : {}),
    ...(language ? { language } : {}),
  };
  const index = live.index.isLean
    ? await candidatesFor(desk, scope, live.index, { question: asked, embedding, documentId })
    : live.index;
  return { found: rank(index, asked), index };
}

/** Selects the documents that a question may show now: enabled, not expired or gone, in an enabled collection in its reach. */
export function mayShow(live: LiveKnowledge, question: Asked, now: Date) {
  const wanted = isWanted(live, question);
  return (documentId: string): boolean => {
    const document = live.documents.get(documentId);
    if (!document?.enabled || !wanted(document.collectionId)) return false;
    if (document.expiresAt && document.expiresAt <= now) return false;
    if (document.servesUntil && document.servesUntil <= now) return false;
    return true;
  };
}

type Asked = Pick<KnowledgeQuestion, 'reach' | 'collectionIds'>;

function isWanted({ enabledCollections }: LiveKnowledge, { reach = forCustomers, collectionIds }: Asked) {
  const named = collectionIds && new Set(collectionIds);
  return (id: string): boolean => {
    const audience = enabledCollections.get(id);
    return audience !== undefined && reach.includes(audience) && (named?.has(id) ?? true);
  };
}

// If a document is replaced twice between ranking and reading, its ranked passages are gone: retry with the newest state.
async function withRetries<T>(attempt: (number: number) => Promise<T | null>): Promise<T> {
  for (let number = 1; number <= 3; number++) {
    const result = await attempt(number);
    if (result !== null) return result;
  }
  throw new Error('The knowledge changed faster than it could be read.');
}

async function readTexts(
  desk: Desk,
  scope: OrganizationScope,
  { found: { ranked } }: Ranking,
  beside: readonly string[],
): Promise<Map<string, PassageRow> | null> {
  if (ranked.length === 0) return new Map();
  const ids = ranked.map((each) => each.passageId);
  const rows = await passagesOf(desk.db, scope, [...new Set([...ids, ...beside])]);
  const texts = new Map(rows.map((row) => [row.id, row]));
  return ids.every((id) => texts.has(id)) ? texts : null;
}

interface RankingWithTexts extends Ranking {
  texts: ReadonlyMap<string, PassageRow>;
  limit: number;
  now: Date;
}

function outcomeOf(live: LiveKnowledge, { found, index, texts, limit, now }: RankingWithTexts): SearchOutcome {
  const ranked = new Set(found.ranked.map((each) => each.passageId));
  const passages = [...texts.values()].filter(({ id }) => ranked.has(id)).map(asPassage);
  const reranked = firstOf(rerankWithTexts(index, found, passages), limit);
  const evidence = reranked.ranked.flatMap((ranked) => {
    const row = texts.get(ranked.passageId);
    return row ? [evidenceOf(ranked, row, now)] : [];
  });
  return { live, index, found: reranked, evidence, passages, read: texts };
}

export const asPassage = ({ id, title, heading_path: headingPath, text }: PassageRow): Passage => ({
  id,
  title,
  headingPath,
  text,
});

const firstOf = (found: RankingResult, limit: number): RankingResult => ({
  ...found,
  ranked: found.ranked.slice(0, limit),
  candidates: found.candidates.slice(0, limit),
});

const dayInMilliseconds = 86_400_000;

const evidenceOf = (ranked: Ranked, row: PassageRow, now: Date): PassageEvidence => ({
  documentId: ranked.documentId,
  version: ranked.version,
  chunkId: ranked.passageId,
  title: row.title,
  headingPath: row.heading_path,
  text: row.text,
  url: row.source_url,
  collection: { id: row.collection_id, name: row.collection_name },
  ageDays: row.ingested_at
    ? Math.max(0, Math.floor((now.getTime() - row.ingested_at.getTime()) / dayInMilliseconds))
    : 0,
  score: ranked.score,
  lexicalRank: ranked.lexicalRank,
  vectorRank: ranked.vectorRank,
  parts: { ...ranked.parts },
});
