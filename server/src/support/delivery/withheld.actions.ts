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
import { isSwitchedOff } from '../turn/terms.actions.ts';
import { english, sentence } from '../../platform/words/sentence.logic.ts';

/**
 * Why a machine's word to the customer must not go out, right before it would. A forged mail must not make us write to
 * whom it names, and many mails must not make us write to somebody often: what we send by ourselves is counted by address,
 * over all organizations.
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
  // Counted at its first attempt; without a relay nothing goes out.
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

/** What was stopped comes before people, with the reason. */
export async function followUpWithdrawal(
  desk: Desk,
  tx: Tx,
  { conversation, row, why }: Extract<NextDelivery, { kind: 'withdrawn' }>,
): Promise<void> {
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

// The words leave the thread because nobody has read them; an answer that people can use is shown to them.
function withheldText(reason: string, { content, handover_id }: OutboxRow): string {
  const words = content['text'];
  return handover_id === null && typeof words === 'string'
    ? english`${reason}\n\nIt would have said:\n\n${words}`
    : reason;
}
