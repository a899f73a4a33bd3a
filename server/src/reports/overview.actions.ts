import type { Channel, Resolution } from '@desk/contract/conversations';
import type { HandoverReason } from '@desk/contract/decisions';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import { measuredTimes, type listReported, type Overview, type readOverview } from '@desk/contract/reports';
import type { Settings } from '@desk/contract/settings';
import type { Tx } from '../platform/database/database.ts';
import { eachGuarded } from '../platform/guarded.ts';
import type { Desk } from '../platform/desk.ts';
import { invalid } from '../platform/http/errors.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import { decodeCursor, pageOf } from '../platform/http/page.ts';
import { inScope, inSnapshot, unscoped, type OrganizationScope } from '../platform/database/transaction.ts';
import { factsBehind, foldFacts, momentsOf, organizationsWithNewFacts, sumsOf, type Range } from './facts.store.ts';
import { binsOf, countsOf, secondsOf, seriesOf, shares, stepAt, timesOf, totalsOf } from './overview.logic.ts';

/** Functions of domains that reports may not import; the composition passes them in. */
export interface ReportNeighbours {
  loadSettings(tx: Tx, scope: OrganizationScope): Promise<Settings>;
  topGaps(tx: Tx, scope: OrganizationScope, range: Range): Promise<Overview['gaps']>;
  namesOfPolicy(tx: Tx, scope: OrganizationScope): Promise<ReadonlyMap<string, string>>;
  /** Those of these conversations that are still there. */
  titlesOf(tx: Tx, scope: OrganizationScope, ids: readonly string[]): Promise<ReadonlyMap<string, unknown>>;
}

const usualDays = 30;
const mostDays = 400;

/** Includes every committed event. Throws 422 if the range is empty or too long. */
export const overview = (
  desk: Desk,
  scope: OrganizationScope,
  query: FilledQueryOf<typeof readOverview>,
  neighbours: ReportNeighbours,
): Promise<Overview> =>
  inSnapshot(desk.db, scope, async (tx) => {
    const { thresholds, timezone } = await neighbours.loadSettings(tx, scope);
    const range = rangeOf(desk, query);
    const granularity = query.granularity ?? 'day';
    const grouping = { range, granularity, timezone };
    const sums = await sumsOf(tx, scope, grouping);
    const moments = await momentsOf(tx, grouping);
    const names = await neighbours.namesOfPolicy(tx, scope);
    const named = (measure: string) =>
      countsOf(sums, measure).map(({ key, count }) => ({ id: key, name: names.get(key) ?? null, count }));
    const byChannel = [...Map.groupBy(sums, ({ channel }) => channel)];
    const tokens = new Map(countsOf(sums, 'tokens').map(({ key, count }) => [key, count]));
    return {
      from: range.from.toISOString(),
      to: range.to.toISOString(),
      granularity,
      timezone,
      series: seriesOf(sums, moments),
      totals: totalsOf(sums),
      reasons: countsOf(sums, 'handover').map(({ key, count }) => ({ reason: key as HandoverReason, count })),
      resolutions: countsOf(sums, 'resolved').map(({ key, count }) => ({ resolution: key as Resolution, count })),
      times: { first_answer: timesOf(sums, 'first_answer_time'), resolution: timesOf(sums, 'resolution_time') },
      confidence: { bins: binsOf(sums), thresholds },
      by_channel: byChannel.map(([channel, counted]) => ({ channel: channel as Channel, ...totalsOf(counted) })),
      by_tag: named('tag'),
      by_destination: named('destination'),
      by_rule: named('rule'),
      gaps: await neighbours.topGaps(tx, scope, range),
      tokens: { input: tokens.get('input') ?? 0, output: tokens.get('output') ?? 0 },
    };
  });

/** The conversations behind a number, newest first. Those that have been erased stay in it, without their id. */
export async function pageOfReported(
  desk: Desk,
  scope: OrganizationScope,
  query: FilledQueryOf<typeof listReported>,
  { titlesOf }: Pick<ReportNeighbours, 'titlesOf'>,
) {
  const { limit, cursor } = query;
  const [after = null] = decodeCursor(cursor, 1) ?? [];
  const range = rangeOf(desk, query);
  const position = { range, after: after === null ? null : Number(after), limit };
  const { found, there } = await inScope(desk.db, scope, async (tx) => {
    const wanted = measured(query);
    const leastStep = wanted.share === undefined ? undefined : await slowest(tx, scope, range, wanted);
    const facts = leastStep === null ? [] : await factsBehind(tx, scope, { ...wanted, ...position, leastStep });
    const ids = new Set(facts.map((each) => each.conversation_id));
    return { found: facts, there: await titlesOf(tx, scope, [...ids]) };
  });
  const { rows, next_cursor } = pageOf(found, limit, (row) => [Number(row.id)]);
  return { items: rows.map((row) => reported(query, row, there)), next_cursor };
}

/** The step at which slow times begin. Uses the same sums as the overview, so that the list fits the number. */
async function slowest(tx: Tx, scope: OrganizationScope, range: Range, { measure, share = 0 }: SeriesPoint) {
  return stepAt(await sumsOf(tx, scope, { range, granularity: 'week', timezone: 'UTC' }), measure, share);
}

function reported(
  { measure }: FilledQueryOf<typeof listReported>,
  row: Awaited<ReturnType<typeof factsBehind>>[number],
  there: ReadonlyMap<string, unknown>,
) {
  const amountOf = () => {
    if (isTime(measure)) return secondsOf(Number(row.key));
    return measure === 'tokens' ? Number(row.amount) : null;
  };
  return {
    id: String(row.id),
    conversation_id: there.has(row.conversation_id) ? row.conversation_id : null,
    at: row.at.toISOString(),
    amount: amountOf(),
  };
}

/** Folds new facts into the hourly sums, in every organization; part of the sweep. */
export async function foldReports(desk: Desk): Promise<void> {
  const organizations = await unscoped(desk.db, organizationsWithNewFacts);
  await eachGuarded(desk, 'reports', organizations, (organizationId) =>
    inScope(desk.db, { organizationId }, (tx) => foldFacts(tx, { organizationId })),
  );
}

interface SeriesPoint {
  measure: string;
  key: string | undefined;
  /** For measured times: the share of the times that were as fast or faster. */
  share?: number;
}

const isTime = (measure: string | undefined): boolean => measuredTimes.some((each) => each === measure);

function measured({ measure = 'received', key }: FilledQueryOf<typeof listReported>): SeriesPoint {
  if (isTime(measure)) {
    if (key !== undefined && key !== 'p50' && key !== 'p90')
      throw invalid('query.key', sentence`must be \`p50\` or \`p90\``);
    return { measure: `${measure}_time`, key: undefined, ...(key === undefined ? {} : { share: shares[key] }) };
  }
  if (measure === 'confirmed' || measure === 'assumed') return { measure: 'resolved', key: `ai_${measure}` };
  return { measure, key };
}

function rangeOf(desk: Desk, query: { from?: string; to?: string; channel?: Channel }): Range {
  const to = query.to === undefined ? new Date(desk.clock.now().getTime() + 1) : new Date(query.to);
  const from = query.from === undefined ? new Date(to.getTime() - usualDays * 86_400_000) : new Date(query.from);
  if (from >= to) throw invalid('query.from', sentence`must be before \`to\``);
  if (to.getTime() - from.getTime() > mostDays * 86_400_000)
    throw invalid('query.from', sentence`must be at most ${mostDays} days before \`to\``);
  return { from, to, channel: query.channel };
}
