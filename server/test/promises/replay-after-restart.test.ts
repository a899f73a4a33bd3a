import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliver } from '../providers/webhook-delivery.ts';
import { speak, type Channel } from './deliverers.ts';
import { startDesk } from './process.ts';
import { conversationOf, eventually, expects, hookOf, setScene, type Scene } from './scene.ts';

// docs/validation.md: a replayed decision is the same, also in another process that has nothing of it in memory.

type Tale = [channel: Channel, ...words: string[]];
const tales: Tale[] = [
  ['chatdesk', 'How do I reset my password? I cannot sign in.', 'Thanks, that solved it!'],
  ['chatdesk', 'Hello!', 'Can I still get a refund for the annual plan?', 'Are you sure?'],
  ['chatdesk', 'Please refund me, it was a mistake'],
  ['chatdesk', 'Let me talk to a person.'],
  ['chatdesk', 'My cousin was hurt by your product, and I will call my lawyer.'],
  ['ticketdesk', 'Do you offer a student discount for universities in Norway?'],
  ['ticketdesk', 'It arrived broken.', 'How can I export all my invoices of last year?'],
  ['ticketdesk', 'Wie setze ich mein Passwort zurück?'],
  ['email', 'How can I export all my invoices of last year?'],
  ['email', 'I want my money back'],
];

const once = { timeoutMilliseconds: 10_000, maxAttempts: 1, retries: () => false, pauseMilliseconds: () => 0 };

let scene: Scene;
const decisions = new Map<string, string>();
before(async () => {
  scene = await setScene({ environment: { EMBEDDINGS: 'embedded' } });
  const examples = ['I want my money back', 'Please refund me', 'How do refunds work?', 'Refund my plan'];
  const tag = await expects(scene, 201, 'POST', '/api/routing/tags', { name: 'Refunds', detect: { examples } });
  await expects(scene, 201, 'POST', '/api/routing/rules', {
    name: 'Broken goes to people',
    when: { any: [{ field: 'message.text', op: 'contains', value: 'broken' }] },
    then: { decision: 'escalate', add_tag_ids: [tag.id] },
  });
  for (const [at, tale] of tales.entries()) await tell(tale, `tale-${at}`);
});
after(() => scene?.close());

async function tell([channel, ...words]: Tale, mark: string): Promise<void> {
  let thread = '';
  for (const [turn, text] of words.entries()) {
    const event = speak(scene, channel, { thread, text, mark });
    thread = event.thread;
    const { attempts } = await deliver(hookOf(scene, channel, scene.desk.url), event.signed, once);
    assert.ok(attempts.some(({ status }) => status >= 200 && status < 300));
    await eventually(() => isDecided(channel, { thread, mark, turns: turn + 1 }));
  }
}

async function isDecided(
  channel: Channel,
  { thread, mark, turns }: { thread: string; mark: string; turns: number },
): Promise<void> {
  const conversation =
    channel === 'email' ? await mailFrom(`${mark}@customer.test`) : await conversationOf(scene, thread);
  assert.ok(conversation, `${channel} ${thread} is no conversation yet`);
  const { items } = await expects(scene, 200, 'GET', `/api/conversations/${conversation.id}/decisions`);
  assert.ok(items.length >= turns, `${items.length} decisions of ${turns}`);
  for (const { id, hash } of items) decisions.set(id, hash);
}

async function mailFrom(address: string): Promise<any> {
  const { items } = await expects(scene, 200, 'GET', `/api/conversations?q=${encodeURIComponent(address)}`);
  return items[0];
}

async function replayed(): Promise<void> {
  for (const [id, hash] of decisions) {
    const answer = await expects(scene, 200, 'POST', `/api/decisions/${id}/replay`, { against: 'recorded' });
    assert.deepEqual([answer.same, answer.replayed.hash, answer.differences], [true, hash, []]);
  }
}

for (const end of ['kill', 'terminate'] as const) {
  test(`every replayed decision is the same after ${end === 'kill' ? 'kill -9' : 'an orderly end'}`, async () => {
    assert.ok(decisions.size >= 14, `${decisions.size} decisions`);
    await replayed();
    await scene.desk[end]();
    scene.desk = startDesk({ environment: scene.environment, port: scene.port });
    await scene.desk.ready;
    await replayed();
  });
}
