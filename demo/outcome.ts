import { eventually, type Api } from './api.ts';
import type { DemoMessage } from './message.ts';
import type { Thread } from './delivery.ts';
import type { Vendors } from './vendors.ts';

type Conversation = { id: string; channel_reference: string; customer: { email: string | null } };
type Decision = {
  id: string;
  outcome: string;
  reason: string;
  confidence: { value: number } | null;
  answer: { citations: { document_id: string; title: string }[] } | null;
  destination: { name: string } | null;
};
type ThreadView = Conversation & {
  messages: { kind: string; delivery: { status: string } }[];
  handovers: { delivery: string; destination: { name: string } | null }[];
  last_decision: Decision | null;
};
type Page<T> = { items: T[] };

/** `documents`: what the answer cites, best first. */
export type Outcome = {
  decisionId: string;
  outcome: string;
  reason: string;
  confidence: number | null;
  documents: string[];
  destination: string | null;
};

/** Waits until the desk has decided about this message and what it decided has left the house. */
export async function outcomeOf(
  api: Api,
  message: DemoMessage,
  { thread, after }: { thread: Thread; after: string | undefined },
): Promise<Outcome> {
  return await eventually(
    async () => {
      const conversation = await findConversation(api, message, thread);
      if (!conversation) return undefined;
      const view = await api.get<ThreadView>(`/api/conversations/${conversation.id}`);
      const decision = view.last_decision;
      const leaving =
        view.messages.some((one) => one.delivery.status === 'pending') ||
        view.handovers.some((one) => one.delivery === 'pending');
      if (!decision || decision.id === after || leaving) return undefined;
      return {
        decisionId: decision.id,
        outcome: decision.outcome,
        reason: decision.reason,
        confidence: decision.confidence?.value ?? null,
        documents: decision.answer?.citations.map((citation) => citation.document_id) ?? [],
        destination: decision.destination?.name ?? view.handovers.at(-1)?.destination?.name ?? null,
      };
    },
    {
      withinMilliseconds: 120_000,
      everyMilliseconds: 400,
      failure: `no decision about ${message.id} within 2 minutes`,
    },
  );
}

async function findConversation(api: Api, message: DemoMessage, thread: Thread): Promise<Conversation | undefined> {
  const { items } = await api.get<Page<Conversation>>(`/api/conversations?channel=${message.channel}&limit=200`);
  return items.find((one) =>
    message.channel === 'email' ? one.customer.email === thread : one.channel_reference === thread,
  );
}

/** What the customer's side has of it now, in a few words. */
export function receivedBy(vendors: Vendors, message: DemoMessage, thread: Thread): string {
  switch (message.channel) {
    case 'chatdesk':
      return counted(
        vendors.chatdesk.repliesTo(thread).length,
        'chat reply',
        'chat replies',
        vendors.chatdesk.notesOn(thread).length,
      );
    case 'ticketdesk': {
      const { status, tags } = vendors.ticketdesk.ticket(Number(thread));
      const said = counted(
        vendors.ticketdesk.repliesTo(Number(thread)).length,
        'public comment',
        'public comments',
        vendors.ticketdesk.notesOn(Number(thread)).length,
      );
      return `${said}, ${status}${tags.length > 0 ? ` [${tags.join(' ')}]` : ''}`;
    }
    case 'email': {
      const mails = vendors.mail.mailsTo(thread);
      return mails.length === 0 ? 'nothing' : `mail "${mails.at(-1)?.subject ?? ''}"`;
    }
  }
}

function counted(replies: number, one: string, many: string, notes: number): string {
  const said = replies === 0 ? [] : [`${replies} ${replies === 1 ? one : many}`];
  const noted = notes === 0 ? [] : [`${notes} note${notes === 1 ? '' : 's'}`];
  return [...said, ...noted].join(', ') || 'nothing';
}
