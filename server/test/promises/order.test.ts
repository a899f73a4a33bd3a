import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { chance, engine, times } from './chance.ts';
import { doorsOf, seatsFor, take } from './crew.ts';
import type { DeskProcess } from './process.ts';
import { conversationOf, eventually, expects, hookOf, setScene, type Scene } from './scene.ts';

// docs/promises.md P5: a conversation processes one event at a time, in the order of acknowledgement; no conversation waits for another.
const threads = times('PROMISES_THREADS', 8, 40);
const messages = times('PROMISES_MESSAGES', 12, 100);
const hot = times('PROMISES_HOT', 150, 2_000);

let scene: Scene;
before(async () => {
  scene = await setScene();
});
after(() => scene?.close());

test(
  'every conversation keeps the order in which its events were acknowledged, and replies are sent in the order ' +
    'in which they were written',
  async (t) => {
    const luck = chance();
    t.diagnostic(`PROMISES_SEED=${luck.seed} ${threads} conversations of ${messages} messages`);
    const [doors, others] = await withWorkers(['api', 'worker', 'worker']);
    const numbers = Array.from({ length: threads }, (_, number) => number);
    const references = await Promise.all(
      numbers.map(async () => {
        let thread = '';
        for (let turn = 0; turn < messages; turn++) {
          const text = `${luck.pick(questions)} (turn ${turn})`;
          const event = thread
            ? scene.chatdesk.events.userReplied(thread, { text })
            : scene.chatdesk.events.userCreated({ text });
          thread = event.conversationId;
          // A vendor that timed out sends the event again, and gets the reply that it is a duplicate.
          await eventually(async () => {
            const delivery = await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', luck.pick(doors)), event);
            assert.ok([200, 202].includes(delivery.status), `${delivery.status}`);
          });
        }
        return thread;
      }),
    );
    for (const reference of references) {
      const conversation = await eventually(async () => {
        const found = await conversationOf(scene, reference);
        assert.equal(found?.messages.filter((each: any) => each.kind === 'customer').length, messages);
        assert.ok(found.owner === 'human' || found.ai_state === 'idle', found.ai_state);
        assert.ok(found.messages.every((each: any) => each.delivery.status !== 'pending'));
        return found;
      }, 60_000);
      const turns = conversation.messages
        .filter((each: any) => each.kind === 'customer')
        .map((each: any) => Number(/turn (\d+)/.exec(each.text)?.[1]));
      assert.deepEqual(
        turns,
        Array.from({ length: messages }, (_, turn) => turn),
      );
      const seen = scene.chatdesk.repliesTo(reference).map((part) => plain(asText(part.body)));
      // On a slow machine the outcome of a delivery may be unknown: then it counts as failed, and the vendor may have seen it.
      const written = conversation.messages
        .filter((each: any) => each.kind === 'ai')
        .map((each: any) => ({ text: plain(each.text), sent: each.delivery.status === 'sent' }))
        .filter((each: any) => each.sent || seen.includes(each.text));
      assert.deepEqual(
        seen,
        written.map((each: any) => each.text),
      );
    }
    await Promise.all(others.map((desk) => desk.terminate()));
  },
);

test(
  'a conversation with a long backlog does not delay the others',
  { skip: engine === 'pglite' && 'one process takes in and works off: no backlog can be built first' },
  async () => {
    const [[door = '']] = await withWorkers(['api']);
    const busy = scene.chatdesk.events.userCreated({ text: 'Here comes a lot.' });
    await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', door), busy);
    for (let sent = 0; sent < hot; sent++) {
      await scene.chatdesk.deliver(
        hookOf(scene, 'chatdesk', door),
        scene.chatdesk.events.userReplied(busy.conversationId, { text: `Line ${sent}` }),
      );
    }
    const calm = Array.from({ length: 10 }, () => scene.chatdesk.events.userCreated({ text: questions[0] ?? '' }));
    for (const event of calm) await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', door), event);
    const [, both] = await withWorkers(['api', 'worker']);
    const backlog = await eventually(async () => {
      const found = await conversationOf(scene, busy.conversationId);
      assert.equal(found?.message_count >= hot, true, `${found?.message_count} of ${hot}`);
      return found;
    }, 60_000);
    const last = await lastCustomerWord(backlog.id);
    for (const event of calm) {
      const conversation = await eventually(async () => {
        const found = await conversationOf(scene, event.conversationId);
        assert.ok(found);
        return found;
      });
      assert.ok(
        conversation.created_at < last,
        `stored at ${conversation.created_at}, after the backlog's end at ${last}`,
      );
    }
    await Promise.all(both.map((desk) => desk.terminate()));
  },
);

const questions = [
  'How do I reset my password?',
  'How can I export all my invoices?',
  'Can I get a refund for the annual plan?',
];

/** On PostgreSQL, replaces the process that set the scene up with these; PGlite keeps its only process. */
async function withWorkers(roles: ('api' | 'worker')[]): Promise<[string[], DeskProcess[]]> {
  if (engine === 'pglite') return [[scene.desk.url], []];
  const seats = await seatsFor(scene, roles);
  await scene.desk.terminate();
  const started = seats.map((seat) => take(scene, seat));
  await Promise.all(started.map((desk) => desk.ready));
  scene.desk = started.find(({ role }) => role === 'api') ?? scene.desk;
  return [doorsOf(seats), started];
}

async function lastCustomerWord(id: string): Promise<string> {
  let last = '';
  let cursor: string | null = null;
  do {
    const page = await expects(
      scene,
      200,
      'GET',
      `/api/conversations/${id}/messages?limit=200${cursor ? `&cursor=${cursor}` : ''}`,
    );
    for (const each of page.items) if (each.kind === 'customer' && each.created_at > last) last = each.created_at;
    cursor = page.next_cursor;
  } while (cursor);
  return last;
}

const asText = (html: string | null) => (html ?? '').replace(/<[^>]+>/g, ' ');
// Compares our text with the vendor's HTML by letters only, because HTML numbers its lists itself.
const plain = (text: string) =>
  text
    .replace(/&\w+;|https?:\S+/g, '')
    .replace(/[^a-z]/gi, '')
    .slice(0, 200);
