import type { Desk } from '../../src/platform/desk.ts';
import type { Embedder } from '../../src/platform/embedding/embedder.ts';
import { newId } from '../../src/platform/process/ids.ts';
import { inScope, type OrganizationScope } from '../../src/platform/database/transaction.ts';
import { insertChunks } from '../../src/knowledge/library/passages/chunks.store.ts';
import { insertDocument } from '../../src/knowledge/library/versions/documents.store.ts';
import { completeEmbedding } from '../../src/knowledge/search/embeddings/embedding-queue.store.ts';
import { saveVectors } from '../../src/knowledge/search/embeddings/embeddings.store.ts';
import { raiseRevision } from '../../src/knowledge/library/passages/revision.store.ts';
import { buildSegment } from '../../src/knowledge/library/passages/build-segment.ts';
import { saveSegment } from '../../src/knowledge/library/passages/segments.store.ts';
import { insertVersion } from '../../src/knowledge/library/versions/versions.store.ts';

const dimensions = 256;
const vocabulary = 30_000;
const wordsOfPassage = 100;
const subjects = 2_000;

/** Returns the same numbers in every run (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const syllables =
  'ba be bo da de do fa fi ga go ka ke ki la le lo ma mi mo na ne no pa po ra re ro sa se so ta te to va vi wa zo'.split(
    ' ',
  );

/** Zipf's law: the word of rank r occurs about 1/r as often as the first. */
function wordAt(rank: number): string {
  let text = '';
  for (let rest = rank + syllables.length ** 2; rest > 0; rest = Math.floor(rest / syllables.length))
    text += syllables[rest % syllables.length] ?? '';
  return text;
}
const commonOrRare = (chance: () => number) => Math.floor(vocabulary ** chance()) - 1;

/** Each subject has words of its own; a passage is about one subject and mixes its words with common ones. */
const wordOf = (subject: number, chance: () => number) =>
  wordAt(chance() < 0.15 ? (subject * 13 + Math.floor(chance() * 12)) % vocabulary : commonOrRare(chance));

export const sentence = (subject: number, words: number, chance: () => number) =>
  Array.from({ length: words }, () => wordOf(subject, chance)).join(' ');

export interface BenchQuestion {
  query: string;
  subject: number;
}

/** Questions about subjects; a few contain only common words. */
export function questionsOf(count: number): BenchQuestion[] {
  const chance = seededRandom(7);
  return Array.from({ length: count }, () => {
    const subject = Math.floor(chance() * subjects);
    return { subject, query: sentence(subject, 8, chance) };
  });
}

function direction(seed: number): Float32Array {
  const chance = seededRandom(seed);
  return Float32Array.from({ length: dimensions }, () => chance() + chance() - 1);
}

function near(subject: number, seed: number): Float32Array {
  const [one, other] = [direction(subject), direction(1_000_000 + seed)];
  const mixed = one.map((value, at) => value + 0.8 * (other[at] ?? 0));
  const length = Math.hypot(...mixed);
  return mixed.map((value) => value / length);
}

/** Replaces a sentence model: texts of the same subject get vectors that are near each other. */
export function embedderFor(questions: readonly BenchQuestion[]): Embedder {
  const subjectOf = new Map(questions.map(({ query, subject }) => [query, subject]));
  return {
    provider: 'embedded',
    model: 'bench',
    dimensions,
    span: 450,
    batch: 16,
    resting: false,
    refused: false,
    reads: () => true,
    embed: async (texts) => texts.map((text) => near(subjectOf.get(text) ?? 0, text.length)),
    close: async () => {},
  };
}

/** Inserts documents as ingestion and embedding would leave them, without running a parser or a model. */
export async function fill(
  desk: Desk,
  scope: OrganizationScope,
  base: { collection: string; documents: number; passages: number },
): Promise<void> {
  const chance = seededRandom(1);
  for (let made = 0; made < base.documents; made++) {
    await addDocument(desk, scope, { ...base, subject: made % subjects, seed: made, chance });
    if (made % 500 === 499) console.error(`${made + 1} documents`);
  }
}

interface Draft {
  collection: string;
  passages: number;
  subject: number;
  seed: number;
  chance: () => number;
}

async function addDocument(desk: Desk, scope: OrganizationScope, draft: Draft): Promise<void> {
  const { subject, chance } = draft;
  const document = documentRow(scope, draft, desk.clock.now());
  const { id, title } = document;
  const chunks = Array.from({ length: draft.passages }, (_, position) => ({
    organization_id: scope.organizationId,
    id: newId(),
    document_id: id,
    version: 1,
    position,
    heading_path: [sentence(subject, 3, chance)],
    text: `${sentence(subject, wordsOfPassage, chance)}.`,
    start_offset: 0,
    end_offset: 0,
    page: null,
  }));
  const passages = chunks.map((chunk) => ({ id: chunk.id, title, headingPath: chunk.heading_path, text: chunk.text }));
  const body = JSON.stringify(buildSegment({ documentId: id, version: 1, language: 'en', passages }));
  const vectors = chunks.map((chunk, at) => ({ chunkId: chunk.id, vector: near(subject, draft.seed * 100 + at) }));
  const work = { documentId: id, version: 1, model: 'bench' };
  await inScope(desk.db, scope, async (tx) => {
    await insertDocument(tx, document);
    await insertVersion(tx, versionRow(document));
    await insertChunks(tx, chunks);
    await saveSegment(tx, scope, { documentId: id, version: 1, part: 0 }, body);
    await saveVectors(tx, scope, work, vectors);
    await completeEmbedding(tx, scope, work, await raiseRevision(tx, scope));
  });
}

const documentRow = (scope: OrganizationScope, { collection, subject, passages, chance }: Draft, now: Date) => ({
  organization_id: scope.organizationId,
  id: newId(),
  collection_id: collection,
  title: sentence(subject, 4, chance),
  title_given: true,
  source_kind: 'text' as const,
  status: 'ready' as const,
  language: 'en',
  latest_version: 1,
  active_version: 1,
  chunk_count: passages,
  probes_passed: 5,
  probes_total: 5,
  probed_at: now,
  created_at: now,
  updated_at: now,
  ingested_at: now,
});

const versionRow = ({ organization_id, id, title, created_at }: ReturnType<typeof documentRow>) => ({
  organization_id,
  document_id: id,
  version: 1,
  state: 'active' as const,
  title,
  media_type: 'text/plain',
  bytes: 1,
  content_hash: id,
  blob_key: id,
  created_at,
});
