import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { Db, Tables, Tx } from '../../platform/database/database.ts';
import { unscoped } from '../../platform/database/transaction.ts';
import { silenceSeconds } from '../../platform/jobs/silence.ts';
import type { ChannelName } from '../port/channel.logic.ts';
import '../port/channels.tables.ts';

export interface LaneKey {
  organizationId: string;
  channel: ChannelName;
  lane: string;
}

export type InboundRow = Selectable<Tables['inbound_event']>;

// A holder that is alive renews it long before; one that died is replaced after it.
const until = sql<Date>`clock_timestamp() + make_interval(secs => ${sql.lit(silenceSeconds)})`;

/**
 * Takes the lane when it has work, is ready and is nobody's, with its oldest event, one claim richer. `oldest` is null where an
 * arrival was waited for: this statement does not see what it has brought.
 */
export const claimLane = async (tx: Tx, key: LaneKey, lease: string): Promise<{ oldest: InboundRow | null } | null> => {
  const claimed = await tx
    .with('claimed', () =>
      ofLane(tx, key)
        .set({ lease, locked_until: until })
        .where('pending', '=', true)
        .where('ready_at', '<=', sql<Date>`clock_timestamp()`)
        .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', sql<Date>`clock_timestamp()`)]))
        .returning('lane_key as claimed_lane'),
    )
    .with('taken', (db) =>
      oldestTaken(tx, key).where((eb) => eb.exists(db.selectFrom('claimed').select('claimed_lane'))),
    )
    .selectFrom('claimed')
    .leftJoin('taken', (join) => join.onTrue())
    .selectAll('taken')
    .executeTakeFirst();
  return claimed ? { oldest: claimed.id === null ? null : (claimed as InboundRow) } : null;
};

/** Locks the lane's row and lengthens the lease; false when the lease is no longer ours. */
export async function holdLane(tx: Tx, key: LaneKey, lease: string): Promise<boolean> {
  const held = await ofLane(tx, key)
    .set({ locked_until: until })
    .where('lease', '=', lease)
    .returning('lane_key')
    .executeTakeFirst();
  return held !== undefined;
}

/**
 * Gives the lane back and recomputes `pending`. The caller has locked the lane in a statement before, so that no arrival is
 * overlooked: a statement that waits for a lock does not see what the holder of it has written elsewhere. undefined: it is
 * no longer ours.
 */
export const releaseLane = (tx: Tx, key: LaneKey, lease: string, afterMs: number): Promise<Released | undefined> =>
  laneReleased(tx, key, lease, afterMs).executeTakeFirst();

export interface Released {
  pending: boolean;
}

const laneReleased = (tx: Tx, key: LaneKey, lease: string, afterMs: number) =>
  ofLane(tx, key)
    .set({
      lease: null,
      locked_until: null,
      ready_at: sql<Date>`clock_timestamp() + make_interval(secs => ${afterMs / 1_000})`,
      pending: sql<boolean>`exists (select from inbound_event e where e.organization_id = ${key.organizationId}
        and e.channel = ${key.channel} and e.lane_key = ${key.lane} and e.state = 'queued')`,
    })
    .where('lease', '=', lease)
    .returning('pending');

/**
 * The oldest event that waits in the lane, one claim richer; where none does, the lane is given back as by `releaseLane`, and on
 * the same condition.
 */
export async function takeOldestOrRelease(
  tx: Tx,
  key: LaneKey,
  lease: string,
): Promise<{ oldest: InboundRow } | { released: Released | undefined }> {
  const found = await tx
    .with('taken', () => oldestTaken(tx, key))
    .with('released', (db) =>
      laneReleased(tx, key, lease, 0).where((eb) => eb.not(eb.exists(db.selectFrom('taken').select('taken.id')))),
    )
    .selectFrom(sql<{ at: number }>`(select 1 as at)`.as('one'))
    .leftJoin('taken', (join) => join.onTrue())
    .leftJoin('released', (join) => join.onTrue())
    .selectAll('taken')
    .select('released.pending as still_pending')
    .executeTakeFirstOrThrow();
  const { still_pending: pending, ...oldest } = found;
  if (oldest.id !== null) return { oldest: oldest as InboundRow };
  return { released: pending === null ? undefined : { pending } };
}

