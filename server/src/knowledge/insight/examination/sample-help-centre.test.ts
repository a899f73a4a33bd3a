import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { examineKnowledge } from './examine.actions.ts';
import { ingestDocument } from '../../ingest-document.ts';

let server: TestServer;
let world: World;
let collection: string;
/** The files that "Load sample data" loads. */
const sample = new URL('../../../../../demo/knowledge/', import.meta.url);
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Emberly help centre' })).id;
  for (const file of (await readdir(sample)).filter((name) => name.endsWith('.md'))) {
    const text = await readFile(new URL(file, sample), 'utf8');
    await adds(text.slice('# '.length, text.indexOf('\n')), text);
  }
});
after(() => server.close());

async function adds(title: string, text: string): Promise<string> {
  const body = { collection_id: collection, title, text, format: 'markdown', language: 'en' };
  const { id } = await world.wim.posts('/api/knowledge/documents/text', body, 202);
  await ingestDocument(server.desk, world.birch, id);
  return id;
}

async function contradictions(of = ''): Promise<any[]> {
  assert.ok(await examineKnowledge(server.desk, world.birch, 240_000));
  return (await world.max.gets(`/api/knowledge/findings?type=contradiction&limit=200${of}`)).items;
}

test('the sample help centre has at most two contradictions, none of them with high severity', async () => {
  const found = await contradictions();
  const listed = found.map(({ severity, detail }) => `${severity}: ${detail}`).join('\n');
  assert.ok(found.length <= 2, listed);
  assert.deepEqual(
    found.filter(({ severity }) => severity === 'high'),
    [],
    listed,
  );
});

const planted: [severity: string, title: string, text: string][] = [
  ['high', 'Sending things back', 'You may send back anything from our shop within 30 days after it was delivered.'],
  ['medium', 'More than one home', 'A further home costs €3 a month.'],
  ['medium', 'Boxes', 'A return without the small parts bag is not possible.'],
];
test('a contradiction in a new article is still found', async () => {
  for (const [expected, title, text] of planted) {
    const id = await adds(title, text);
    const found = await contradictions(`&document_id=${id}`);
    assert.deepEqual(
      found.map(({ severity }) => severity),
      [expected],
      title,
    );
  }
});
