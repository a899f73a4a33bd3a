import type { Gap, Usage } from '@desk/contract/analysis';
import type { Tx } from '../../platform/database.ts';
import type { OrganizationScope } from '../../platform/transaction.ts';
import type { AnalysedDocument } from '../analysis.store.ts';
import { labelOf } from './gaps.logic.ts';
import { largestGaps } from './questions.store.ts';
import { usageOf } from './usage.logic.ts';
import { citationCounts } from './use.store.ts';

const mostGaps = 50;
const examplesEach = 5;

export async function readGaps(tx: Tx, scope: OrganizationScope): Promise<Gap[]> {
  const gaps = await largestGaps(tx, scope, mostGaps);
  return gaps.map(({ id, questions, customers, best_score, last_asked_at, asked }) => ({
    id,
    label: labelOf(asked),
    questions,
    customers,
    examples: [...new Set(asked)].slice(0, examplesEach),
    best_score: Math.round(best_score * 1000) / 1000,
    last_asked_at: last_asked_at.toISOString(),
  }));
}

export const readUsage = async (
  tx: Tx,
  scope: OrganizationScope,
  documents: readonly AnalysedDocument[],
): Promise<Usage> => usageOf(documents, await citationCounts(tx, scope));
