import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type Caller, type World } from '../../../../test/world.ts';
import { createApp } from '../../../app.ts';
import type { Desk } from '../../../platform/desk.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import { draftAnswer } from '../../index.ts';
import { ingestDocument as ingest } from '../../ingest-document.ts';
import { withKnowledge } from '../../search/loading/live-knowledge.ts';
import { suggest } from './suggest.actions.ts';

// Two processes on one database: the organization is small for one of them and large for the other.

let server: TestServer;
let world: World;
let large: { app: TestServer['app']; desk: Desk };
let collection: string;
let returns: string;
before(async () => {
  server = await startServer();
  world = await createWorld(server);
  const desk: Desk = { ...server.desk, db: { ...server.desk.db }, mostPassagesInMemory: 1 };
  large = { desk, app: await createApp(desk) };
  collection = (await world.wim.posts('/api/knowledge/collections', { name: 'Help centre' })).id;
  returns = await adds('Returns and exchanges', returnsText);
  await adds('Delivery', 'Parcels leave our warehouse within two working days and arrive by the end of the week.');
  await adds('Invoices', 'Invoices are in your account under Billing, one file for every month.');
});
after(async () => {
  await large.app.close();
  await server.close();
});

const returnsText = `## Sending items back

Items can be sent back within 30 days of arrival. Use the label in the box.

## Exchanges

An article can be exchanged for another size. The new one leaves when the first has arrived.`;

const slang = 'Wanna ditch my gizmo, wrong colour, how?';

async function adds(title: string, text: string, by: Caller = world.wim, into = collection): Promise<string> {
  const body = { collection_id: into, title, text, format: 'markdown' };
  const { id } = await by.posts('/api/knowledge/documents/text', body, 202);
  await ingest(server.desk, by, id);
  return id;
}

const questionsOf = (id: string) => `/api/knowledge/documents/${id}/questions`;
const learned = async (id: string, query = ''): Promise<any[]> =>
  (await world.max.gets(`${questionsOf(id)}${query}`)).items;
const searched = async (query: string, caller: Caller = world.max): Promise<any[]> =>
  (await caller.posts('/api/knowledge/search', { query }, 200)).items;
const asked = (question: string, desk: Desk = server.desk, scope = world.birch) =>
  draftAnswer(desk, scope, { question, history: [], language: 'en' });

test('a taught question finds its document at once with high confidence, until it is deleted', async () => {
  const before = await asked(slang);
  assert.ok((before?.confidence.value ?? 0) < 0.45, `${before?.confidence.value}`);
  const taught = await world.wim.posts(questionsOf(returns), { text: `  ${slang.replace(', how', ',  how')} ` });
  assert.deepEqual(
    [taught.text, taught.state, taught.origin, taught.created_by, taught.document.title],
    [slang, 'accepted', 'person', 'Wim', 'Returns and exchanges'],
  );
  for (const desk of [server.desk, large.desk]) {
    const answer = await asked(slang, desk);
    assert.equal(answer?.citations[0]?.documentId, returns);
    assert.ok(answer.confidence.value >= 0.9, `${answer.confidence.value}`);
    assert.match(answer.confidence.formula, /\+learned-1$/);
    assert.equal(answer.confidence.band, 'high');
    assert.ok(
      answer.evidence.every(({ text }) => !text.includes('gizmo')),
      'the question itself is no passage',
    );
  }
  assert.equal((await searched('wanna ditch the gizmo'))[0]?.document_id, returns);
  assert.ok(await withKnowledge(large.desk, world.birch, async ({ index }) => index.isLean));
  await world.wim.deletes(`${questionsOf(returns)}/${taught.id}`);
  assert.deepEqual(await learned(returns), []);
  for (const desk of [server.desk, large.desk])
    assert.deepEqual((await asked(slang, desk))?.confidence, before?.confidence);
});

test('only accepted questions count, and a rejected one stays rejected until people change it', async () => {
  const { id } = await world.wim.posts(questionsOf(returns), { text: slang });
  const one = `${questionsOf(returns)}/${id}`;
  const surely = async () => ((await asked(slang))?.confidence.value ?? 0) >= 0.9;
  assert.equal(await surely(), true);
  const rejected = await world.wim.patches(one, { state: 'rejected' });
  assert.deepEqual([rejected.state, rejected.decided_by, rejected.version], ['rejected', 'Wim', 2]);
  assert.equal(await surely(), false);
  await world.wim.patches(one, { state: 'accepted' });
  assert.equal(await surely(), true);
  await world.wim.posts(questionsOf(returns), { text: slang.toUpperCase() }, 409);
  await world.max.patches(one, { state: 'rejected' }, 403);
  const stale = await world.wim.calls('PATCH', one, { state: 'rejected' }, { 'if-match': '"2"' });
  assert.equal(stale.status, 412);
  assert.deepEqual(
    (await learned(returns, '?state=accepted')).map((each) => each.id),
    [id],
  );
  assert.deepEqual(await learned(returns, '?state=suggested'), []);
  await world.wim.patches(one, { state: 'rejected' });
  const again = await world.wim.posts(questionsOf(returns), { text: slang });
  assert.deepEqual([again.id, again.state, again.decided_by], [id, 'accepted', 'Wim']);
  assert.equal(await surely(), true);
});

