import assert from 'node:assert/strict';
import type { Query } from './home.ts';
import type { SentMessage } from './deliverers.ts';
import { conversations, eventually, expects, type Scene } from './scene.ts';

/**
 * Waits until the desk is idle: every acknowledged message is stored, no turn is due, and nothing is being sent. Uses only
 * the API.
 */
export async function settles(scene: Scene, sentMessages: readonly SentMessage[], within: number): Promise<void> {
  // A conversation at rest stays at rest, so read only the others again.
  const rested = new Set<string>();
  await eventually(async () => {
    const all = await conversations(scene);
    const busy = all.filter((each) => each.owner === 'ai' && each.status === 'open');
    assert.deepEqual(busy.map(describe), [], 'conversations in which the customer waits for the AI');
    for (const { id } of all) if (!rested.has(id) && (await atRest(scene, id))) rested.add(id);
    const left = all.filter(({ id }) => !rested.has(id));
    assert.deepEqual(left.map(describe), [], 'conversations with words or notes that are still to be delivered');
    const threads = new Set(all.map((each) => each.channel_reference));
    const missing = sentMessages.filter(
      (each) => each.acknowledged && each.channel !== 'email' && !threads.has(each.thread),
    );
    assert.deepEqual(
      missing.map((each) => each.mark),
      [],
      'acknowledged, and no conversation',
    );
  }, within);
}

const describe = (each: any) => `${each.id} ${each.channel} ${each.status} ${each.owner} ${each.ai_state}`;

async function atRest(scene: Scene, id: string): Promise<boolean> {
  const { messages, handovers } = await expects(scene, 200, 'GET', `/api/conversations/${id}`);
  return (
    messages.every((each: any) => each.delivery.status !== 'pending') &&
    handovers.every((each: any) => each.delivery !== 'pending')
  );
}

export interface Findings {
  acknowledged: number;
  /** Acknowledged events without a customer message (P1), or with several (P2). */
  lost: string[];
  repeated: string[];
  /** Conversations that were neither answered, nor asked back, nor handed to people. */
  silent: string[];
  /** Outbox rows that are not processed yet, and unfinished inbound events. */
  unfinished: string[];
  /** Replies that a customer saw twice (P3). */
  saidTwice: string[];
  /** Rows that are `sent` but that no vendor saw, that claim the same message, or that are `cancelled` after an attempt. */
  misreported: string[];
  outbox: Record<string, number>;
}

/** Checks the promises against the database and the vendors' records, after everything has come to rest. */
export async function findingsOf(scene: Scene, sentMessages: readonly SentMessage[]): Promise<Findings> {
  return scene.home.look(async (query) => {
    const words = await query(`select text from message where kind = 'customer'`);
    const acknowledged = sentMessages.filter((each) => each.acknowledged);
    const count = countMarks(words.map((row) => String(row.text)));
    const rows = await query(`select o.*, c.channel, c.channel_reference from outbox o
      join conversation c on (c.organization_id, c.id) = (o.organization_id, o.conversation_id)`);
    return {
      acknowledged: acknowledged.length,
      lost: acknowledged.filter((each) => !count.has(each.mark)).map((each) => `${each.channel} ${each.mark}`),
      repeated: [...count].filter(([, times]) => times > 1).map(([mark]) => mark),
      silent: await silentOnes(query),
      unfinished: await unfinishedOnes(query),
      saidTwice: saidTwice(scene, rows),
      misreported: misreported(scene, rows),
      outbox: Object.fromEntries(
        Object.entries(Object.groupBy(rows, (row) => String(row.state))).map(([state, of]) => [state, of?.length ?? 0]),
      ),
    };
  });
}

/** Asserts that nothing is lost, repeated or unfinished, and that every customer was answered. */
export function assertKept(findings: Findings): void {
  const { lost, repeated, silent, unfinished, saidTwice: twice, misreported: wrong } = findings;
  assert.deepEqual(
    { lost, repeated, silent, unfinished, saidTwice: twice, misreported: wrong },
    { lost: [], repeated: [], silent: [], unfinished: [], saidTwice: [], misreported: [] },
  );
}

