import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { streamOf } from '../../../test/event-stream.ts';
import { furnish, startFurnishable } from '../../../test/furnish.ts';
import type { TestServer } from '../../../test/server.ts';
import { createWorld, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
let id: string;
let base: string;
before(async () => {
  server = await startFurnishable();
  world = await createWorld(server);
  await furnish(server, world);
  [{ id }] = (await world.max.gets('/api/conversations')).items;
  base = await server.listen();
});
after(() => server.close());

const says = (state: string, caller = world.max, status = 200) =>
  caller.posts(`/api/conversations/${id}/presence`, { state }, status);
const here = async () => (await world.wim.gets(`/api/conversations/${id}`)).presence;

test('colleagues see who looks at a conversation and who types, for thirty seconds', async () => {
  const wim = await streamOf(base, world.wim);
  assert.deepEqual(await here(), []);
  await says('viewing');
  const { data } = await wim.sees('Max', ({ type }) => type === 'presence.updated');
  const [max] = await here();
  assert.deepEqual([max.id, max.name, max.state], [world.max.userId, 'Max', 'viewing']);
  const { version } = await world.wim.gets(`/api/conversations/${id}`);
  assert.deepEqual(data, { id, version, person: max });

  server.pass(10_000);
  const { presence } = await says('typing');
  assert.equal(presence[0].state, 'typing');
  await wim.sees('that he types', (event) => event.data.person?.state === 'typing');
  server.pass(29_999);
  assert.equal((await here()).length, 1);
  server.pass(1);
  assert.deepEqual(await here(), []);
  await wim.close();
});

test('the same state is not announced again at once, but before it expires', async () => {
  const wim = await streamOf(base, world.wim);
  await says('viewing');
  for (let times = 0; times < 5; times += 1) await says('viewing');
  server.pass(20_000);
  await says('viewing');
  await says('typing', world.ada);
  await wim.sees('Ada', (event) => event.data.person?.name === 'Ada');
  const ofMax = wim.events.filter((event) => event.data.person?.name === 'Max');
  assert.equal(ofMax.length, 2, JSON.stringify(wim.events));
  await wim.close();
});

test('other organizations can neither announce nor see presence, and the sweep deletes what has expired', async () => {
  await says('viewing');
  await says('viewing', world.mallory, 404);
  await says('asleep', world.max, 422);
  const rows = async () => (await server.desk.db.owner.query('select actor_name from presence')).rows.length;
  assert.notEqual(await rows(), 0);
  server.pass(30_001);
  await server.sweep();
  assert.equal(await rows(), 0);
});

test('live events contain ids, never the text that people write', async () => {
  const wim = await streamOf(base, world.wim);
  const words = 'canary words of a note';
  const note = await world.max.posts(`/api/conversations/${id}/messages`, { kind: 'note', text: words });
  const { data } = await wim.sees(
    'the message',
    ({ type, data: { id } }) => type === 'message.created' && id === note.id,
  );
  assert.equal(data.conversation_id, id);
  await world.max.patches(`/api/conversations/${id}`, { status: 'resolved' });
  const { version } = await world.max.gets(`/api/conversations/${id}`);
  await wim.sees('the new state', (event) => event.type === 'conversation.updated' && event.data.version === version);
  const { items } = await world.wim.gets('/api/knowledge/documents');
  await world.wim.patches(`/api/knowledge/documents/${items[0].id}`, { title: 'canary words of a title' });
  await wim.sees('the document', (event) => event.type === 'document.updated' && event.data.id === items[0].id);
  await world.wim.puts('/api/integrations/chatdesk/app', { client_id: 'an app', client_secret: 'canary words' });
  await wim.sees('the channel', (event) => event.type === 'integration.updated' && event.data.id === 'chatdesk');
  assert.ok(!JSON.stringify(wim.events).includes('canary'), JSON.stringify(wim.events));
  await wim.close();
});
