import type { Audience } from '@desk/contract/knowledge';
import type { Desk } from '../../../platform/desk.ts';
import { OrganizationCache } from '../../../platform/organization-cache.ts';
import { createIndex, type LiveIndex } from '../engine/index.ts';

/** An organization's index at `revision`, with the data that decides whether a document may be shown. */
export interface LiveKnowledge {
  readonly index: LiveIndex;
  readonly documents: ReadonlyMap<string, ShownAs>;
  /** The audience of each enabled collection, by id. */
  readonly enabledCollections: ReadonlyMap<string, Audience>;
  readonly revision: number;
  /** The model of the passages' vectors: a question's vector is useful only if the same model made it. */
  readonly model: string | null;
  readonly modelInUse: string | null;
  /** Whether any passage has a vector to compare a question's with. */
  readonly hasVectors: boolean;
}

export interface ShownAs {
  collectionId: string;
  enabled: boolean;
  expiresAt: Date | null;
  servesUntil: Date | null;
  /** The ids of the questions taught for it and of the passages that answer them, as one text. */
  taught: string;
}

/** Memory for the indexes of one process. */
const mostBytes = 256 * 1024 * 1024;

export interface LoadedKnowledge {
  index: LiveIndex;
  documents: Map<string, ShownAs>;
  enabledCollections: Map<string, Audience>;
  revision: number;
  model: string | null;
  modelInUse: string | null;
  hasVectors: boolean;
}
interface CachedIndex {
  live: LoadedKnowledge;
  queue: Promise<unknown>;
}

const empty = (): LoadedKnowledge => ({
  index: createIndex(),
  documents: new Map(),
  enabledCollections: new Map(),
  revision: 0,
  model: null,
  modelInUse: null,
  hasVectors: false,
});

const unloaded = (): CachedIndex => ({ live: empty(), queue: Promise.resolve() });

const indexes = new OrganizationCache<CachedIndex>({ most: mostBytes, sizeOf: ({ live }) => live.index.bytes });

/** Runs work for an organization one at a time, so that its index does not change between ranking and answering. */
export function inTurn<T>(desk: Desk, organizationId: string, work: (live: LoadedKnowledge) => Promise<T>): Promise<T> {
  const held = indexes.use(desk, organizationId, unloaded);
  const turn = held.queue.then(() => work(held.live));
  held.queue = turn.catch(() => {});
  return turn;
}

/** The organization's index if this process has loaded it; null otherwise. */
export const loadedOf = (desk: Desk, organizationId: string): LoadedKnowledge | null =>
  indexes.peek(desk, organizationId)?.live ?? null;

/** Evicts indexes if memory is short; call it after an index has grown. */
export const makeRoom = (desk: Desk): void => indexes.makeRoom(desk);

/** Whether indexes that nobody has asked for yet may be loaded: half of the memory is left to those that are asked for. */
export const hasRoomAhead = (desk: Desk): boolean =>
  indexes.all(desk).reduce((sum, { live }) => sum + live.index.bytes, 0) < mostBytes / 2;
