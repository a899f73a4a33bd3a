import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareForQuestions } from '../../src/app.ts';
import { organizationsByActivity } from '../../src/conversations/index.ts';
import { ingestDocument } from '../../src/knowledge/ingest-document.ts';
import { loadedOf } from '../../src/knowledge/search/loading/index-cache.ts';
import { unscoped, type OrganizationScope } from '../../src/platform/database/transaction.ts';
import type { Desk } from '../../src/platform/desk.ts';
import type { TestServer } from '../server.ts';
import { inWorld, type Caller, type World } from '../world.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

/** Another process on the same database: it has loaded nothing. */
const restarted = (): Desk => ({ ...server.desk, db: { ...server.desk.db } });
const documentsOf = (desk: Desk, scope: OrganizationScope) => loadedOf(desk, scope.organizationId)?.documents.size;
const byActivity = (limit: number) => unscoped(server.desk.db, (tx) => organizationsByActivity(tx, limit));

async function adds(caller: Caller, scope: OrganizationScope): Promise<void> {
  const { id: collection_id } = await caller.posts('/api/knowledge/collections', { name: 'Help centre' });
  const body = { collection_id, title: 'Refunds', text: 'We refund within five days.' };
  const { id } = await caller.posts('/api/knowledge/documents/text', body, 202);
  await ingestDocument(server.desk, scope, id);
}

test('a new process has loaded the knowledge of its organizations before anybody asks', async () => {
  await adds(world.ada, world.birch);
  await adds(world.mallory, world.cedar);
  const desk = restarted();
  assert.equal(documentsOf(desk, world.birch), undefined);
  await prepareForQuestions(desk, new AbortController().signal);
  assert.deepEqual([documentsOf(desk, world.birch), documentsOf(desk, world.cedar)], [1, 1]);
});

test('the organization whose conversations changed last comes first; without conversations, the newest', async () => {
  assert.deepEqual(await byActivity(9), [world.cedar, world.birch]);
  await hasConversation(world.birch, '2026-03-01');
  assert.deepEqual(await byActivity(9), [world.birch, world.cedar]);
  await hasConversation(world.cedar, '2026-02-01');
  assert.deepEqual(await byActivity(9), [world.birch, world.cedar]);
  await hasConversation(world.cedar, '2026-04-01');
  assert.deepEqual(await byActivity(1), [world.cedar]);
});

test('a process that ends loads nothing more', async () => {
  const desk = restarted();
  await prepareForQuestions(desk, AbortSignal.abort());
  assert.equal(documentsOf(desk, world.birch), undefined);
});

test('a database that fails is reported and not thrown: the first question loads the knowledge', async () => {
  const warned: unknown[] = [];
  const log = { ...server.desk.log, warn: (fields: unknown) => void warned.push(fields) } as never;
  const broken = { transaction: () => assert.fail('no connection') } as never;
  const desk: Desk = { ...server.desk, log, db: { ...server.desk.db, kysely: broken } };
  await prepareForQuestions(desk, new AbortController().signal);
  assert.equal(warned.length, 1);
});

async function hasConversation({ organizationId }: OrganizationScope, changed: string): Promise<void> {
  const values = [organizationId, changed];
  await server.desk.db.owner.query(
    `insert into customer (organization_id, id, person_id, channel, identity, verified)
       values ($1, md5($2::text)::uuid, md5($2::text)::uuid, 'email', $2::text, true)`,
    values,
  );
  await server.desk.db.owner.query(
    `insert into conversation (organization_id, id, channel, channel_reference, customer_id, status, owner, created_at, updated_at)
       values ($1, md5($2::text)::uuid, 'email', $2::text, md5($2::text)::uuid, 'resolved', 'human', $2::timestamptz, $2::timestamptz)`,
    values,
  );
}
