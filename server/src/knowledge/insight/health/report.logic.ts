import type { Analysis } from '@desk/contract/analysis';
import type { Audience } from '@desk/contract/knowledge';
import { conditionOf, isRetrievable, readinessOf, type HealthFacts, type ReadinessFacts } from './health.logic.ts';
import { turnAfter } from '../../library/versions/freshness.logic.ts';
import { suiteCoverageOf, type SuiteSources } from './suite-coverage.logic.ts';
import { usageOf } from '../use/usage.logic.ts';

interface Analysed extends ReadinessFacts {
  readonly collection_id: string;
  readonly ingested_at: Date | null;
  readonly language: string | null;
  readonly chunk_count: number;
}

export interface ReportFacts {
  /**
   * The organization's documents, oldest first. `reportOf` writes into them what depends on their collection and on the
   * time.
   */
  documents: ReadonlyMap<string, Analysed>;
  /** The collections that are reported on. */
  collections: readonly { readonly id: string; readonly enabled: boolean; readonly audience: Audience }[];
  citations: Parameters<typeof usageOf>[1];
  troubled: HealthFacts['troubled'];
  suite: SuiteSources;
}

/** The documents' part of an analysis. Without changes it is valid from `from` until before `until` (milliseconds). */
interface DocumentReport extends Pick<Analysis, 'totals' | 'readiness' | 'usage' | 'suite_coverage'> {
  condition: ReturnType<typeof conditionOf>;
  from: number;
  until: number;
}

/** `basis`: its other inputs, whose changes are not recorded. */
export type Report = DocumentReport & Pick<Analysis, 'findings'> & { basis: string };

export function reportOf(
  { documents, collections, citations, troubled, suite }: ReportFacts,
  now: Date,
): DocumentReport {
  const byId = new Map(collections.map((each) => [each.id, each]));
  const all: Analysed[] = [];
  let until = Number.POSITIVE_INFINITY;
  for (const document of documents.values()) {
    const collection = byId.get(document.collection_id);
    if (!collection) continue;
    document.collection_enabled = collection.enabled;
    document.audience = collection.audience;
    document.retrievable = isRetrievable(document, now);
    until = Math.min(until, turnAfter(now, document));
    all.push(document);
  }
  const reported = all.length === documents.size ? documents : new Map(all.map((each) => [each.id, each]));
  const usage = usageOf(reported, citations);
  return {
    condition: conditionOf({ documents: all, troubled }, now),
    totals: { collections: collections.length, ...totalsOf(all) },
    readiness: readinessList(all).map((row) => readinessOf(row, now)),
    usage,
    suite_coverage: suiteCoverageOf(all, usage, suite),
    from: now.getTime(),
    until,
  };
}

function totalsOf(documents: readonly Analysed[]): Omit<Analysis['totals'], 'collections'> {
  const totals = {
    documents: documents.length,
    chunks: 0,
    retrievable: 0,
    by_status: {} as Record<string, number>,
    by_language: {} as Record<string, number>,
  };
  for (const { status, language, chunk_count, retrievable } of documents) {
    totals.chunks += chunk_count;
    if (retrievable) totals.retrievable++;
    totals.by_status[status] = (totals.by_status[status] ?? 0) + 1;
    const spoken = language ?? 'unknown';
    totals.by_language[spoken] = (totals.by_language[spoken] ?? 0) + 1;
  }
  return totals;
}

const mostListed = 5_000;

/** Returns up to `most` documents, oldest first. Documents that are not retrievable are kept first; the totals count all. */
export function readinessList<Listed extends { retrievable: boolean }>(
  documents: readonly Listed[],
  most = mostListed,
): readonly Listed[] {
  if (documents.length <= most) return documents;
  const lost = documents.filter(({ retrievable }) => !retrievable).length;
  let [lostLeft, foundLeft] = [Math.min(most, lost), Math.max(0, most - lost)];
  return documents.filter(({ retrievable }) => (retrievable ? foundLeft-- > 0 : lostLeft-- > 0));
}
