import { takeAutomaticMail } from '../../channels/index.ts';
import {
  answersDisowned,
  findCustomer,
  keepWaiting,
  recordEvent,
  scopeOf,
  stepAfterLoss,
  type ConversationRow,
  type Forbidden,
  type NextDelivery,
  type OutboxRow,
} from '../../conversations/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import { handToPeople } from '../outcomes/hand-to-people.actions.ts';
import { storedContent } from '../outcomes/stored-content.logic.ts';
import { isSwitchedOff } from '../turn/terms.actions.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';

/**
 * Returns why an automatic message must not be sent, checked right before sending; null if it may. A forged mail must not make
 * us write to the address that it names, and many mails must not make us write to one address often: automatic mail is counted
 * by address, over all organizations.
 */
export async function whatForbids(
  desk: Desk,
  tx: Tx,
  { conversation, row }: { conversation: ConversationRow; row: OutboxRow },
): Promise<Forbidden | null> {
  const scope = scopeOf(conversation);
  if (row.actor === 'ai' && (await isSwitchedOff(tx, scope, conversation.channel))) return 'auto_respond_off';
  if (conversation.channel !== 'email') return null;
  if (await answersDisowned(tx, scope, conversation.id)) return 'disowned';
  // Count a mail only at its first attempt, and only if there is a relay to send it.
  if (row.attempts > 0 || !desk.config.SMTP_URL) return null;
  const customer = await findCustomer(tx, scope, conversation.customer_id);
  if (!customer?.email) return null;
  return (await takeAutomaticMail(desk, tx, customer.email)) ? null : 'too_many_mails';
}

const failsPolicy = sentence`No automatic mail was sent: a mail in this conversation fails the policy (DMARC) of its sender’s domain.`;
const enoughMails = sentence`No automatic mail was sent: this address received one within the last 10 minutes, or five within a day.`;
const because = {
  fenced: english`An answer was not sent.`,
  auto_respond_off: english`An answer was ready, but automatic replies had been switched off.`,
  disowned: english`${failsPolicy} It may be forged.`,
  too_many_mails: english`${enoughMails} Please answer it yourself.`,
} as const;

/** Hands a conversation whose message was withheld to people, with the reason. */
export async function followUpWithdrawal(
  desk: Desk,
  tx: Tx,
  { conversation, row, why }: Extract<NextDelivery, { kind: 'withdrawn' }>,
): Promise<void> {
  if (why === 'erased') return;
  const reason = why === 'auto_respond_off' ? why : 'automated_loop';
  const step =
    why === 'fenced'
      ? await keepWaiting(desk, tx, conversation, row)
      : await stepAfterLoss(desk, tx, conversation, { row, reason });
  if (why === 'disowned' || why === 'too_many_mails')
    await recordEvent(desk, tx, conversation, {
      text: withheldText(because[why], row),
      automated: false,
      providerKey: `withheld:${row.id}`,
    });
  if (step) await handToPeople(desk, tx, conversation, { step, why: because[why] });
}

// The withheld words leave the thread because no customer has read them. Show people an answer, which they may still use.
function withheldText(reason: string, row: OutboxRow): string {
  const content = storedContent(row);
  return row.handover_id === null && 'text' in content
    ? english`${reason}\n\nIt would have said:\n\n${content.text}`
    : reason;
}
