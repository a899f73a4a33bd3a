import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Desk } from '../platform/desk.ts';
import { inScope, type OrganizationScope } from '../platform/transaction.ts';
import { chunksOfVersion } from './chunks.store.ts';
import { collectionStates } from './collections.store.ts';
import { vectorsOf } from './embeddings.store.ts';
import { buildSegment, createIndex, type Index, type Segment } from './retrieval/index.ts';
import { knowledgeRevision } from './revision.store.ts';
import { removedSince, replaceBody, shownSince } from './segments.store.ts';
import { findVersion } from './versions.store.ts';

/** An organization's index as it was at `revision`, with what decides whether a document may be shown. */
export interface LiveKnowledge {
  readonly index: Index;
  readonly documents: ReadonlyMap<string, ShownAs>;
  readonly enabledCollections: ReadonlySet<string>;
  readonly revision: number;
}

export interface ShownAs {
  collectionId: string;
  enabled: boolean;
  expiresAt: Date | null;
  servesUntil: Date | null;
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
  if (revision === live.revision) return;
  await loadChanges(desk, scope, live);
  await inScope(desk.db, scope, async (tx) => {
    for (const { document_id } of await removedSince(tx, scope, live.revision)) {
      live.index.removeSegment(document_id);
      live.documents.delete(document_id);
    }
    const states = await collectionStates(tx, scope);
    live.enabledCollections = new Set(states.filter((state) => state.enabled).map((state) => state.id));
  });
  // Changes that came after the first look are applied again next time; that does no harm.
  live.revision = revision;
}

const page = 50;
const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

async function loadChanges(desk: Desk, scope: OrganizationScope, live: Loaded): Promise<void> {
  let since = { revision: live.revision, id: last };
  for (;;) {
    const { rows, vectors } = await readChanges(desk, scope, since);
    for (const row of rows) {
      // What changed may be the collection, or that there are vectors now.
      const known = live.index.versionOf(row.id) === row.version;
      if (!known) live.index.addSegment(await currentSegment(desk, scope, row.body));
      live.index.setVectors(row.id, vectors.get(row.id) ?? new Map());
      live.documents.set(row.id, {
        collectionId: row.collection_id,
        enabled: row.enabled,
        expiresAt: row.expires_at,
        servesUntil: row.serves_until,
      });
      since = { revision: row.shown_revision, id: row.id };
    }
    if (rows.length < page) return;
    // A large organization takes many pages: let answers to others through.
    await nextTurn();
  }
}

function readChanges(desk: Desk, scope: OrganizationScope, since: { revision: number; id: string }) {
  const { embedder } = desk;
  return inScope(desk.db, scope, async (tx) => {
    const rows = await shownSince(tx, scope, since, page);
    const embedded = rows.filter(
      (row) => row.embedded_version === row.version && row.embedded_model === embedder?.model,
    );
    const ids = embedded.map((row) => row.id);
    const none = new Map<string, Map<string, Float32Array>>();
    return { rows, vectors: embedder && ids.length > 0 ? await vectorsOf(tx, scope, ids, embedder.model) : none };
  });
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
  await inScope(desk.db, scope, (tx) => replaceBody(tx, scope, segment));
  return segment;
}
