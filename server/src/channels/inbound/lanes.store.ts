import type { Channel } from '@desk/contract/conversations';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../../platform/database/database.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import { silenceSeconds } from '../../platform/jobs/silence.ts';
import '../port/channels.tables.ts';

export interface LaneKey {
  organizationId: string;
  channel: Channel;
  lane: string;
}

export type InboundRow = Selectable<Tables['inbound_event']>;

// A live holder renews the lease long before this time; a dead holder is replaced after it.
const until = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(silenceSeconds)})`;

/**
 * Claims the lane if it is ready and not held, takes its oldest event and counts the attempt: one statement that commits by itself
 * (0175). null: not claimed. `empty`: claimed, but nothing waits, and the lane is to be released.
 */
export async function claimLane(db: Db, key: LaneKey, lease: string): Promise<InboundRow | 'empty' | null> {
  const { rows } = await db.pool.query<{ [Column in keyof InboundRow]: InboundRow[Column] | null }>({
    ...(db.engine === 'postgres' ? { name: 'claim-lane' } : {}),
    text: 'select * from claim_lane($1, $2, $3, $4, $5)',
    values: [key.organizationId, key.channel, key.lane, lease, silenceSeconds],
  });
  const [claimed] = rows;
  if (!claimed) return null;
  return claimed.id === null ? 'empty' : (claimed as InboundRow);
}

/** Locks the lane's row and extends the lease; false if the lease is no longer ours. */
export async function renewLease(tx: Tx, key: LaneKey, lease: string): Promise<boolean> {
  const held = await ofLane(tx, key)
    .set({ locked_until: until })
    .where('lease', '=', lease)
    .returning('lane_key')
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Releases the lane and recomputes `pending`. The caller must have locked the lane in an earlier statement, so that no
 * arrival is overlooked: a statement that waits for a lock does not see what the lock's holder has written elsewhere.
 * undefined: the lane is no longer ours.
 */
export const releaseLane = (
  tx: Tx,
  key: LaneKey,
  lease: string,
  afterMilliseconds: number,
): Promise<Released | undefined> =>
  ofLane(tx, key)
    .set({
      lease: null,
      locked_until: null,
      ready_at: sql<Date>`clock_timestamp() + make_interval(secs => ${afterMilliseconds / 1_000})`,
      pending: sql<boolean>`exists (select from inbound_event e where e.organization_id = ${key.organizationId}
        and e.channel = ${key.channel} and e.lane_key = ${key.lane} and e.state = 'queued')`,
    })
    .where('lease', '=', lease)
    .returning('pending')
    .executeTakeFirst();

export interface Released {
  pending: boolean;
}

export const markDeadLettered = (tx: Tx, key: LaneKey, id: number, error: string) =>
  ofEvent(tx, key, id).set({ state: 'parked', last_error: error }).execute();

export const markFailed = (tx: Tx, key: LaneKey, id: number, error: string) =>
  ofEvent(tx, key, id)
    .set((eb) => ({ failures: eb('failures', '+', 1), last_error: error }))
    .execute();

/**
 * Returns which of these effects have happened. One statement that commits by itself (0066), because it runs for every
 * event. It is named where a server plans it once for each connection; after an error, PGlite would confuse it with
 * another.
 */
export async function knownEffects(db: Db, key: LaneKey, effects: readonly string[]): Promise<Set<string>> {
  if (effects.length === 0) return new Set();
  const { rows } = await db.pool.query<{ effect: string }>({
    ...(db.engine === 'postgres' ? { name: 'known-effects' } : {}),
    text: 'select known_effects($1, $2, $3) as effect',
    values: [key.organizationId, key.channel, effects],
  });
  return new Set(rows.map(({ effect }) => effect));
}

export const rememberEffects = (
  tx: Tx,
  { organizationId, channel }: LaneKey,
  eventId: number,
  effects: readonly string[],
) =>
  effects.length > 0 &&
  tx
    .insertInto('inbound_effect')
    .values(effects.map((effect) => ({ organization_id: organizationId, channel, effect, event_id: eventId })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();

/** What became of an event. */
export interface InboundEnding {
  /** Why it had no visible effect; null if it had one. */
  reason: string | null;
  /** The decision behind the reason, if the event is in no conversation. */
  decisionId: string | null;
  conversationId: string | null;
}

export interface DoneEvent extends InboundEnding {
  id: number;
  /** The vendor's id of the customer message in the event. */
  message: string | null;
  effects: readonly string[];
}

/** The lane's next event, counted as an attempt; or the lane was released. */
export type NextOrReleased = { next: InboundRow } | { released: Released };

/**
 * Ends the event, if one is done, and stores its effects; then takes the oldest waiting event, if `takes`, or releases the lane
 * (0194). It locks the lane. undefined: the lease is no longer ours, and the transaction must not commit.
 */
export async function takeNextOrRelease(
  tx: Tx,
  { organizationId, channel, lane }: LaneKey,
  lease: string,
  { takes, done }: { takes: boolean; done: DoneEvent | null },
): Promise<NextOrReleased | undefined> {
  const { rows } = await sql<{ held: boolean; waits: boolean | null } & InboundRow>`select held, waits, (next).*
    from go_on_in_lane(${organizationId}, ${channel}, ${lane}, ${lease}, ${silenceSeconds}, ${takes}, ${done?.id ?? null},
      ${done?.reason ?? null}, ${done?.decisionId ?? null}, ${done?.conversationId ?? null}, ${done?.message ?? null},
      ${[...(done?.effects ?? [])]})`.execute(tx);
  const { held, waits, ...next } = rows[0]!;
  if (!held) return undefined;
  return waits === null ? { next } : { released: { pending: waits } };
}

/** Lanes with work and no holder, of any organization. */
export const listDueLanes = (db: Db, limit: number): Promise<LaneKey[]> =>
  listLanes(db, sql`select organization_id, channel, lane_key from due_lanes(${limit})`);

/** Lanes with work whose holder let its lease expire, of any organization. */
export const listAbandonedLanes = (db: Db, limit: number): Promise<LaneKey[]> =>
  listLanes(db, sql`select organization_id, channel, lane_key from abandoned_lanes(${limit})`);

/** For each queue, the seconds for which the oldest work of any organization has been due. */
export const queueAges = (db: Db): Promise<Record<string, number>> =>
  unscoped(db, async (tx) => {
    const { rows } = await sql<{ queue: string; seconds: number }>`select queue, seconds from queue_ages()`.execute(tx);
    return Object.fromEntries(rows.map(({ queue, seconds }) => [queue, seconds]));
  });

interface LaneColumns {
  organization_id: string;
  channel: Channel;
  lane_key: string;
}

const listLanes = (db: Db, question: RawBuilder<unknown>): Promise<LaneKey[]> =>
  unscoped(db, async (tx) => {
    const { rows } = await question.$castTo<LaneColumns>().execute(tx);
    return rows.map((row) => ({ organizationId: row.organization_id, channel: row.channel, lane: row.lane_key }));
  });

const ofLane = (tx: Tx, key: LaneKey) =>
  tx
    .updateTable('lane')
    .where('organization_id', '=', key.organizationId)
    .where('channel', '=', key.channel)
    .where('lane_key', '=', key.lane);

const ofEvent = (tx: Tx, key: LaneKey, id: number) =>
  tx.updateTable('inbound_event').where('organization_id', '=', key.organizationId).where('id', '=', id);
