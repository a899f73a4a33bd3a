import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Tx } from '../platform/database.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { chunksOfVersion } from './chunks.store.ts';
import { collectionStates } from './collections.store.ts';
import { acceptedOf } from './learned/learned.store.ts';
import { modelInUse } from './embedding-in-use.store.ts';
import { vectorsOf } from './embeddings.store.ts';
import { embedderInUse } from './replace-model.actions.ts';
import {
  buildLearned,
  buildSegment,
  createIndex,
  type Index,
  type LearnedQuestion,
  type Segment,
} from './retrieval/index.ts';
import { knowledgeRevision } from './revision.store.ts';
import { promiseTerms } from './name-terms.actions.ts';
import { hasVectorsOf } from './nearness.store.ts';
import { removedSince, replaceBody, shownSince } from './segments.store.ts';
import { saveTerms, servingPassages } from './terms.store.ts';
import { findVersion } from './versions.store.ts';

/** An organization's index as it was at `revision`, with what decides whether a document may be shown. */
export interface LiveKnowledge {
  readonly index: Index;
  readonly documents: ReadonlyMap<string, ShownAs>;
  readonly enabledCollections: ReadonlySet<string>;
  readonly revision: number;
  /** Whose vectors the passages have: a question's is of use only if the same model made it. */
  readonly model: string | null;
  readonly modelInUse: string | null;
  /** Whether a question's vector could be compared with any passage. */
  readonly hasVectors: boolean;
}

export interface ShownAs {
  collectionId: string;
  enabled: boolean;
  expiresAt: Date | null;
  servesUntil: Date | null;
  /** Which questions it was taught, as one text. */
  taught: string;
}

/**
 * Runs `work` with the organization's index, brought up to date first. One at a time for each organization, so that the
 * index does not change between ranking and answering; concurrent first uses load it once.
 */
export function withKnowledge<T>(
  desk: Desk,
  scope: OrganizationScope,
  work: (live: LiveKnowledge) => Promise<T>,
): Promise<T> {
  const held = heldFor(desk, scope.organizationId);
  const turn = held.queue.then(async () => {
    await bringUpToDate(desk, scope, held.live);
    makeRoom(desk);
    return work(held.live);
  });
  held.queue = turn.catch(() => {});
  return turn;
}

/** Memory for the indexes of one process; the organization asked least recently goes first. */
const mostBytes = 256 * 1024 * 1024;

interface Loaded {
  index: Index;
  documents: Map<string, ShownAs>;
  enabledCollections: Set<string>;
  revision: number;
  model: string | null;
  modelInUse: string | null;
  hasVectors: boolean;
}
interface Held {
  live: Loaded;
  queue: Promise<unknown>;
}

// By database: two desks in one process (tests) do not share what they know. In the order of use.
const byDatabase = new WeakMap<Desk['db'], Map<string, Held>>();

function heldFor(desk: Desk, organizationId: string): Held {
  const all = byDatabase.get(desk.db) ?? new Map<string, Held>();
  byDatabase.set(desk.db, all);
  const held = all.get(organizationId) ?? { live: empty(), queue: Promise.resolve() };
  all.delete(organizationId);
  all.set(organizationId, held);
  return held;
}

const empty = (): Loaded => ({
  index: createIndex(),
  documents: new Map(),
  enabledCollections: new Set(),
  revision: 0,
  model: null,
  modelInUse: null,
  hasVectors: false,
});

function makeRoom(desk: Desk): void {
  const all = byDatabase.get(desk.db) ?? new Map<string, Held>();
  let bytes = [...all.values()].reduce((sum, held) => sum + held.live.index.bytes, 0);
  for (const [organizationId, held] of all) {
    if (bytes <= mostBytes || all.size === 1) return;
    bytes -= held.live.index.bytes;
    all.delete(organizationId);
  }
}

async function bringUpToDate(desk: Desk, scope: OrganizationScope, live: Loaded): Promise<void> {
  const revision = await inScope(desk.db, scope, (tx) => knowledgeRevision(tx, scope));
  const changed = revision !== live.revision;
  if (changed) await prepare(desk, scope, live);
  const model = embedderInUse(desk, live.modelInUse)?.model ?? null;
  if (model !== live.model) await takeVectorsOf(model, desk, scope, live);
  if (!changed) return;
  await loadChanges(desk, scope, live);
  await inScope(desk.db, scope, async (tx) => {
    for (const { document_id } of await removedSince(tx, scope, live.revision)) {
      live.index.removeSegment(document_id);
      live.documents.delete(document_id);
    }
    const states = await collectionStates(tx, scope);
    live.enabledCollections = new Set(states.filter((state) => state.enabled).map((state) => state.id));
    live.hasVectors = await hasVectors(tx, scope, live);
  });
  // Changes that came after the first look are applied again next time; that does no harm.
  live.revision = revision;
}

