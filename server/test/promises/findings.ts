import assert from 'node:assert/strict';
import type { Query } from './home.ts';
import type { Said } from './deliverers.ts';
import { conversations, eventually, expects, type Scene } from './scene.ts';

/**
 * Waits until the desk has nothing more to do by itself: every acknowledged word is there, nobody's turn is due, nothing
 * is on its way out. Seen by the API only.
 */
export async function settles(scene: Scene, said: readonly Said[], within: number): Promise<void> {
  // What was at rest once stays so: only the others are read again.
  const rested = new Set<string>();
  await eventually(async () => {
    const all = await conversations(scene);
    const busy = all.filter((each) => each.owner === 'ai' && each.status === 'open');
    assert.deepEqual(busy.map(describe), [], 'conversations in which the customer waits for the AI');
    for (const { id } of all) if (!rested.has(id) && (await atRest(scene, id))) rested.add(id);
    const left = all.filter(({ id }) => !rested.has(id));
    assert.deepEqual(left.map(describe), [], 'conversations with words or notes that are still to be delivered');
    const threads = new Set(all.map((each) => each.channel_reference));
    const missing = said.filter((each) => each.acknowledged && each.channel !== 'email' && !threads.has(each.thread));
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
  /** Acknowledged, and not exactly one customer message: P1 and P2. */
  lost: string[];
  repeated: string[];
  /** In nobody's hands: neither answered, nor asked back, nor before people. */
  silent: string[];
  /** Outbox rows that are still to be worked off, and inbound events that were not finished. */
  unfinished: string[];
  /** Words that a customer saw twice: P3. */
  saidTwice: string[];
  /** `sent` and never seen by the vendor, `cancelled` and seen all the same. */
  misreported: string[];
  outbox: Record<string, number>;
}

/** What is true of the promises, read from the database and the vendors' memories after everything has come to rest. */
export async function findingsOf(scene: Scene, said: readonly Said[]): Promise<Findings> {
  return scene.home.look(async (query) => {
    const words = await query(`select text from message where kind = 'customer'`);
    const acknowledged = said.filter((each) => each.acknowledged);
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

/** Nothing lost, nothing twice, nobody in silence, nothing left undone. */
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

/** A vendor's memory of one thing we said: where, its id there, and the words. */
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
  // More in the thread than we ever wrote is a repeat as well, whatever the words.
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
