import { lastCustomerWords, scopeOf, type ConversationRow, type OwnershipStep } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defaultDestination } from './default-destination.actions.ts';
import { passToPeople } from './escalate.actions.ts';
import { shortNote } from '../wording/handover-words.logic.ts';
import { readTerms } from '../turn/terms.actions.ts';

/**
 * The AI cannot or may not go on: people take over and the default destination is notified.
 * Nothing is said to the customer.
 */
export async function handToPeople(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { step, why }: { step: OwnershipStep | null; why: string },
): Promise<void> {
  const scope = scopeOf(row);
  const terms = await readTerms(desk, tx, scope);
  const asked = await lastCustomerWords(tx, scope, row.id);
  await passToPeople(desk, tx, row, {
    step,
    ruleId: null,
    decisionId: null,
    // What people have already is where they want it.
    destination: step?.change ? await defaultDestination(desk, tx, row, terms) : null,
    note: shortNote(asked?.text ?? '', why),
    words: null,
    speaker: terms.settings.persona.name,
    tags: [],
  });
}
