import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { inScope } from '../../platform/database/transaction.ts';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, type World } from '../../../test/world.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

test('an entry contains actor, action, values before and after, IP address and request id', async () => {
  const { ada, max, birch } = world;
  const answer = await ada.calls(
    'PATCH',
    '/api/organizations/me',
    { name: 'Birch & Sons' },
    { 'x-request-id': 'rename-1' },
  );
  assert.equal(answer.status, 200);
  const { items } = await ada.gets('/api/audit-events?action=organization.updated');
  assert.equal(items.length, 1);
  const { id: _id, at: _at, ...event } = items[0];
  assert.deepEqual(event, {
    actor: { type: 'user', id: ada.userId, name: 'Ada' },
    action: 'organization.updated',
    subject: { type: 'organization', id: birch.organizationId, name: 'Birch & Sons' },
    changes: { name: { from: 'Birch', to: 'Birch & Sons' } },
    ip: '127.0.0.1',
    request_id: 'rename-1',
  });
  await max.gets('/api/audit-events', 403);
});

test('a refused change leaves no entry', async () => {
  const { ada } = world;
  const before = await ada.gets('/api/audit-events');
  await ada.calls('PATCH', '/api/organizations/me', { name: 'Too late' }, { 'if-match': '"99"' });
  await ada.patches('/api/organizations/me', { slug: '' }, 422);
  assert.deepEqual(await ada.gets('/api/audit-events'), before);
});

test('the run-time role cannot insert, update or delete an event directly', async () => {
  const { birch, cedar } = world;
  for (const statement of [
    'update audit_event set action = action',
    'delete from audit_event',
    'truncate audit_event',
    'insert into audit_event select * from audit_event',
  ])
    await assert.rejects(
      inScope(server.desk.db, birch, (tx) => sql.raw(statement).execute(tx)),
      { code: '42501' },
      statement,
    );
  const foreign = JSON.stringify({ organization_id: cedar.organizationId, id: birch.organizationId });
  await assert.rejects(
    inScope(server.desk.db, birch, (tx) =>
      sql`select append_audit_event(jsonb_populate_record(null::audit_event, ${foreign}::jsonb))`.execute(tx),
    ),
    { code: '42501' },
  );
});
