import { eventually, type Api } from './api.ts';
import type { DemoMessage } from './message.ts';
import type { Thread } from './delivery.ts';
import type { Vendors } from './vendors.ts';

type Conversation = {
  id: string;
  channel: string;
  channel_reference: string;
  ai_state: string | null;
  customer: { email: string | null };
};
type Decision = {
  id: string;
  outcome: string;
  reason: string;
  confidence: { value: number } | null;
  answer: { citations: { document_id: string; title: string }[] } | null;
  lookups: { template: string; status: string }[];
  destination: { name: string } | null;
};
type ThreadView = Conversation & {
  messages: { kind: string; delivery: { status: string } }[];
  handovers: { delivery: string; destination: { name: string } | null }[];
  last_decision: Decision | null;
};
type Page<T> = { items: T[] };

/** `documents`: the documents that the answer cites, best first. `lookups`: the lookups in the shop, with their status. */
export type Outcome = {
  decisionId: string;
  outcome: string;
  reason: string;
  confidence: number | null;
  documents: string[];
  lookups: string[];
  destination: string | null;
};

export type Watch = { outcomeOf(message: DemoMessage, where: Where): Promise<Outcome | null> };
type Where = { thread: Thread; after: string | undefined };

/** Polls the queue once a second, however many messages are pending. */
export function watchQueue(api: Api): Watch {
  let asked = { at: 0, page: Promise.resolve<Page<Conversation>>({ items: [] }) };
  const queue = async (): Promise<Conversation[]> => {
    if (Date.now() - asked.at > 900) asked = { at: Date.now(), page: api.get('/api/conversations?limit=200') };
    return (await asked.page).items;
  };

  async function read(
    message: DemoMessage,
    { thread, after }: Where,
  ): Promise<{ outcome: Outcome; done: boolean } | undefined> {
    const conversation = (await queue()).find((one) => one.channel === message.channel && isOn(thread, one));
    if (!conversation || conversation.ai_state === 'queued' || conversation.ai_state === 'running') return undefined;
    const view = await api.get<ThreadView>(`/api/conversations/${conversation.id}`);
    if (!view.last_decision || view.last_decision.id === after) return undefined;
    return { outcome: outcomeFrom(view, view.last_decision), done: !isLeaving(view) };
  }

  return {
    /** Returns null if nothing was decided in time; returns a decision even if its delivery is still pending by then. */
    async outcomeOf(message, where) {
      // A follow-up is decided at once, or never if people have the conversation already.
      const timing = { withinMilliseconds: where.after ? 20_000 : 120_000, everyMilliseconds: 1_000 };
      const done = await eventually(async () => {
        const seen = await read(message, where);
        return seen?.done ? seen : undefined;
      }, timing);
      return (done ?? (await read(message, where)))?.outcome ?? null;
    },
  };
}

function isOn(thread: Thread, { channel, channel_reference, customer }: Conversation): boolean {
  return channel === 'email' ? customer.email === thread : channel_reference === thread;
}

function isLeaving({ messages, handovers }: ThreadView): boolean {
  return (
    messages.some((one) => one.delivery.status === 'pending') || handovers.some((one) => one.delivery === 'pending')
  );
}

function outcomeFrom(view: ThreadView, decision: Decision): Outcome {
  return {
    decisionId: decision.id,
    outcome: decision.outcome,
    reason: decision.reason,
    confidence: decision.confidence?.value ?? null,
    documents: decision.answer?.citations.map((citation) => citation.document_id) ?? [],
    lookups: decision.lookups.map(({ template, status }) => `${template} (${status})`),
    destination: decision.destination?.name ?? view.handovers.at(-1)?.destination?.name ?? null,
  };
}

/** Summarises what the customer has received so far. */
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