test('taught questions survive a new version of the document and are deleted with the document', async () => {
  const parcels = await adds('Parcels', 'A parcel that is lost is sent again. Write to us after ten days.');
  await world.wim.posts(questionsOf(parcels), { text: 'Nothing in my mailbox, whatever now?' });
  const top = async () => (await asked('Nothing in my mailbox, whatever now?'))?.citations[0];
  assert.deepEqual([(await top())?.documentId, (await top())?.version], [parcels, 1]);
  await world.wim.posts(
    `/api/knowledge/documents/${parcels}/reingest`,
    { text: 'We send a lost one again after a week.' },
    202,
  );
  await ingest(server.desk, world.birch, parcels);
  assert.deepEqual([(await top())?.documentId, (await top())?.version], [parcels, 2]);
  const before = (await world.max.gets('/api/knowledge/questions')).items.length;
  await world.wim.deletes(`/api/knowledge/documents/${parcels}`);
  assert.equal((await world.max.gets('/api/knowledge/questions')).items.length, before - 1);
  assert.notEqual((await top())?.documentId, parcels);
});

test('a question follows its passage to a new version: by its text, else by its heading, else by the document', async () => {
  const about = (what: string) => `${what} `.repeat(700 / what.length).trim();
  const [send, label, carrier] = ['Send it back in its box.', 'Print the label at home.', 'A carrier fetches it.'].map(
    about,
  );
  const boxes = await adds('Boxes', `## Back\n\n${send}\n\n${label}`);
  const passages = async (): Promise<any[]> =>
    (await world.max.gets(`/api/knowledge/documents/${boxes}/chunks?limit=200`)).items;
  const pointedAt = async () => {
    const [question] = await learned(boxes);
    const passage = (await passages()).find(({ id }) => id === question.chunk_id);
    return passage ? [passage.heading_path.at(-1), passage.text] : question.chunk_id;
  };
  const becomes = async (text: string) => {
    await world.wim.posts(`/api/knowledge/documents/${boxes}/reingest`, { text }, 202);
    await ingest(server.desk, world.birch, boxes);
  };
  const chunkId = (await passages()).find(({ text }) => text === label).id;
  await inScope(server.desk.db, world.birch, (tx) =>
    suggest(server.desk, tx, world.birch, {
      documentId: boxes,
      chunkId,
      message: 'Where do I get the label for my box?',
      customer: { name: null, email: null },
      origin: 'conversation',
      conversationId: randomUUID(),
    }),
  );
  assert.deepEqual(await pointedAt(), ['Back', label]);
  await becomes(`## Labels\n\n${label}\n\n## Back\n\n${send}\n\n${label}\n\n${carrier}`);
  assert.deepEqual(await pointedAt(), ['Back', label]);
  await becomes(`## Labels\n\n${label}\n\n## Back\n\n${carrier}\n\n${send}`);
  assert.deepEqual(await pointedAt(), ['Back', carrier]);
  await becomes(`## Labels\n\n${carrier}`);
  assert.equal(await pointedAt(), null);
});

test('a question taught for two documents raises the confidence of neither', async () => {
  const text = 'Which bloke handles the thingamajig?';
  const one = await adds('Repairs', 'Broken devices are repaired in our workshop in Leeds.');
  const other = await adds('Spare parts', 'Parts are kept for eight years after a device was sold.');
  await world.wim.posts(questionsOf(one), { text });
  assert.ok(((await asked(text))?.confidence.value ?? 0) >= 0.9);
  await world.wim.posts(questionsOf(other), { text });
  assert.ok(((await asked(text))?.confidence.value ?? 0) < 0.7);
});

test('a document learns twenty questions, and no more', async () => {
  const id = await adds('Opening hours', 'The shop is open from nine to five.');
  for (let at = 0; at < 20; at++) await world.wim.posts(questionsOf(id), { text: `When may I drop by, way ${at}?` });
  const refused = await world.wim.calls('POST', questionsOf(id), { text: 'One more?' });
  assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_questions']);
  const page = await world.max.gets(`${questionsOf(id)}?limit=15`);
  assert.equal(page.items.length, 15);
  const rest = await world.max.gets(`${questionsOf(id)}?limit=15&cursor=${page.next_cursor}`);
  assert.deepEqual([rest.items.length, rest.next_cursor], [5, null]);
  const [first] = page.items;
  const one = `${questionsOf(id)}/${first.id}`;
  await world.wim.patches(one, { state: 'rejected' });
  await world.wim.posts(questionsOf(id), { text: 'One more?' });
  const full = await world.wim.calls('PATCH', one, { state: 'accepted' });
  assert.deepEqual([full.status, full.body.code], [409, 'too_many_questions']);
});

