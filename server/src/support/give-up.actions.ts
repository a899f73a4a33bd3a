import type { HandoverReason } from '@desk/contract/decisions';
import {
  lastCustomerWords,
  lockConversation,
  releaseTurn,
  scopeOf,
  type OfConversation,
  type Turn,
} from '../conversations/index.ts';
import type { Desk } from '../platform/desk.ts';
import { inScope } from '../platform/transaction.ts';
import { loadPolicy } from '../routing/index.ts';
import { isOpen } from '../settings/index.ts';
import { passToPeople } from './escalate.actions.ts';
import { because, handoverMessage } from './handover-words.logic.ts';
import { defaultPlace } from './places.logic.ts';
import { phrasesFor } from './phrases.ts';
import { leaveToSpeak, readTerms } from './terms.actions.ts';

/** No answer will come in time: people take over and the customer is told so. Never silence. */
export async function giveUp(
  desk: Desk,
  of: OfConversation,
  reason: Extract<HandoverReason, 'ai_timeout' | 'ai_error'>,
): Promise<void> {
  const scope = { organizationId: of.organizationId };
  await inScope(desk.db, scope, async (tx) => {
    const row = await lockConversation(tx, scope, of.conversationId);
    if (!row || row.owner !== 'ai') return;
    const terms = await readTerms(desk, tx, scope);
    const { settings } = terms;
    const speaks = leaveToSpeak(terms, row.channel).may && settings.auto_respond_mode === 'auto';
    const asked = await lastCustomerWords(tx, scope, row.id);
    const handing = { phrases: phrasesFor(row.language, settings), businessHours: isOpen(settings, desk.clock.now()) };
    const words = handoverMessage(handing, { message: null });
    await passToPeople(desk, tx, row, {
      reason,
      ruleId: null,
      decisionId: null,
      destination: defaultPlace(await loadPolicy(tx, scope), settings.default_destination_id),
      note: `Asked: ${asked?.text ?? ''}\nWhy you have it: ${because[reason]}`,
      words: speaks ? words || null : null,
      speaker: settings.persona.name,
      tags: [],
    });
  });
}

/** A turn that failed gives its lease back, so that the next attempt need not wait for it to run out. */
export async function yieldTurn(desk: Desk, { conversation, lease }: Turn): Promise<void> {
  const scope = scopeOf(conversation);
  await inScope(desk.db, scope, (tx) => releaseTurn(tx, scope, { id: conversation.id, lease }));
}
