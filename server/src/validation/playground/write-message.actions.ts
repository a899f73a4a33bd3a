import type { WritePlaygroundMessage } from '@desk/contract/playground';
import type { Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { notFound } from '../../platform/http/errors.ts';
import { newId } from '../../platform/process/ids.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Rehearsal } from '../../support/index.ts';
import { asText } from '../simulation/simulate.actions.ts';
import { rehearseWithinBudget } from '../simulation/rehearse-within-budget.actions.ts';
import {
  findPlayground,
  insertPlaygroundMessages,
  lockPlayground,
  messagesUntil,
  updatePlayground,
  type PlaygroundMessageRow,
  type PlaygroundRow,
} from './playground.store.ts';
import { viewPlaygroundMessage } from './playground.view.ts';
import { asHistory, continued, saidBefore, stateAfter } from './said.logic.ts';
import { titleBy, untitled } from './title.logic.ts';

type PlaygroundWords = WritePlaygroundMessage & { id: string };

/** Writes a message as the customer, rehearses it under the conversation's context and overlay, and stores both. Throws 404. */
export async function sayInPlayground(desk: Desk, acting: Acting, { id, text, ...lookups }: PlaygroundWords) {
  const { conversation, before } = await inScope(desk.db, acting, async (tx) => {
    const conversation = await findPlayground(tx, acting, id);
    if (!conversation) throw notFound();
    const seq = conversation.message_count;
    return { conversation, before: await messagesUntil(tx, acting, { conversation_id: id, seq }) };
  });
  // Rehearse outside any transaction, because a language model may be called.
  const rehearsal = await rehearseWithinBudget(desk, acting, {
    ...requestOf(conversation, before, text),
    ...lookups,
  });
  const reading = await asText(rehearsal.words);
  const { message, reply } = await keep(desk, acting, { id, text, rehearsal, reading });
  const { decision, would_execute, blocked_by } = rehearsal;
  return { message, reply, decision, would_execute, blocked_by };
}

function requestOf({ context, overlay }: PlaygroundRow, before: readonly PlaygroundMessageRow[], text: string) {
  const { open, history } = saidBefore(before);
  const { tagIds, answered, ...state } = stateAfter(before);
  return {
    ...context,
    message: continued(open, text),
    history: asHistory(context.history ?? [], history),
    conversation: { ...state, ...context.conversation },
    left: { tagIds, answered },
    ...(overlay ? { overlay } : {}),
    explain: false,
  };
}

interface RehearsedMessage {
  id: string;
  text: string;
  rehearsal: Rehearsal;
  /** The reply as the customer would read it; null if there is none. */
  reading: string | null;
}

const keep = (desk: Desk, acting: Acting, { id, text, rehearsal, reading }: RehearsedMessage) =>
  inScope(desk.db, acting, async (tx) => {
    const conversation = await lockPlayground(tx, acting, id);
    if (!conversation) throw notFound();
    const now = desk.clock.now();
    const of = { organization_id: acting.organizationId, conversation_id: id, from_history: false, created_at: now };
    const { decision, priority } = rehearsal;
    // Store the decision with the reply, or with the question if there is no reply.
    const decided = { decision: JSON.stringify(decision), priority };
    const row = (kind: 'customer' | 'ai', said: string, place: number) => ({
      ...of,
      id: newId(now.getTime()),
      seq: conversation.message_count + place,
      kind,
      text: said,
      ...(kind === 'ai' || reading === null ? decided : { decision: null, priority: null }),
      asks_back: kind === 'ai' && decision.outcome === 'clarify',
      unproven: kind === 'customer' && conversation.context.customer?.verified !== true,
    });
    const rows = [row('customer', text, 1), ...(reading === null ? [] : [row('ai', reading, 2)])];
    const [message, reply] = await insertPlaygroundMessages(tx, rows);
    if (!message) throw new Error('A message was written, and is not there.');
    const unnamed = conversation.message_count === 0 && conversation.title === untitled;
    await updatePlayground(tx, acting, id, {
      ...(unnamed ? { title: titleBy(text) } : {}),
      message_count: conversation.message_count + rows.length,
      updated_at: now,
    });
    return { message: viewPlaygroundMessage(message), reply: reply ? viewPlaygroundMessage(reply) : null };
  });
