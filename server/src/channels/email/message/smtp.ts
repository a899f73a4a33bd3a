import { transmitMail, type OutgoingMail } from '../../../platform/egress/smtp.ts';
import type { Delivered } from '../../port/channel.logic.ts';
import { backoff, type Circumstances } from '../../outbound/delivery.logic.ts';
import { pace, paceWithFiles } from '../../outbound/deadline.ts';
import { english } from '../../../platform/words/sentence.logic.ts';

/**
 * Hands a mail to the relay and returns the outcome. If the connection breaks after the bytes have left, the outcome is
 * `unknown`, which is never retried automatically. Earlier failures are safe to retry, unless the server has refused this
 * mail for good.
 */
export async function deliverBySmtp(url: string, mail: OutgoingMail, circumstances: Circumstances): Promise<Delivered> {
  const { speakWithin, speak: silence, over } = mail.files?.length ? paceWithFiles : pace;
  const outcome = await transmitMail(url, mail, { speakWithin, silence, over });
  if (outcome.kind === 'accepted') return { kind: 'sent', providerMessageId: mail.messageId };
  const { handedOver, refused, status, code } = outcome;
  if (refused) {
    return { kind: 'refused', code: 'rejected', detail: english`The mail server answered ${String(status)}.` };
  }
  if (handedOver && status === null)
    return { kind: 'unknown', why: english`The mail server did not confirm the mail (${code}).` };
  return {
    kind: 'retry',
    afterMilliseconds: Math.max(1_000, backoff(circumstances)),
    why: status === null ? code : `SMTP ${status}`,
  };
}
