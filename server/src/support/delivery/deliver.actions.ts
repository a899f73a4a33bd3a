import { send, type Delivered, type Outgoing } from '../../channels/index.ts';
import {
  beginDelivery,
  wakeSender,
  type BegunDelivery,
  type NextDelivery,
  type OfConversation,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { countDelivery } from '../../platform/process/counters.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { outgoingOf, outgoingToHelpdesk } from './outgoing.actions.ts';
import { settleAndFollowUp } from './settle-delivery.actions.ts';
import { settlementOf, type Effort } from './settlement.logic.ts';
import { followUpWithdrawal, whatForbids } from './withheld.actions.ts';
import { english } from '../../platform/words/sentence.logic.ts';

type Sending = Extract<NextDelivery, { kind: 'send' }>;
type NextAttempt = Exclude<NextDelivery, Sending> | (Sending & { outgoing: Outgoing; fencedAt: number });

/**
 * Sends a conversation's outbox in order. For each row, one transaction checks the fence and marks the row as `sending`, the
 * vendor is called outside any transaction, and another transaction stores the result. An interrupted process leaves a row in
 * `sending`; after its deadline the next attempt first looks for its own words at the vendor (docs/promises.md P3). `begun` is the
 * first row, if the transaction that wrote it was its fence as well.
 */
export async function deliver(desk: Desk, of: OfConversation, begun?: BegunDelivery): Promise<void> {
  const scope = { organizationId: of.organizationId };
  let first: NextAttempt | undefined = begun && { kind: 'send', ...begun, outgoing: outgoingToHelpdesk(begun) };
  let more = true;
  while (more) {
    const next = first ?? (await inScope(desk.db, scope, (tx) => begin(desk, tx, scope, of.conversationId)));
    first = undefined;
    switch (next.kind) {
      case 'none':
        return;
      case 'later':
        return inScope(desk.db, scope, (tx) =>
          wakeSender(desk, tx, { organization_id: scope.organizationId, id: of.conversationId }, next.at),
        );
      case 'withdrawn':
        // Its row is settled: the next one may follow.
        break;
      case 'send':
        more = await settle(desk, scope, next, await attempt(desk, scope, next));
    }
  }
}

async function begin(desk: Desk, tx: Tx, scope: OrganizationScope, conversationId: string): Promise<NextAttempt> {
  const next = await beginDelivery(tx, scope, conversationId, (conversation, row) =>
    whatForbids(desk, tx, { conversation, row }),
  );
  if (next.kind === 'withdrawn') await followUpWithdrawal(desk, tx, next);
  if (next.kind !== 'send') return next;
  return { ...next, fencedAt: performance.now(), outgoing: await outgoingOf(desk, tx, scope, next) };
}

// A process that froze after the fence check must not send on a stale permission (docs/promises.md P4).
const staleAfterMilliseconds = 1_500;
// The database is the most likely cause of the delay, so retry only after a pause.
const heldUpPauseMilliseconds = 1_000;

async function attempt(
  desk: Desk,
  scope: OrganizationScope,
  { fencedAt, outgoing }: Extract<NextAttempt, { kind: 'send' }>,
): Promise<Delivered> {
  if (performance.now() - fencedAt > staleAfterMilliseconds)
    return { kind: 'retry', afterMilliseconds: heldUpPauseMilliseconds, why: english`the sender was held up` };
  return send(desk, scope, outgoing);
}

/** Returns whether there may be another row to send. */
async function settle(
  desk: Desk,
  scope: OrganizationScope,
  { row, conversation }: Sending,
  delivered: Delivered,
): Promise<boolean> {
  const effort = effortOf(desk, row);
  const settlement = settlementOf(delivered, effort);
  const more = await settleAndFollowUp(desk, scope, { row, conversation, settlement, effort });
  countDelivery({ channel: conversation.channel, kind: row.kind, state: settlement.state });
  if (settlement.state === 'sent' && settlement.unassigned !== undefined)
    desk.log.warn({ outbox: row.id, channel: conversation.channel, error: settlement.unassigned }, 'not assigned');
  if (settlement.state !== 'sent')
    desk.log.warn(
      {
        outbox: row.id,
        kind: row.kind,
        channel: conversation.channel,
        state: settlement.state,
        attempts: row.attempts,
        error: settlement.error,
      },
      'not delivered',
    );
  return more;
}

const effortOf = (desk: Desk, { kind, first_attempt_at }: Sending['row']): Effort => ({
  what: kind === 'reply' ? 'reply' : 'destination',
  firstAttemptAt: first_attempt_at,
  now: desk.clock.now(),
});
