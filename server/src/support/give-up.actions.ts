import {
  lastCustomerWords,
  lockOverdue,
  releaseTurn,
  type OfConversation,
  type Overdue,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope } from '../platform/transaction.ts';
import { effectiveAutoRespond, isOpen } from '../settings/index.ts';
import { defaultPlace } from './default-place.actions.ts';
import { passToPeople } from './escalate.actions.ts';
import { because, handoverMessage, shortNote } from './handover-words.logic.ts';
import { phrasesFor } from './phrases.ts';
import { leaveToSpeak, readTerms } from './terms.actions.ts';

/**
 * No answer will come in time: people take over and the customer is told so. Never silence. Nothing happens where it came
 * after all.
 */
export async function giveUp(
  desk: Desk,
  of: OfConversation,
  overdue: Exclude<Overdue, { need: 'wake' }>,
): Promise<void> {
  const scope = { organizationId: of.organizationId };
  await inScope(desk.db, scope, async (tx) => {
    const row = await lockOverdue(tx, scope, of.conversationId, overdue);
    if (!row || row.owner !== 'ai') return;
    const reason = overdue.need === 'deadline' ? 'ai_timeout' : 'ai_error';
    const terms = await readTerms(desk, tx, scope);
    const { settings } = terms;
    const speaks = leaveToSpeak(terms, row.channel).may && effectiveAutoRespond(settings, row.channel) === 'auto';
    const asked = await lastCustomerWords(tx, scope, row.id);
    const handing = { phrases: phrasesFor(row.language, settings), businessHours: isOpen(settings, desk.clock.now()) };
    const words = handoverMessage(handing, { message: null });
    await passToPeople(desk, tx, row, {
      reason,
      ruleId: null,
      decisionId: null,
      destination: await defaultPlace(desk, tx, row, terms),
      note: shortNote(asked?.text ?? '', because[reason]),
      words: speaks ? words || null : null,
      speaker: settings.persona.name,
      tags: [],
    });
  });
}

/** A turn that failed gives its lease back, so that the next attempt need not wait for it to run out. */
export async function yieldTurn(desk: Desk, of: OfConversation, lease: string): Promise<void> {
  const scope = { organizationId: of.organizationId };
  await inScope(desk.db, scope, (tx) => releaseTurn(tx, scope, { id: of.conversationId, lease }));
}
