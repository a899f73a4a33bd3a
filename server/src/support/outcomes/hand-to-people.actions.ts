import { lastCustomerWords, scopeOf, type ConversationRow, type OwnershipStep } from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { defaultDestination } from './default-destination.actions.ts';
import { passToPeople } from './escalate.actions.ts';
import { shortNote } from '../wording/handover-words.logic.ts';
import { readTerms } from '../turn/terms.actions.ts';

/** Hands a conversation that the AI cannot or may not continue to people, at the default destination. The customer gets no message. */
export async function handToPeople(
  desk: Desk,
  tx: Tx,
  row: ConversationRow,
  { step, why }: { step: OwnershipStep | null; why: string },
): Promise<void> {
  const scope = scopeOf(row);
  const terms = await readTerms(desk, tx, scope);
  const question = await lastCustomerWords(tx, scope, row.id);
  await passToPeople(desk, tx, row, {
    step,
    ruleId: null,
    decisionId: null,
    // A conversation that people already have stays where they want it.
    destination: step?.change ? await defaultDestination(desk, tx, row, terms) : null,
    note: shortNote(question?.text ?? '', why),
    words: null,
    speaker: terms.settings.persona.name,
    tags: [],
  });
}
