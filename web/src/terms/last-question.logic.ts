import type { getConversation } from '@desk/contract/conversations';
import type { ReplyOf } from '@desk/contract/endpoint';
import type { SimulationRequest } from '@desk/contract/simulation';

const mostHistory = 60;

/** What a real conversation had been when its customer wrote last: who asks, where, and what was said before. */
export type Beginning = Pick<SimulationRequest, 'channel' | 'customer' | 'subject' | 'history'>;

/** The customer's last words in a conversation, and how it stood before them. */
export function lastQuestionOf({ channel, customer, subject, messages }: ReplyOf<typeof getConversation>): {
  question: string;
  beginning: Beginning;
} {
  const at = messages.findLastIndex(({ kind }) => kind === 'customer');
  const history = messages.slice(0, Math.max(at, 0)).flatMap(({ kind, text }) => {
    if (kind !== 'customer' && kind !== 'ai' && kind !== 'human') return [];
    return [{ from: kind === 'customer' ? ('customer' as const) : ('us' as const), text }];
  });
  const { name, email, external_id, verified } = customer;
  return {
    question: messages[at]?.text ?? '',
    beginning: {
      channel,
      subject,
      customer: { name, email, external_id, verified },
      history: history.slice(-mostHistory),
    },
  };
}