const suggests = (documentId: string, message: string) =>
  inScope(server.desk.db, world.birch, (tx) =>
    suggest(server.desk, tx, world.birch, {
      documentId,
      chunkId: null,
      message,
      customer: { name: null, email: null },
      origin: 'conversation',
      conversationId: randomUUID(),
    }),
  );

test('at most twenty questions of a document wait for review, and a review makes room', async () => {
  const id = await adds('Vouchers', 'A voucher is paid out when the shop that it is for has closed.');
  const waiting = () => learned(id, '?state=suggested&limit=50');
  for (let way = 0; way < 21; way++) await suggests(id, `May I have my voucher paid out, way ${way}?`);
  const [first, ...others] = await waiting();
  assert.equal(others.length, 19);
  await world.wim.patches(`${questionsOf(id)}/${first.id}`, { state: 'rejected' });
  await suggests(id, 'May I have my voucher paid out, way 21?');
  assert.equal((await waiting()).length, 20);
});

test('a question that a document has accepted is not suggested for others, nor any for a removed document', async () => {
  const answering = await adds('Tickets', 'A ticket can be passed on to somebody else until the doors open.');
  const other = await adds('Doors', 'The doors open an hour before the show.');
  await world.wim.posts(questionsOf(answering), { text: 'May my sister use my ticket?' });
  await suggests(other, 'May my SISTER use my ticket?');
  assert.deepEqual(await learned(other), []);
  await suggests(other, 'When may my sister come in?');
  assert.equal((await learned(other)).length, 1);
  await suggests(randomUUID(), 'When may my brother come in?');
});

test('a question is found only under its own document and collection, and only admins delete it', async () => {
  const elsewhere = (await world.wim.posts('/api/knowledge/collections', { name: 'Elsewhere' })).id;
  const one = await adds('Bicycles', 'Bicycles are kept in the yard behind the shop.', world.wim, elsewhere);
  const other = await adds('Prams', 'Prams are kept in the hall beside the door.');
  const { id } = await world.wim.posts(questionsOf(one), { text: 'Where does my velocipede go?' });
  const listed = async (query: string) =>
    (await world.max.gets(`/api/knowledge/questions?${query}`)).items.map((each: any) => each.id);
  assert.deepEqual(await listed(`collection_id=${elsewhere}`), [id]);
  assert.ok(!(await listed(`collection_id=${collection}`)).includes(id));
  await world.max.gets(`${questionsOf(one)}/${id}`);
  await world.max.gets(`${questionsOf(other)}/${id}`, 404);
  await world.wim.patches(`${questionsOf(other)}/${id}`, { state: 'rejected' }, 404);
  await world.wim.deletes(`${questionsOf(other)}/${id}`, 404);
  await world.max.deletes(`${questionsOf(one)}/${id}`, 403);
  await world.wim.deletes(`${questionsOf(one)}/${id}`);
});

test('another organization neither sees taught questions nor gets answers by them', async () => {
  const [known] = (await world.max.gets(`/api/knowledge/questions?document_id=${returns}`)).items;
  assert.equal(known?.text, slang);
  const theirs = (await world.mallory.posts('/api/knowledge/collections', { name: 'Cedar' })).id;
  const cedars = await adds('Returns of Cedar', 'Bring it back whenever you like.', world.mallory, theirs);
  assert.deepEqual((await world.mallory.gets('/api/knowledge/questions')).items, []);
  assert.ok(((await asked(slang, server.desk, world.cedar))?.confidence.value ?? 0) < 0.7);
  assert.ok((await searched(slang, world.mallory)).every((each) => each.document_id === cedars));
  await world.max.gets(`${questionsOf(returns)}/${known.id}`);
  await world.mallory.gets(`${questionsOf(returns)}/${known.id}`, 404);
  await world.mallory.gets(questionsOf(returns), 404);
  await world.mallory.posts(questionsOf(returns), { text: 'Where is it then?' }, 404);
  await world.mallory.patches(`${questionsOf(returns)}/${known.id}`, { state: 'rejected' }, 404);
  await world.mallory.patches(`${questionsOf(cedars)}/${known.id}`, { state: 'rejected' }, 404);
  await world.mallory.deletes(`${questionsOf(returns)}/${known.id}`, 404);
});

test('questions that are empty, too long or have unknown fields are refused, and members may not teach', async () => {
  await world.wim.posts(questionsOf(returns), { text: '???!' }, 422);
  await world.wim.posts(questionsOf(returns), { text: 'x'.repeat(301) }, 422);
  await world.wim.posts(questionsOf(returns), { text: 'What is it?', state: 'accepted' }, 422);
  await world.max.posts(questionsOf(returns), { text: 'What is it?' }, 403);
});
