import { letter, type MailContent } from '../../access/index.ts';
import { sentence, type Say, type Sentence } from '../../platform/words/sentence.logic.ts';

interface DisabledWebhook {
  reason: 'gone' | 'failing';
  /** The host of the endpoint's address, whose path may be a secret. */
  host: string;
  link: string;
}

/** The mail to every organization admin when the desk has disabled an endpoint. It contains nothing of the endpoint's responses. */
export const disabledMail = (say: Say, name: string, { reason, host, link }: DisabledWebhook): MailContent => ({
  subject: say(sentence`The webhook to ${host} was switched off`),
  text: letter(say, name, [
    reasons[reason],
    sentence`So the desk has dropped the events that were waiting and sends no more. On the page of the webhook you find its log, can switch it on again, and can send what it has missed within the last seven days:`,
    link,
  ]),
});

const reasons: Record<DisabledWebhook['reason'], Sentence> = {
  gone: sentence`The address answered 410 (gone).`,
  failing: sentence`The address has accepted nothing for three days.`,
};
