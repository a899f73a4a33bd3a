import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { passSeconds } from './home.ts';
import { mutate } from './mutant.ts';
import { startDesk, type Ending } from './process.ts';
import { conversationOf, eventually, hookOf, setScene, type Scene } from './scene.ts';

// docs/promises.md P9: an event that cannot be processed is dead-lettered, its conversation continues, and people see the gap.
const poison = mutate([
  {
    file: 'support/receive.actions.ts',
    find: 'const { conversation, omitted } = await record(',
    put: `if ('text' in event && event.text.includes('(this throws)')) throw new Error('poison');
      if ('text' in event && event.text.includes('(this kills)')) process.kill(process.pid, 'SIGKILL');
      const { conversation, omitted } = await record(`,
  },
]);

let scene: Scene;
before(async () => {
  scene = await setScene();
  await scene.desk.terminate();
});
after(async () => {
  await scene?.close();
  poison.remove();
});

const question = 'How do I reset my password? I cannot sign in.';

async function startPoisonable(): Promise<void> {
  scene.desk = startDesk({ environment: scene.environment, port: scene.port, program: poison.program });
  await scene.desk.ready;
}

async function says(text: string, thread = ''): Promise<string> {
  const { events } = scene.chatdesk;
  const event = thread ? events.userReplied(thread, { text }) : events.userCreated({ text });
  assert.equal((await scene.chatdesk.deliver(hookOf(scene, 'chatdesk', scene.desk.url), event)).status, 202);
  return event.conversationId;
}

const isAnswered = (thread: string) =>
  eventually(async () => {
    const conversation = await conversationOf(scene, thread);
    const last = conversation?.messages.at(-1);
    assert.deepEqual([last?.kind, last?.delivery.status], ['ai', 'sent']);
  });

async function peopleSeeTheGap(thread: string, later: string): Promise<void> {
  await eventually(async () => {
    const conversation = await conversationOf(scene, thread);
    assert.ok(conversation);
    assert.equal(conversation.owner, 'human');
    const texts: string[] = conversation.messages.map((each: any) => each.text);
    const gap = texts.findIndex((text) => text.includes('could not be read here'));
    assert.ok(gap > 0, JSON.stringify(texts));
    assert.ok(texts.indexOf(later) > gap, 'the lane went on, in order');
    assert.ok(!texts.some((text) => text.includes('(this ')));
    assert.equal(conversation.handovers.at(-1)?.reason, 'ai_error');
  }, 60_000);
}

const deadLettered = () =>
  scene.home.look((query) => query(`select attempts, last_error from inbound_event where state <> 'done' order by id`));

test('an event that always fails is dead-lettered after three attempts, and delays no other conversation', async () => {
  await startPoisonable();
  const thread = await says(question);
  await isAnswered(thread);
  await says('And now (this throws)', thread);
  await says('Are you still there?', thread);
  await isAnswered(await says(question));
  await peopleSeeTheGap(thread, 'Are you still there?');
  await scene.desk.terminate();
  assert.deepEqual(await deadLettered(), [{ attempts: 3, last_error: 'unknown' }]);
});

test('an event that kills its process does so at most five times', async () => {
  await startPoisonable();
  const thread = await says(question);
  await isAnswered(thread);
  await says('And now (this kills)', thread);
  const deaths: Ending[] = [await scene.desk.ended];
  // The dead process held the lease of the conversation; after a minute another process takes it.
  await passSeconds(scene.home, 61);
  while (deaths.length < 5) {
    await startPoisonable();
    deaths.push(await scene.desk.ended);
    await passSeconds(scene.home, 61);
  }
  await startPoisonable();
  await says('Are you still there?', thread);
  await peopleSeeTheGap(thread, 'Are you still there?');
  await isAnswered(await says(question));
  assert.equal((await scene.desk.terminate()).code, 0);
  assert.deepEqual(
    deaths.map(({ signal }) => signal),
    Array.from({ length: 5 }, () => 'SIGKILL'),
  );
  assert.deepEqual((await deadLettered()).at(-1), { attempts: 6, last_error: 'crashed' });
});
