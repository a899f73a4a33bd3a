import { setTimeout as sleep } from 'node:timers/promises';
import { rawMailEvent } from '../providers/mail/inbound.ts';
import { buildMail } from '../providers/mail/message.ts';
import { deliver, type Attempt, type SignedEvent } from '../providers/webhook-delivery.ts';
import { inboundSecret } from '../story/stage.ts';
import type { Chance } from './chance.ts';
import { hookOf, type Scene } from './scene.ts';

export type Channel = 'chatdesk' | 'ticketdesk' | 'email';

/** A customer's message, and its delivery to us. `mark` occurs in its words and nowhere else. */
export interface SentMessage {
  mark: string;
  channel: Channel;
  thread: string;
  acknowledged: boolean;
  attempts: Attempt[];
}

export interface Load {
  chance: Chance;
  /** The addresses of the service's processes. Some of them may be dead at the moment. */
  doors(): string[];
  /** From then on no new events begin; events that have begun are delivered. */
  until: AbortSignal;
  /** The number of concurrent deliverers. */
  deliverers: number;
  channels?: Channel[];
  /** Called when an event is acknowledged for the first time. */
  onAcknowledged?(): void;
}

/** Customers write on several channels, and the vendors deliver as usual: until a 2xx, sometimes twice, sometimes concurrently. */
export async function deliverLoad(scene: Scene, load: Load): Promise<SentMessage[]> {
  const sentMessages: SentMessage[] = [];
  const numbers = Array.from({ length: load.deliverers }, (_, number) => number);
  await Promise.all(numbers.map((number) => deliverer(scene, load, { number, sentMessages })));
  return sentMessages;
}

const questions = [
  'How do I reset my password? I cannot sign in.',
  'How can I export all my invoices of last year?',
  'Can I still get a refund for the annual plan?',
];
const unanswerable = 'Do you offer a student discount for universities in Norway?';

async function deliverer(
  scene: Scene,
  load: Load,
  { number, sentMessages }: { number: number; sentMessages: SentMessage[] },
): Promise<void> {
  const { chance, until } = load;
  const channels = load.channels ?? ['chatdesk', 'ticketdesk', 'email'];
  for (let tale = 0; !until.aborted; tale++) {
    const channel = chance.pick(channels);
    // Each thread contains a question once, so two equal replies in it are always a fault.
    const words = chance.happens(0.2)
      ? [unanswerable]
      : questions.slice(0, channel === 'email' ? 1 : chance.between(1, 3));
    let thread = '';
    for (const [turn, question] of words.entries()) {
      if (until.aborted && turn > 0) return;
      const mark = `ref-${number}-${tale}-${turn}-${load.chance.seed}`;
      const event = speak(scene, channel, { thread, text: `${question} (${mark})`, mark });
      thread = event.thread;
      const one: SentMessage = { mark, channel, thread, acknowledged: false, attempts: [] };
      sentMessages.push(one);
      await bring(scene, load, one, event.signed);
      await sleep(chance.between(5, 120));
    }
  }
}

async function bring(scene: Scene, load: Load, message: SentMessage, event: SignedEvent): Promise<void> {
  const { chance } = load;
  if (chance.happens(0.15)) {
    const [first] = await Promise.all([
      persist(scene, load, message.channel, event),
      persist(scene, load, message.channel, event),
    ]);
    message.attempts = first;
  } else {
    message.attempts = await persist(scene, load, message.channel, event);
  }
  message.acknowledged = isSuccess(message.attempts.at(-1));
  if (message.acknowledged) load.onAcknowledged?.();
  if (chance.happens(0.15)) await persist(scene, load, message.channel, event);
}

// Every attempt sends the same bytes; a signed time is valid for five minutes.
async function persist(
  scene: Scene,
  { chance, doors }: Load,
  channel: Channel,
  event: SignedEvent,
): Promise<Attempt[]> {
  const attempts: Attempt[] = [];
  while (attempts.length < 1_500) {
    const url = hookOf(scene, channel, chance.pick(doors()));
    attempts.push(...(await deliver(url, event, once)).attempts);
    const last = attempts.at(-1);
    if (isSuccess(last)) break;
    if (last && last.status >= 400 && last.status < 500 && last.status !== 429) break;
    await sleep(chance.between(50, 250));
  }
  return attempts;
}

const once = { timeoutMilliseconds: 5_000, maxAttempts: 1, retries: () => false, pauseMilliseconds: () => 0 };
const isSuccess = (attempt: Attempt | undefined) =>
  attempt !== undefined && attempt.status >= 200 && attempt.status < 300;

/** Records the customer's words at the vendor, and makes the vendor's event about them. An empty `thread` opens a new one. */
export function speak(
  scene: Scene,
  channel: Channel,
  { thread, text, mark }: { thread: string; text: string; mark: string },
): { thread: string; signed: SignedEvent } {
  switch (channel) {
    case 'chatdesk': {
      const { events } = scene.chatdesk;
      const signed = thread ? events.userReplied(thread, { text }) : events.userCreated({ text });
      return { thread: signed.conversationId, signed };
    }
    case 'ticketdesk': {
      const { events } = scene.ticketdesk;
      const signed = thread
        ? events.customerCommented(Number(thread), { text })
        : events.ticketOpened({ subject: 'A question', text });
      return { thread: String(signed.ticketId), signed };
    }
    case 'email': {
      // Every mail is a new thread from a new sender.
      const from = `${mark}@customer.test`;
      const { raw } = buildMail({ from, to: scene.inbox, subject: 'A question', text });
      return { thread: from, signed: rawMailEvent(raw, { from, to: scene.inbox }, { secret: inboundSecret }) };
    }
  }
}