const oldestTaken = (tx: Tx, key: LaneKey) =>
  tx
    .updateTable('inbound_event')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('organization_id', '=', key.organizationId)
    .where('id', '=', (eb) =>
      eb
        .selectFrom('inbound_event')
        .select('id')
        .where('organization_id', '=', key.organizationId)
        .where('channel', '=', key.channel)
        .where('lane_key', '=', key.lane)
        // As a literal: a plan for any value cannot use the index of those that wait, and each question would be planned anew.
        .where('state', '=', sql.lit('queued'))
        .orderBy('id')
        .limit(1),
    )
    .returningAll();

export const markDeadLettered = (tx: Tx, key: LaneKey, id: number, error: string) =>
  ofEvent(tx, key, id).set({ state: 'parked', last_error: error }).execute();

export const markFailed = (tx: Tx, key: LaneKey, id: number, error: string) =>
  ofEvent(tx, key, id)
    .set((eb) => ({ failures: eb('failures', '+', 1), last_error: error }))
    .execute();

/**
 * Which of them have happened. One statement that commits by itself (0066), as it is asked for every event. Named where a
 * server plans it once for each connection; after an error PGlite would take it for another's.
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

export const rememberEffects = (tx: Tx, key: LaneKey, eventId: number, effects: readonly string[]) =>
  insertionOf(tx, key, eventId, effects)?.execute();

interface Done {
  id: number;
  reason: string | null;
  /** Of the decision that says so, where the event is in no conversation. */
  decisionId: string | null;
  /** The vendor's name of the customer's message that it brought. */
  message: string | null;
  effects: readonly string[];
}

/**
 * The event is over, with what has happened by it, and its lane is locked; false when the lease is no longer ours.
 * `reason`: why it had no effect that people see; null where it had one.
 */
export async function markDone(
  tx: Tx,
  key: LaneKey,
  lease: string,
  { id, reason, decisionId, message, effects }: Done,
): Promise<boolean> {
  const remembered = insertionOf(tx, key, id, effects);
  const done = ofEvent(tx, key, id).set({ state: 'done', last_error: null, reason, decision_id: decisionId, message });
  const held = await (remembered ? tx.with('remembered', () => remembered) : tx)
    .with('done', () => done)
    .updateTable('lane')
    .where('organization_id', '=', key.organizationId)
    .where('channel', '=', key.channel)
    .where('lane_key', '=', key.lane)
    .where('lease', '=', lease)
    .set({ locked_until: until })
    .returning('lane_key')
    .executeTakeFirst();
  return held !== undefined;
}

const insertionOf = (tx: Tx, { organizationId, channel }: LaneKey, eventId: number, effects: readonly string[]) =>
  effects.length === 0
    ? null
    : tx
        .insertInto('inbound_effect')
        .values(effects.map((effect) => ({ organization_id: organizationId, channel, effect, event_id: eventId })))
        .onConflict((conflict) => conflict.doNothing());

/** Lanes with work and nobody at it, of any organization. */
export const listDueLanes = (db: Db, limit: number): Promise<LaneKey[]> =>
  listLanes(db, sql`select organization_id, channel, lane_key from due_lanes(${limit})`);

/** Lanes with work whose holder let its lease run out, of any organization. */
export const listAbandonedLanes = (db: Db, limit: number): Promise<LaneKey[]> =>
  listLanes(db, sql`select organization_id, channel, lane_key from abandoned_lanes(${limit})`);

/** Seconds for which the oldest work of any organization has been due, by queue. */
export const queueAges = (db: Db): Promise<Record<string, number>> =>
  unscoped(db, async (tx) => {
    const { rows } = await sql<{ queue: string; seconds: number }>`select queue, seconds from queue_ages()`.execute(tx);
    return Object.fromEntries(rows.map(({ queue, seconds }) => [queue, seconds]));
  });

interface LaneColumns {
  organization_id: string;
  channel: ChannelName;
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