// Before anything is loaded: an organization that is large needs no memory for what the database finds.
function prepare(desk: Desk, scope: OrganizationScope, live: Loaded): Promise<void> {
  return inScope(desk.db, scope, async (tx) => {
    live.modelInUse = await modelInUse(tx, scope);
    if (live.index.isLean) return;
    const { passages, named } = await servingPassages(tx, scope);
    if (passages <= desk.mostPassagesInMemory) return;
    if (named) live.index.makeLean();
    else await promiseTerms(desk, tx, scope);
  });
}

const hasVectors = async (tx: Tx, scope: OrganizationScope, { index, model }: Loaded): Promise<boolean> =>
  index.isLean ? model !== null && (await hasVectorsOf(tx, scope, model)) : index.hasVectors;

// All of them, before the next question: never are those of two models in one index.
async function takeVectorsOf(model: string | null, desk: Desk, scope: OrganizationScope, live: Loaded): Promise<void> {
  const ids = live.index.isLean ? [] : Array.from(live.index.documents(), ({ documentId }) => documentId);
  live.model = null;
  live.index.clearVectors();
  for (let at = 0; model !== null && at < ids.length; at += vectorPage) {
    const some = ids.slice(at, at + vectorPage);
    const vectors = await inScope(desk.db, scope, (tx) => vectorsOf(tx, scope, some, model));
    for (const [id, each] of vectors) live.index.setVectors(id, each);
    await nextTurn();
  }
  live.model = model;
  live.hasVectors = await inScope(desk.db, scope, (tx) => hasVectors(tx, scope, live));
}

const vectorPage = 200;
const page = 50;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function loadChanges(desk: Desk, scope: OrganizationScope, live: Loaded): Promise<void> {
  let since = { revision: live.revision, id: last };
  for (;;) {
    const { rows, vectors, questions } = await readChanges(desk, scope, {
      since,
      model: live.index.isLean ? null : live.model,
    });
    for (const row of rows) {
      const asked = questions.get(row.id) ?? [];
      const taught = asked.map(({ id, answeredBy }) => `${id} ${answeredBy}`).join();
      // What changed may be the collection, or that there are vectors now.
      const known = live.index.versionOf(row.id) === row.version && live.documents.get(row.id)?.taught === taught;
      if (!known) {
        const segment = await currentSegment(desk, scope, row.body);
        live.index.addSegment(segment, buildLearned(segment, asked));
      }
      if (!live.index.isLean) live.index.setVectors(row.id, vectors.get(row.id) ?? new Map());
      live.documents.set(row.id, {
        collectionId: row.collection_id,
        enabled: row.enabled,
        expiresAt: row.expires_at,
        servesUntil: row.serves_until,
        taught,
      });
      since = { revision: row.shown_revision, id: row.id };
    }
    if (rows.length < page) return;
    // A large organization takes many pages: let answers to others through.
    await nextTurn();
  }
}

function readChanges(
  desk: Desk,
  scope: OrganizationScope,
  { since, model }: { since: { revision: number; id: string }; model: string | null },
) {
  return inScope(desk.db, scope, async (tx) => {
    const rows = await shownSince(tx, scope, since, page);
    const ids = rows.map((row) => row.id);
    const none = new Map<string, Map<string, Float32Array>>();
    const questions = await questionsOf(tx, scope, ids);
    return {
      rows,
      questions,
      vectors: model !== null && ids.length > 0 ? await vectorsOf(tx, scope, ids, model) : none,
    };
  });
}

async function questionsOf(tx: Tx, scope: OrganizationScope, ids: readonly string[]) {
  const accepted = await acceptedOf(tx, scope, ids);
  const asQuestion = (row: { id: string; text: string; chunk_id: string | null }): LearnedQuestion => ({
    id: row.id,
    text: row.text,
    answeredBy: row.chunk_id,
  });
  return new Map([...accepted].map(([id, rows]) => [id, rows.map(asQuestion)]));
}

const format = buildSegment({ documentId: last, version: 1, language: 'en', passages: [] }).format;

// After an update of the retrieval engine stored segments are made again, each once, from the passages.
async function currentSegment(desk: Desk, scope: OrganizationScope, stored: Segment): Promise<Segment> {
  if (stored.format === format) return stored;
  const { documentId, version, language } = stored;
  const { title, rows } = await inScope(desk.db, scope, async (tx) => ({
    title: (await findVersion(tx, scope, documentId, version))?.title ?? '',
    rows: await chunksOfVersion(tx, scope, documentId, version),
  }));
  const passages = rows.map((row) => ({ id: row.id, title, headingPath: row.heading_path, text: row.text }));
  const segment = buildSegment({ documentId, version, language, passages });
  await inScope(desk.db, scope, async (tx) => {
    if (await replaceBody(tx, scope, segment)) await saveTerms(tx, scope, segment);
  });
  return segment;
}
