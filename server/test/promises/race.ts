import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from './chance.ts';
import type { Glimpse, Lens } from './lens.ts';
import { conversationOf, eventually, expects, hookOf, type Scene } from './scene.ts';

/**
 * The moment of the AI's turn at which a person takes over: during the turn, while its message is in flight (`noticed`: with a
 * notice to the customer), or while it waits for a retry.
 */
export type Moment = 'thinking' | 'speaking' | 'noticed' | 'waiting';
type Channel = 'chatdesk' | 'ticketdesk';

export interface Ring extends Scene {
  lenses: Record<Channel, Lens>;
}

/** A takeover that was requested at `requested` and acknowledged at `answered`. */
export interface Race {
  moment: Moment;
  channel: Channel;
  thread: string;
  requested: number;
  answered: number;
  /** The owner according to the takeover's reply. */
  owner: string;
  /** The service reported that a delivery's outcome is unknown. */
  unknown: boolean;
}

/** Opens a conversation that the AI answers, asks the next question, and takes over in the middle of the AI's turn. */
export async function race(ring: Ring, chance: Chance, moment: Moment): Promise<Race> {
  const channel = chance.pick<Channel>(['chatdesk', 'ticketdesk']);
  const begun = performance.now();
  const thread = await opened(ring, channel);
  const { id } = await eventually(async () => {
    const found = await conversationOf(ring, thread);
    assert.equal(found?.messages.at(-1).delivery.status, 'sent');
    assert.equal(found.ai_state, 'idle');
    return found;
  });
  const target: Target = {
    chance,
    moment,
    sight: Promise.withResolvers(),
    refusal: Promise.withResolvers(),
    refused: null,
    pace: (wordsIn(ring, { channel, thread })[0]?.began ?? begun) - begun,
  };
  targets.set(thread, target);
  const asking = ask(ring, channel, thread);
  await takeoverMoment(target);
  const requested = performance.now();
  const answer = await expects(ring, 200, 'POST', `/api/conversations/${id}/handover`, {
    to: 'human',
    notify_customer: moment === 'noticed',
  });
  const answered = performance.now();
  await asking;
  return {
    moment,
    channel,
    thread,
    requested,
    answered,
    owner: answer.conversation.owner,
    unknown: answer.in_flight_unknown,
  };
}

/** Messages of the AI that began or were in flight after the takeover was acknowledged, or a takeover that the AI undid. */
export function violations(ring: Ring, { channel, thread, answered, owner, unknown }: Race): string[] {
  if (owner !== 'human') return [`${channel} ${thread}: the takeover was answered, and the owner is ${owner}`];
  const late = wordsIn(ring, { channel, thread }).filter((each) => each.ended === null || each.ended > answered);
  return late.flatMap((each) => {
    if (each.began > answered)
      return [`${channel} ${thread}: words began ${Math.round(each.began - answered)} ms after the answer`];
    return unknown
      ? []
      : [
          `${channel} ${thread}: words under way until ${Math.round((each.ended ?? Infinity) - answered)} ms after the answer`,
        ];
  });
}

/** Whether the takeover came before the AI had finished, so that there was a race. */
export function wasClose(ring: Ring, { channel, thread, requested }: Race): boolean {
  // The AI's first message opened the conversation; the race is about the second one.
  const second = wordsIn(ring, { channel, thread })[1];
  return (second?.ended ?? Infinity) > requested;
}

/** Makes the vendors slow, and lets them refuse once in a race whose moment is `waiting`. */
export function slowDown({ lenses }: Ring): void {
  for (const channel of ['chatdesk', 'ticketdesk'] as const)
    lenses[channel].meddle((glimpse) => meddle(channel, glimpse));
}

/** The events at the vendor that a race waits for. */
interface Target {
  chance: Chance;
  moment: Moment;
  /** Resolves when the sender has passed its fence. */
  sight: PromiseWithResolvers<void>;
  refusal: PromiseWithResolvers<void>;
  refused: Glimpse | null;
  /** Milliseconds from the customer's first message to our reply, on this machine now. */
  pace: number;
}

const targets = new Map<string, Target>();

async function meddle(channel: Channel, glimpse: Glimpse) {
  const thread = /\/(?:conversations|tickets)\/(\d+)/.exec(glimpse.path)?.[1] ?? '';
  const target = targets.get(thread);
  if (!target) return undefined;
  const speaks = speaksIn(thread, glimpse);
  // The sender reads the ticket right before it writes.
  const prepares = channel === 'ticketdesk' && glimpse.method === 'GET' && !glimpse.path.includes('comments');
  if (speaks || prepares) target.sight.resolve();
  if (speaks && target.moment === 'waiting' && !target.refused) {
    target.refused = glimpse;
    target.refusal.resolve();
    return { status: 429, headers: { 'retry-after': '1' } };
  }
  // On a slow machine a takeover is slow too. Keep the message in flight for longer, or no takeover overtakes it.
  const longest = prepares ? Math.min(2_000, Math.max(200, target.pace)) : 200;
  await sleep(target.chance.between(20, Math.round(longest)));
  return undefined;
}

/** The AI's messages to the customer in a thread: requests that the vendor did not refuse. */
const wordsIn = ({ lenses }: Ring, { channel, thread }: Pick<Race, 'channel' | 'thread'>): Glimpse[] =>
  lenses[channel].glimpses.filter((each) => speaksIn(thread, each) && targets.get(thread)?.refused !== each);

const speaksIn = (thread: string, { method, path, body }: Glimpse): boolean =>
  (method === 'POST' && path === `/conversations/${thread}/reply` && body?.message_type === 'comment') ||
  (method === 'PUT' && path === `/api/v2/tickets/${thread}` && body?.ticket?.comment?.public === true);

async function takeoverMoment({ chance, moment, sight, refusal, pace }: Target): Promise<void> {
  switch (moment) {
    case 'thinking':
      return sleep(chance.between(0, Math.round(pace)));
    case 'speaking':
    case 'noticed':
      await sight.promise;
      return sleep(chance.between(0, 60));
    case 'waiting':
      await refusal.promise;
      return sleep(chance.between(5, 300));
  }
}

async function opened(ring: Ring, channel: Channel): Promise<string> {
  const text = 'How do I reset my password? I cannot sign in.';
  if (channel === 'chatdesk') {
    const event = ring.chatdesk.events.userCreated({ text });
    await ring.chatdesk.deliver(hookOf(ring, channel, ring.desk.url), event);
    return event.conversationId;
  }
  const event = ring.ticketdesk.events.ticketOpened({ subject: 'A question', text });
  await ring.ticketdesk.deliver(hookOf(ring, channel, ring.desk.url), event);
  return String(event.ticketId);
}

async function ask(ring: Ring, channel: Channel, thread: string): Promise<void> {
  const text = 'And how can I export all my invoices of last year?';
  if (channel === 'chatdesk')
    await ring.chatdesk.deliver(
      hookOf(ring, channel, ring.desk.url),
      ring.chatdesk.events.userReplied(thread, { text }),
    );
  // This form contains the words, so the desk sends no request to the vendor before its reply.
  else
    await ring.ticketdesk.deliver(
      hookOf(ring, channel, ring.desk.url),
      ring.ticketdesk.events.customerCommented(Number(thread), { text, form: 'event' }),
    );
}
