import type { Channel } from '@desk/contract/conversations';
import type { Desk } from '../platform/desk.ts';
import type { Tx } from '../platform/database/database.ts';
import type { OrganizationScope } from '../platform/database/transaction.ts';
import { english } from '../platform/words/sentence.logic.ts';
import type { Delivered, NotifyWebhook, Outgoing, OutgoingNote, OutgoingReply } from './port/channel.logic.ts';
import { failed, type Circumstances } from './outbound/delivery.logic.ts';
import { notifyByMail, replyByMail } from './email/send.actions.ts';
import { grantedHelpdesks } from './integrations/integrations.store.ts';
import { pace, paceWithFiles, withDeadline } from './outbound/deadline.ts';
import { withCircuitBreaker } from './outbound/circuit-breaker.ts';
import { ask } from './outbound/vendor-http.ts';
import { helpdesks } from './vendors.ts';

/**
 * Sends one message to the outside, once; call it outside of any transaction. The message leaves within
 * `pace.speakWithin` of the call or not at all (`retry`), and the call returns within ten seconds, so a fence taken right
 * before it holds. Repeat a `retry` with a higher `attempt` and the same `key`; never repeat `unknown` automatically.
 * After `needs_reauth`, the channel is already stopped.
 */
export async function send(desk: Desk, scope: OrganizationScope, outgoing: Outgoing): Promise<Delivered> {
  const circumstances = { attempt: outgoing.attempt, now: desk.clock.now(), random: Math.random() };
  switch (outgoing.kind) {
    case 'notify_email':
      return notifyByMail(desk, scope, outgoing, circumstances);
    case 'notify_webhook':
      return notifyByWebhook(desk, scope, outgoing, circumstances);
    case 'reply':
    case 'note':
      return speak(desk, scope, outgoing, circumstances);
  }
}

/** The channels that can deliver a message to a customer now. */
export async function readyChannels(desk: Desk, tx: Tx, scope: OrganizationScope): Promise<Set<Channel>> {
  const ready = new Set<Channel>(await grantedHelpdesks(tx, scope));
  if (desk.config.SMTP_URL) ready.add('email');
  return ready;
}

async function speak(
  desk: Desk,
  scope: OrganizationScope,
  outgoing: OutgoingReply | OutgoingNote,
  circumstances: Circumstances,
): Promise<Delivered> {
  if (outgoing.channel !== 'email') {
    const egress = withDeadline(withCircuitBreaker(desk, scope), paceOf(outgoing));
    return helpdesks[outgoing.channel].speak(desk, scope, egress, { outgoing, circumstances });
  }
  if (outgoing.kind === 'reply') return replyByMail(desk, scope, outgoing, circumstances);
  return { kind: 'refused', code: 'not_supported', detail: english`E-mail has no internal notes.` };
}

const paceOf = (outgoing: OutgoingReply | OutgoingNote) =>
  outgoing.kind === 'reply' && outgoing.files?.length ? paceWithFiles : pace;

// The receiver recognises a repeat by `webhook-id` (Standard Webhooks), so a request without a response may be sent again.
async function notifyByWebhook(
  desk: Desk,
  scope: OrganizationScope,
  outgoing: NotifyWebhook,
  circumstances: Circumstances,
): Promise<Delivered> {
  const timestamp = String(Math.floor(circumstances.now.getTime() / 1_000));
  const headers = { 'webhook-id': outgoing.key, 'webhook-timestamp': timestamp };
  const answer = await ask(withDeadline(withCircuitBreaker(desk, scope)), {
    method: 'POST',
    url: outgoing.url,
    headers,
    json: outgoing.payload,
  });
  if (answer.kind === 'answered' && answer.status < 300) return { kind: 'sent', providerMessageId: outgoing.key };
  if (answer.kind === 'answered' && answer.status < 500 && ![408, 425, 429].includes(answer.status)) {
    return { kind: 'refused', code: 'rejected', detail: english`The destination answered HTTP ${answer.status}.` };
  }
  return failed(answer, circumstances);
}
