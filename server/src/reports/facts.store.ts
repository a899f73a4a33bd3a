import type { Channel } from '@desk/contract/conversations';
import { sql } from 'kysely';
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

/** Sums by measure, key and channel, and for series also by moment. Counts whole hours: the first one from its beginning. */
export async function sumsOf(
  tx: Tx,
  { organizationId }: OrganizationScope,
  { range, granularity, timezone }: SeriesGrouping,
) {
  const { from, to, channel = null } = range;
  const bound = (
    at: string,
  ) => sql`organization_id = ${organizationId} and ${sql.ref(at)} >= date_trunc('hour', ${from}::timestamptz, 'UTC')
    and ${sql.ref(at)} < ${to}::timestamptz and (${channel}::text is null or channel = ${channel})`;
  const { rows } = await sql<MeasuredSum>`
    select case when measure in ('received', 'eligible', 'attempted', 'answered', 'resolved', 'escalated', 'failed', 'human_reply',
        'human_note')
        then date_trunc(${granularity}, hour, ${timezone}) end as at,
      channel, measure, key, sum(amount)::float8 as amount
    from (select hour, channel, measure, key, amount from report_hour where ${bound('hour')}
      union all select date_trunc('hour', at, 'UTC'), channel, measure, key, amount from report_fact
        where ${bound('at')} and not folded) counted
    group by 1, 2, 3, 4 order by 1, 2, 3, 4`.execute(tx);
  return rows;
}

/**
 * The beginning of every hour, day or week in the range, in the organization's time zone, including those without any facts.
 */
export async function momentsOf(
  tx: Tx,
  { range: { from, to }, granularity, timezone }: SeriesGrouping,
): Promise<Date[]> {
  const { rows } = await sql<{ at: Date }>`
    select distinct date_trunc(${granularity}, hour, ${timezone}) as at
    from generate_series(date_trunc('hour', ${from}::timestamptz, 'UTC'), ${to}::timestamptz, interval '1 hour') as hour
    where hour < ${to}::timestamptz order by 1`.execute(tx);
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
    .$if(key !== undefined, (rows) => rows.where('key', '=', key ?? ''))
    .$if(leastStep !== undefined, (rows) => rows.where(sql<boolean>`key::int >= ${leastStep}`))
    .where('at', '>=', sql<Date>`date_trunc('hour', ${range.from}::timestamptz, 'UTC')`)
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
