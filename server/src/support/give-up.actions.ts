import {
  handoverToPlace,
  lastCustomerWords,
  lockOverdue,
  scopeOf,
  stepToPeople,
  type ConversationRow,
  type OfConversation,
  type OverdueTurn,
} from '../conversations/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope } from '../platform/database/transaction.ts';
import { effectiveAutoRespond, isOpen } from '../settings/index.ts';
import { defaultDestination } from './outcomes/default-destination.actions.ts';
import { endTriage, passToPeople } from './outcomes/escalate.actions.ts';
import { because, handoverMessage, shortNote } from './wording/handover-words.logic.ts';
import { phrasesFor } from './wording/phrases.ts';
import { replyPermission, readTerms, type DeskTerms } from './turn/terms.actions.ts';

/** Hands a turn that will not be answered in time to people, and notifies the customer. Does nothing if the answer came after all. */
export async function giveUp(
  desk: Desk,
  of: OfConversation,
  overdue: Exclude<OverdueTurn, { need: 'wake' }>,
): Promise<void> {
  const scope = { organizationId: of.organizationId };
  await inScope(desk.db, scope, async (tx) => {
    const row = await lockOverdue(tx, scope, of.conversationId, overdue);
    if (!row) return;
    const terms = await readTerms(desk, tx, scope);
    if (row.owner === 'human') return placeUnread(desk, tx, row, terms);
    const { settings } = terms;
    const reason = overdue.need === 'deadline' ? 'ai_timeout' : 'ai_error';
    const speaks = replyPermission(terms, row.channel).may && effectiveAutoRespond(settings, row.channel) === 'auto';
    const question = await lastCustomerWords(tx, scope, row.id);
    const notice = { phrases: phrasesFor(row.language, settings), businessHours: isOpen(settings, desk.clock.now()) };
    const words = handoverMessage(notice, { message: null });
    await passToPeople(desk, tx, row, {
      step: stepToPeople(row, reason),
      ruleId: null,
      decisionId: null,
      destination: await defaultDestination(desk, tx, row, terms),
      note: shortNote(question?.text ?? '', because[reason]),
      words: speaks ? words || null : null,
      speaker: settings.persona.name,
      tags: [],
    });
  });
}

// People already have the conversation. Only its tags and its routing are missing, because the turn failed.
async function placeUnread(desk: Desk, tx: Tx, row: ConversationRow, terms: DeskTerms): Promise<void> {
  const question = await lastCustomerWords(tx, scopeOf(row), row.id);
  await endTriage(desk, tx, row, {
    handover: await handoverToPlace(tx, scopeOf(row), row.id),
    decisionId: null,
    destination: await defaultDestination(desk, tx, row, terms),
    note: shortNote(question?.text ?? '', 'It could not be tagged or routed by the rules.'),
    tags: [],
  });
}
