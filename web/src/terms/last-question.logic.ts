import type { getConversation } from '@desk/contract/conversations';
import type { ReplyOf } from '@desk/contract/endpoint';
import type { SimulationRequest } from '@desk/contract/simulation';

const mostHistory = 60;

/** The state of a real conversation before the customer's last message: customer, channel, subject, earlier messages. */
export type Beginning = Pick<SimulationRequest, 'channel' | 'customer' | 'subject' | 'history' | 'attachments'>;

type Thread = ReplyOf<typeof getConversation>;

const spokenKinds: ReadonlySet<string> = new Set(['customer', 'ai', 'human']);

/** The customer's last question, which may be several messages, and the state of the conversation before it. */
export function lastQuestionOf(thread: Thread): { question: string; beginning: Beginning } {
  const { channel, customer, subject, messages, last_decision: decision } = thread;
  const last = messages.findLast(({ kind }) => kind === 'customer');
  const together = decision?.message_ids ?? [];
  const ids = last && !together.includes(last.id) ? [last.id] : together;
  const asked = messages.filter(({ id, kind }) => kind === 'customer' && ids.includes(id));
  const at = messages.findIndex(({ id }) => id === asked[0]?.id);
  const earlierMessages = messages.slice(0, Math.max(at, 0)).filter(({ kind }) => spokenKinds.has(kind));
  const { name, email, external_id, verified } = customer;
  const files = asked.flatMap(({ attachments }) => attachments);
  return {
    question: asked.map(({ text }) => text).join('\n\n'),
    beginning: {
      ...(files.length > 0
        ? { attachments: files.map(({ name: file, media_type }) => ({ name: file, media_type })) }
        : {}),
      channel,
      subject,
      customer: { name, email, external_id, verified },
      history: earlierMessages.map(earlier(repliesToUs(decision))).slice(-mostHistory),
    },
  };
}

// If the decision did not use our question, a person or another episode stood in between, and the question no longer counts.
const repliesToUs = (decision: Thread['last_decision']): boolean =>
  decision !== null && (decision.carried_over !== undefined || decision.rules.some((rule) => rule.asked_already));

const earlier =
  (questionsCount: boolean) =>
  ({ kind, text, asks_back: asksBack, authenticity }: Thread['messages'][number]) =>
    kind === 'customer'
      ? { from: 'customer' as const, text, ...(authenticity === 'proven' ? {} : { unproven: true }) }
      : { from: 'us' as const, text, ...(questionsCount && asksBack ? { asks_back: true } : {}) };