function countMarks(texts: string[]): Map<string, number> {
  const count = new Map<string, number>();
  for (const mark of texts.flatMap((text) => text.match(/ref-\d+-\d+-\d+-\d+/g) ?? []))
    count.set(mark, (count.get(mark) ?? 0) + 1);
  return count;
}

async function silentOnes(query: Query): Promise<string[]> {
  const rows = await query(
    `select * from conversation where owner = 'ai' and (ai_state in ('queued', 'running') or status = 'open')`,
  );
  return rows.map(describe);
}

async function unfinishedOnes(query: Query): Promise<string[]> {
  const outgoing = await query(
    `select kind, state, attempts, last_error from outbox where state in ('pending', 'sending')`,
  );
  const incoming = await query(
    `select channel, state, attempts, failures, last_error from inbound_event where state <> 'done'`,
  );
  return [...outgoing, ...incoming].map((row) => JSON.stringify(row));
}

/** A vendor's record of one of our messages: its thread, its id there, and its words. */
interface Seen {
  place: string;
  id: string;
  words: string;
}

function seenByVendors({ chatdesk, ticketdesk, mail }: Scene): Seen[] {
  const chats = [...chatdesk.workspace.conversations.keys()].flatMap((id) =>
    [...chatdesk.repliesTo(id), ...chatdesk.notesOn(id)].map((part) => ({
      place: `chatdesk ${id}`,
      id: part.id,
      words: part.body ?? '',
    })),
  );
  const tickets = [...ticketdesk.account.tickets.keys()].flatMap((id) =>
    [...ticketdesk.repliesTo(id), ...ticketdesk.notesOn(id)].map((comment) => ({
      place: `ticketdesk ${id}`,
      id: String(comment.id),
      words: comment.html_body,
    })),
  );
  const mails = mail.mails.all.map((each) => ({
    place: `mail to ${each.envelope.to.join()}`,
    id: each.messageId.replace(/^<|>$/g, ''),
    words: each.text,
  }));
  return [...chats, ...tickets, ...mails];
}

function saidTwice(scene: Scene, rows: readonly any[]): string[] {
  const seen = seenByVendors(scene);
  const written = (place: string) =>
    rows.filter((row) => row.channel !== 'email' && place === `${row.channel} ${row.channel_reference}`);
  const equal = Object.entries(Object.groupBy(seen, ({ place, words }) => `${place}\n${words}`)).filter(
    ([, of]) => (of?.length ?? 0) > 1,
  );
  // If the thread contains more messages than we wrote, one is a repeat, whatever its words.
  const places = new Set(seen.filter(({ place }) => !place.startsWith('mail')).map(({ place }) => place));
  const crowded = [...places].filter(
    (place) => seen.filter((each) => each.place === place).length > written(place).length,
  );
  return [...equal.map(([what]) => what), ...crowded];
}

function misreported(scene: Scene, rows: readonly any[]): string[] {
  const ids = new Set(seenByVendors(scene).map(({ id }) => id));
  const sent = rows.filter((row) => row.state === 'sent' && row.kind !== 'notify_webhook');
  const unseen = sent
    .filter((row) => !ids.has(String(row.provider_message_id)))
    .map((row) => `${row.id} is sent, but ${row.channel} never saw it`);
  const claimed = Object.values(Object.groupBy(sent, (row) => `${row.channel} ${row.provider_message_id}`)).filter(
    (of) => (of?.length ?? 0) > 1,
  );
  const cancelled = rows
    .filter((row) => row.state === 'cancelled' && row.attempts > 0)
    .map((row) => `${row.id} is cancelled after ${row.attempts} attempts`);
  return [
    ...unseen,
    ...claimed.map((of) => `two rows claim ${of?.[0]?.channel} ${of?.[0]?.provider_message_id}`),
    ...cancelled,
  ];
}
