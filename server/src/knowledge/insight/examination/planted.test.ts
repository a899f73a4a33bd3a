import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examined } from '../../../../test/examined.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';

let server: TestServer;
let world: World;
let collection: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Library' })).id;
});
after(() => server.close());

const documents = '/api/knowledge/documents';

async function adds(title: string, text: string): Promise<string> {
  const body = { collection_id: collection, title, text, format: 'markdown' };
  const { id } = await world.wim.posts(`${documents}/text`, body, 202);
  await ingest(server.desk, world.birch, id);
  return id;
}
async function rewrites(id: string, text: string): Promise<void> {
  await world.wim.posts(`${documents}/${id}/reingest`, { text }, 202);
  await ingest(server.desk, world.birch, id);
}
async function found(type: string, id: string): Promise<any[]> {
  await examined(world.max);
  return (await world.max.gets(`/api/knowledge/findings?type=${type}&document_id=${id}`)).items;
}
const quotes = (finding: any): string[] => finding?.documents.map((each: any) => each.quote).sort();

const loans = (weeks: number) =>
  `| Item | Loan period | Fee for each day too late |\n|---|---|---|\n| Novel | 4 weeks | €0.20 |\n| Board game | ` +
  `${weeks} weeks | €1.00 |\n\nThe card is shown at the desk with every loan, and whoever has lost it asks for another one there.`;
test('a table row and a sentence elsewhere contradict each other until one is corrected', async () => {
  const table = await adds('What can be borrowed', loans(2));
  const text =
    'Board games are for all ages and come back complete. The loan period of a board game is three weeks. Pieces that ' +
    'are missing have to be replaced by those who borrowed it.';
  const sentence = await adds('Board games', text);
  const [finding, ...more] = await found('contradiction', sentence);
  assert.deepEqual(more, []);
  assert.deepEqual(quotes(finding), ['Board game 2 weeks €1.00', 'The loan period of a board game is three weeks.']);
  await adds(
    'Reading group',
    'The reading group meets in the garden room each month and reads novels of living authors. Tea is free for everybody who comes.',
  );
  assert.equal((await found('contradiction', table))[0]?.id, finding.id);
  await rewrites(table, loans(3));
  assert.deepEqual(await found('contradiction', sentence), []);
});

const scan =
  'Put the page face down on the glass of the scanner, choose the resolution and press the green button. The file is ' +
  'sent to the address that your card is registered with. Coloured pages cost as much as black ones, and nobody keeps a copy.';
test('a section in two articles is reported for both under one id, until one of them loses it', async () => {
  const short = await adds('Scanning', scan);
  const long = await adds(
    'Copies and printing',
    `Copiers stand on each floor and take coins as well as cards, paper lies below.\n\n## Scanner\n\n${scan}`,
  );
  const [finding, ...more] = await found('near_duplicate', short);
  assert.deepEqual(more, []);
  assert.deepEqual(finding?.documents.map((each: any) => each.id).sort(), [short, long].sort());
  await rewrites(
    long,
    'Copiers stand on each floor and take coins as well as cards. How to scan is told in an article of its own, and paper lies below.',
  );
  assert.deepEqual(await found('near_duplicate', short), []);
  await rewrites(long, `Copiers stand on each floor.\n\n## Scanner\n\n${scan}`);
  assert.equal((await found('near_duplicate', short))[0]?.id, finding.id);
});

const branch = (tram: number, minutes: number) =>
  `The branch lies behind the town hall. Tram ${tram} stops at its door, and the way from the station takes ` +
  `${minutes} minutes. Returned books go into the box beside the entrance, which is open day and night.`;
test('articles from one template about two places may differ, and are not duplicates', async () => {
  const north = await adds('Northgate branch', branch(3, 20));
  await adds('Riverside branch', branch(8, 15));
  assert.deepEqual(await found('contradiction', north), []);
  assert.deepEqual(await found('near_duplicate', north), []);
  const copy = await adds('How to get to us', branch(5, 20));
  assert.ok((await found('near_duplicate', north)).some(({ documents: of }) => of.some(({ id }: any) => id === copy)));
});
