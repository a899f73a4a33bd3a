import assert from 'node:assert/strict';
import { test } from 'node:test';
import { atRest } from '../../../../test/at-rest.ts';
import type { TestServer } from '../../../../test/server.ts';
import { eventually } from '../../../../test/story/stage.ts';
import { inWorld, type World } from '../../../../test/world.ts';
import { inScope } from '../../../platform/database/transaction.ts';
import { announceKnowledgeChange } from '../announce-change.actions.ts';
import { raiseRevision } from '../passages/revision.store.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made), { working: 'jobs' });

test(
  'a document is changed while another change of the knowledge is not committed yet',
  { skip: process.env['TEST_ENGINE'] === 'pglite' && 'the embedded database has one transaction at a time' },
  async () => {
    const { wim, birch } = world;
    const { desk } = server;
    const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Rules' });
    const wish = { collection_id, title: 'Ladders', text: 'Ladders are kept indoors.' };
    const { id } = await wim.posts('/api/knowledge/documents/text', wish, 202);
    const path = `/api/knowledge/documents/${id}`;
    await eventually(async () => assert.equal((await wim.gets(path)).status, 'ready'));
    await atRest(server);
    const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const changed = await inScope(desk.db, birch, async (tx) => {
      await announceKnowledgeChange(desk, tx, birch);
      const change = wim.calls('PATCH', path, { enabled: false });
      await eventually(async () => assert.equal((await desk.db.owner.query(waits)).rows.length, 1));
      await raiseRevision(tx, birch);
      return { answer: change };
    });
    const answer = await changed.answer;
    assert.deepEqual([answer.status, answer.body.enabled], [200, false]);
  },
);
