import type { Channel } from '@desk/contract/conversations';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../platform/database/database.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import './reports.tables.ts';

export interface Range {
  from: Date;
  to: Date;
  channel?: Channel | undefined;
}

export interface MeasuredSum {
  at: Date | null;
  channel: Channel;
  measure: string;
  key: string;
  amount: number;
}

interface SeriesGrouping {
  range: Range;
  granularity: 'hour' | 'day' | 'week';
  timezone: string;
}

const hourMilliseconds = 3_600_000;

/**
 * Sums by measure, key and channel, and for series also by moment. An hour that begins or ends outside of the range, or that a moment
 * divides (a day begins at half past in some time zones), is counted from its facts, all others from their sums.
 */
export async function sumsOf(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { range, granularity, timezone }: SeriesGrouping,
) {
  const { from, to, channel = null } = range;
  const ours = sql`organization_id = ${organizationId} and (${channel}::text is null or channel = ${channel})`;
  const first = new Date(Math.floor(from.getTime() / hourMilliseconds) * hourMilliseconds);
  const sums = sql`report_hour join hours using (hour) where ${ours} and hour >= ${first}::timestamptz and hour < ${to}::timestamptz`;
  const momentOf = (at: RawBuilder<unknown>) => sql`date_trunc(${granularity}, ${at}, ${timezone})`;
  const hour = sql.ref('hour');
  // The bounds are columns: under row-level security an index is not searched for the result of an addition.
  const { rows } = await sql<MeasuredSum>`
    with hours as materialized (
      select hour, ${momentOf(hour)} as moment, hour >= ${from}::timestamptz and hour + interval '1 hour' <= ${to}::timestamptz
          and ${momentOf(hour)} = ${momentOf(sql`hour + interval '1 hour' - interval '1 microsecond'`)} as is_whole
        from generate_series(${first}::timestamptz, ${to}::timestamptz, interval '1 hour') as hour),
      divided as materialized (
        select channel, measure, key, greatest(hour, ${from}) as begins, least(hour + interval '1 hour', ${to}) as ends
        from ${sums} and not is_whole),
      counted as (
        select moment, channel, measure, key, amount from ${sums} and is_whole
        union all select ${momentOf(sql.ref('at'))}, channel, measure, key, fact.amount from divided
          cross join lateral (select at, amount from report_fact where organization_id = ${organizationId} and folded
            and measure = divided.measure and key = divided.key and channel = divided.channel
            and at >= divided.begins and at < divided.ends offset 0) as fact
        union all select ${momentOf(sql.ref('at'))}, channel, measure, key, amount from report_fact
          where ${ours} and at >= ${from}::timestamptz and at < ${to}::timestamptz and not folded)
    select case when measure in ('received', 'eligible', 'attempted', 'answered', 'resolved', 'escalated', 'failed', 'human_reply',
        'human_note') then moment end as at,
      channel, measure, key, sum(amount)::float8 as amount
    from counted group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(tx);
  return rows;
}

/**
 * The beginning of every hour, day or week in the range, in the organization's time zone, including those without any facts.
 */
export async function momentsOf(
  tx: Tx,
  { range: { from, to }, granularity, timezone }: SeriesGrouping,
): Promise<Date[]> {
  const end = sql`${to}::timestamptz - interval '1 microsecond'`;
  const { rows } = await sql<{ at: Date }>`
    select distinct date_trunc(${granularity}, moment, ${timezone}) as at
    from (select generate_series(${from}::timestamptz, ${end}, interval '1 hour') as moment union select ${end}) as moments
    order by 1`.execute(tx);
  return rows.map(({ at }) => at);
}

export const factsBehind = (
  tx: Tx,
  { organizationId }: OrganizationScope,
  { range, measure, key, leastStep, after, limit }: Behind,
) =>
  tx
    .selectFrom('report_fact')
    .select(['id', 'conversation_id', 'key', 'amount', 'at'])
    .where('organization_id', '=', organizationId)
    .where('measure', '=', measure)
    // A turn of the model may have cost tokens of one kind alone.
    .where('amount', '!=', 0)
    .$if(key !== undefined, (rows) => rows.where('key', '=', key ?? ''))
    .$if(leastStep !== undefined, (rows) => rows.where(sql<boolean>`key::int >= ${leastStep}`))
    .where('at', '>=', range.from)
    .where('at', '<', range.to)
    .$if(range.channel !== undefined, (rows) => rows.where('channel', '=', range.channel as Channel))
    .$if(after !== null, (rows) => rows.where('id', '<', after))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();

interface Behind {
  range: Range;
  measure: string;
  key: string | undefined;
  /** For measured times, whose key is a step: only times of at least this step. */
  leastStep: number | undefined;
  after: number | null;
  limit: number;
}

export const foldFacts = (tx: Tx, { organizationId }: OrganizationScope) =>
  sql`select fold_report_facts(${organizationId})`.execute(tx);

/** Searches every organization. */
export async function organizationsWithNewFacts(tx: Tx): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select organizations_with_new_facts() as id`.execute(tx);
  return rows.map(({ id }) => id);
}
