import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examined } from '../../../../test/examined.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { Caller, createWorld, type World } from '../../../../test/world.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';

let server: TestServer;
let world: World;
let script: Caller;
let collection: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  // Sessions end long before a document is a year old.
  const { name, key } = await world.ada.posts('/api/api-keys', { name: 'Sync', role: 'workspace_admin' });
  script = new Caller(server, { name, token: key, userId: '', organizationId: '' });
  collection = (await script.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
});
after(() => server.close());

const findings = '/api/knowledge/findings';
const documents = '/api/knowledge/documents';
const day = 86_400_000;

const textOf = (title: string) =>
  Array.from(
    { length: 12 },
    (_, line) => `${title} of kind ${line} stand in ${title.toLowerCase()} row ${line * 7}.`,
  ).join(' ');

async function adds(title: string, more: object = {}): Promise<string> {
  const body = { collection_id: collection, title, text: textOf(title), ...more };
  const { id } = await script.posts(`${documents}/text`, body, 202);
  await ingest(server.desk, world.birch, id);
  return id;
}
async function found(id: string): Promise<any[]> {
  await examined(script);
  return (await script.gets(`${findings}?document_id=${id}`)).items;
}
const stateOf = async (id: string) => (await found(id)).map(({ type, state }) => `${type} ${state}`);
const dismissed = async (id: string) => {
  const [finding] = await found(id);
  await script.patches(`${findings}/${finding.id}`, { state: 'dismissed' });
  assert.deepEqual(await stateOf(id), [`${finding.type} dismissed`]);
};
const expiresIn = (id: string, milliseconds: number) =>
  script.patches(`${documents}/${id}`, {
    expires_at: new Date(server.desk.clock.now().getTime() + milliseconds).toISOString(),
  });

test('an expiry that was dismissed is open again when a later one has passed', async () => {
  const id = await adds('Lanterns');
  await expiresIn(id, -1000);
  await dismissed(id);
  await expiresIn(id, 1000);
  assert.deepEqual(await stateOf(id), []);
  server.pass(2000);
  assert.deepEqual(await stateOf(id), ['expired open']);
});

test('a failed file that was dismissed is open again when another file fails', async () => {
  const id = await adds('Kayaks');
  const replaces = async (text: string) => {
    await script.posts(`${documents}/${id}/reingest`, { text }, 202);
    await ingest(server.desk, world.birch, id);
  };
  await replaces('. . .');
  await dismissed(id);
  await replaces(', , ,');
  assert.deepEqual(await stateOf(id), ['failed_ingestion open']);
});

test('reading the source of a stale document again makes it fresh, although nothing changed there', async () => {
  const read = await adds('Saunas');
  const synced = await adds('Paddles', { external_id: 'paddles' });
  const left = await adds('Anchors');
  server.pass(366 * day);
  for (const id of [read, synced, left]) assert.ok((await stateOf(id)).includes('stale open'));
  const before = await script.gets(`${documents}/${read}`);

  const again = await script.calls('POST', `${documents}/${read}/reingest`);
  assert.deepEqual([again.status, again.body.unchanged, again.body.freshness], [200, true, 'fresh']);
  assert.deepEqual([again.body.version, again.body.active_version], [before.version, before.active_version]);
  const body = { collection_id: collection, title: 'Paddles', text: textOf('Paddles'), external_id: 'paddles' };
  assert.equal((await script.posts(`${documents}/text`, body, 202)).freshness, 'fresh');
  for (const id of [read, synced]) assert.ok(!(await stateOf(id)).includes('stale open'));
  assert.ok((await stateOf(left)).includes('stale open'));
});
