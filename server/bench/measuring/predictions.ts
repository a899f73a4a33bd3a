import type { Decision } from '@desk/contract/decisions';
import { search } from '../../src/knowledge/index.ts';
import { ingestDocument } from '../../src/knowledge/ingest-document.ts';
import { addText } from '../../src/knowledge/library/documents/documents.actions.ts';
import { embedDocument } from '../../src/knowledge/search/embeddings/embed.actions.ts';
import type { OrganizationScope } from '../../src/platform/database/transaction.ts';
import type { Desk } from '../../src/platform/desk.ts';
import { rehearse } from '../../src/support/index.ts';
import { startServer } from '../../test/server.ts';
import { registers } from '../../test/world.ts';
import type { BenchQuestion } from '../corpora/checked-lines.ts';
import type { Article } from '../corpora/sets.ts';

/** One line for `score.mjs`, with further results for the question. */
export interface Prediction {
  id: string;
  /** Ids of articles, best passage first, each once. */
  ranked: string[];
  confidence: number;
  decision: 'answer' | 'escalate';
  /** Why the question was decided before retrieval; null: retrieval ran. */
  gate: string | null;
  outcome: Decision['outcome'];
  reason: Decision['reason'];
  language: string | null;
  formula: string | null;
  /** Ids of the articles whose sections the answer would show. */
  shown: string[];
  quote: string | null;
  took_ms: number;
}

export interface Predictor {
  predict(question: BenchQuestion): Promise<Prediction>;
  close(): Promise<void>;
}

/**
 * Starts the application on its own database, with an organization that has these articles and the default settings. Questions
 * take the same path as a simulated message. `words`: without the sentence model.
 */
export async function predictorFor(articles: readonly Article[], { words }: { words: boolean }): Promise<Predictor> {
  const server = await startServer({ environment: { EMBEDDINGS: words ? 'off' : 'embedded' } });
  try {
    const admin = await registers(server, 'Bench', 'Bench');
    const scope = { organizationId: admin.organizationId };
    await admin.patches('/api/organizations/me/settings', { auto_respond_enabled: true, auto_respond_mode: 'auto' });
    const { id: collectionId } = await admin.posts('/api/knowledge/collections', { name: 'Bench' });
    const articleOf = await furnish(server.desk, scope, { collectionId, articles });
    // Load the model first: an answer waits only a short time for it, so the first answer would be by words alone.
    await server.desk.embedder?.embed(['Where is my order?'], 'question');
    return { predict: (question) => predict(server.desk, scope, { question, articleOf }), close: server.close };
  } catch (error) {
    await server.close();
    throw error;
  }
}

interface Furnishing {
  collectionId: string;
  articles: readonly Article[];
}

const longestTitle = 300;

/** Adds and ingests the articles as the service does; returns the article of each document. */
async function furnish(desk: Desk, scope: OrganizationScope, { collectionId, articles }: Furnishing) {
  const acting = { ...scope, actor: { type: 'operator', id: 'bench', name: 'bench' }, origin: null } as const;
  const articleOf = new Map<string, string>();
  for (const { id, title, text } of articles) {
    const named = (title.trim() || id).slice(0, longestTitle);
    const wish = { collection_id: collectionId, title: named, text, format: 'markdown', external_id: id } as const;
    const document = await addText(desk, acting, wish);
    articleOf.set(document.id, id);
    await ingestDocument(desk, scope, document.id);
    await embedWhole(desk, scope, document.id);
  }
  return articleOf;
}

// Each call embeds only some of the passages.
async function embedWhole(desk: Desk, scope: OrganizationScope, documentId: string): Promise<void> {
  if (!desk.embedder) return;
  for (;;) {
    const { rows } = await desk.db.owner.query(
      `select count(*)::int as left from chunk c join document d on d.id = c.document_id and d.active_version = c.version
       where d.id = $1 and not exists (select from chunk_embedding e where e.chunk_id = c.id)`,
      [documentId],
    );
    if (Number(rows[0]?.['left']) === 0) return;
    await embedDocument(desk, scope, documentId);
  }
}

interface Asked {
  question: BenchQuestion;
  articleOf: ReadonlyMap<string, string>;
}

const rankedPassages = 50;

async function predict(desk: Desk, scope: OrganizationScope, { question, articleOf }: Asked): Promise<Prediction> {
  const history = question.history.map(({ speaker, text }) => ({
    from: speaker === 'user' ? ('customer' as const) : ('us' as const),
    text,
  }));
  const started = performance.now();
  const { decision } = await rehearse(desk, scope, {
    message: question.text,
    history,
    engine: 'embedded',
    explain: false,
  });
  const took = performance.now() - started;
  const { language } = decision.signals;
  const found = await search(desk, scope, { query: question.text, history, language, limit: rankedPassages });
  const articles = (documents: readonly string[]) => [...new Set(documents)].flatMap((id) => articleOf.get(id) ?? []);
  const citations = decision.answer?.citations ?? [];
  return {
    id: question.id,
    ranked: articles(found.map(({ documentId }) => documentId)),
    confidence: decision.confidence?.value ?? 0,
    decision: decision.outcome === 'answer' ? 'answer' : 'escalate',
    gate: 'draft' in decision.timings_ms ? null : decision.reason,
    outcome: decision.outcome,
    reason: decision.reason,
    language,
    formula: decision.confidence?.formula ?? null,
    shown: articles(citations.map((citation) => citation.document_id)),
    quote: citations[0]?.quote ?? null,
    took_ms: Math.round(took),
  };
}
