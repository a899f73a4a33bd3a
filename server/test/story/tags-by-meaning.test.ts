import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationOf, eventually, setStage, type Stage } from './stage.ts';

// Uses the real model. The messages share no significant word with the examples of their tag.

let stage: Stage;
before(async () => {
  stage = await setStage({ environment: { EMBEDDINGS: 'embedded' } });
  for (const [name, examples] of Object.entries(tags))
    await stage.world.wim.posts('/api/routing/tags', { name, detect: { examples } });
});
after(() => stage.close());

const tags = {
  delivery: [
    'Where is my parcel?',
    'The package has not arrived yet',
    'Which carrier brings it?',
    'Tracking has not moved',
  ],
  account: ['I forgot my password', 'I cannot log in', 'The reset link does not work', 'I get no sign-in code'],
  damage: ['The pot arrived broken', 'It came damaged', 'There is a crack in the glass', 'One part is smashed'],
};

const decided: any[] = [];

async function asks(text: string): Promise<{ names: string[]; by: string }> {
  const event = stage.chatdesk.events.userCreated({ text });
  await stage.chatdesk.deliver(stage.hooks.chatdesk, event);
  const { last_decision: decision } = await conversationOf(stage, event.conversationId, (each) =>
    assert.ok(each.last_decision),
  );
  decided.push(decision);
  return { names: decision.signals.tags.map((tag: { name: string }) => tag.name), by: decision.snapshot.tags };
}

/** Repeats the message until it is tagged by meaning: if a vector is late on a busy machine, words decide. */
const asksByMeaning = (text: string) =>
  eventually(async () => {
    const { names, by } = await asks(text);
    assert.match(by, /^meaning-2:/);
    return names;
  });

test('a message is tagged by its words at once, and by its meaning as soon as the examples are embedded', async () => {
  const first = await asks('Where is my parcel today?');
  assert.deepEqual(first, { names: ['delivery'], by: 'words-2' });
  assert.deepEqual(await asksByMeaning('my shipment still did not show up'), ['delivery']);
  assert.deepEqual(await asksByMeaning('what is the capital of Peru'), []);
});

test('each part of a message is compared', async () => {
  const names = await asksByMeaning('My shipment still did not show up. Also, the website does not let me sign in.');
  assert.deepEqual(names.toSorted(), ['account', 'delivery']);
});

test('an edited tag is detected by its new examples', async () => {
  const { items } = await stage.world.wim.gets('/api/routing/tags');
  const damage = items.find((tag: { name: string }) => tag.name === 'damage');
  await stage.world.wim.patches(`/api/routing/tags/${damage.id}`, {
    detect: { examples: ['Do you sell gift cards?'] },
  });
  assert.deepEqual((await asks('Do you sell gift cards?')).names, ['damage']);
});

test('tags of an overlay are also detected by meaning, and leave neither a vector nor a changed policy', async () => {
  const { max } = stage.world;
  const vectors = async () =>
    (await stage.server.desk.db.owner.query('select count(*)::int n from tag_example_embedding')).rows[0]?.['n'];
  // Former examples are kept for a month, and the new one may not be embedded yet.
  const stored = Object.values(tags).flat().length + 1;
  await eventually(async () => assert.equal(await vectors(), stored));
  const examples = ['Do you have a job for me?', 'Are you hiring?', 'Where do I send my application?'];
  const overlay = { tags: [{ name: 'career', detect: { examples } }] };
  const message = 'I would like to work at your company';
  const tried = async (): Promise<string[]> => {
    const request = { message, overlay };
    const { signals } = await max.posts('/api/knowledge/validation/outcome/simulate', request, 200);
    return signals.tags.map((tag: { name: string }) => tag.name);
  };
  await eventually(async () => assert.deepEqual(await tried(), ['career']));
  assert.equal(await vectors(), stored);
  assert.deepEqual(await asksByMeaning(message), [], 'a customer meets the saved tags');
});

test('a replay detects tags in the way of the recorded decision, by words or by meaning', async () => {
  const ways = new Set<string>(decided.map(({ snapshot }) => snapshot.tags.split(':')[0]));
  assert.deepEqual([...ways].toSorted(), ['meaning-2', 'words-2']);
  for (const { id, hash } of decided) {
    const { same, replayed } = await stage.world.max.posts(`/api/decisions/${id}/replay`, { against: 'recorded' }, 200);
    assert.deepEqual([same, replayed.hash], [true, hash]);
  }
});
