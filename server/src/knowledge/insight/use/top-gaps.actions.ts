import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import { labelOf } from './gaps.logic.ts';
import { largestGaps, type AskedWithin } from './questions.store.ts';

const mostShown = 10;

/** The questions that were asked most often within a report, and that no document answers at present. */
export async function topGaps(tx: Tx, scope: OrganizationScope, within: AskedWithin) {
  const rows = await largestGaps(tx, scope, mostShown, within);
  return rows.map((row) => ({
    id: row.id,
    label: labelOf(row.asked),
    questions: row.questions,
    last_asked_at: row.last_asked_at.toISOString(),
  }));
}
