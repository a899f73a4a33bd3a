import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startChatdesk, type Chatdesk } from '../../test/providers/chatdesk/chatdesk.ts';
import { startServer, type TestServer } from '../../test/server.ts';
import { createWorld, type World } from '../../test/world.ts';
import type { Desk } from '../platform/desk.ts';
import { sweep } from './index.ts';

// No job runs in this test, so overdue work stays overdue until the sweep.
let server: TestServer;
let world: World;
let chatdesk: Chatdesk;
before(async () => {
  chatdesk = await startChatdesk();
  server = await startServer({ environment: { CHATDESK_API_URL: chatdesk.url, EGRESS_ALLOW: '127.0.0.1' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await chatdesk.close();
});

const overdue = (table: string, column: string) =>
  server.desk.db.owner.query(`update ${table} set ${column} = clock_timestamp() - interval '1 minute'`);

async function anEventWaits(): Promise<void> {
  const { clientSecret } = chatdesk.workspace;
  const app = { client_secret: clientSecret, access_token: chatdesk.accessToken };
  await world.wim.puts('/api/integrations/chatdesk/app', app);
  const { headers, raw: payload } = chatdesk.events.userCreated({ text: 'Is anybody there?' });
  const url = `/webhooks/chatdesk/${world.birch.organizationId}`;
  assert.equal((await server.app.inject({ method: 'POST', url, headers, payload })).statusCode, 202);
  await overdue('lane', 'ready_at');
}

async function aDocumentWaits(): Promise<void> {
  const { id } = await world.wim.posts('/api/knowledge/collections', { name: 'Help' });
  const document = { collection_id: id, title: 'Lost', text: 'Its job got lost.', format: 'markdown' };
  await world.wim.posts('/api/knowledge/documents/text', document, 202);
  await overdue('document', 'stage_deadline');
}

test('a failed repair does not stop the other repairs', async () => {
  await anEventWaits();
  await aDocumentWaits();
  const { jobs } = server.desk;
  const enqueued: string[] = [];
  const enqueue: Desk['jobs']['enqueue'] = async (tx, job, ...rest) => {
    enqueued.push(job.name);
    if (job.name === 'lane') throw new Error('not now');
    return jobs.enqueue(tx, job, ...rest);
  };
  await sweep({ ...server.desk, jobs: { ...jobs, enqueue } });
  assert.deepEqual(enqueued, ['lane', 'knowledge.ingest']);
});
