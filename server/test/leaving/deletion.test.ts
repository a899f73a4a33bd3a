import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { closeOrganization, eraseRows, forgetOrganization } from '../../src/access/deletion/deletion.store.ts';
import { inScope } from '../../src/platform/database/transaction.ts';
import { oneOfEach } from '../isolation/resources.ts';
import { rowsOf } from '../isolation/matrix.ts';
import { eventually, setStage, type Stage } from '../story/stage.ts';
import { joins, password, addressOf, tokenIn } from '../world.ts';

let stage: Stage;
before(async () => {
  stage = await setStage({ autoRespond: false });
});
after(() => stage.close());

const me = '/api/organizations/me';
const query = async (text: string, values: unknown[] = []) =>
  (await stage.server.desk.db.owner.query(text, values)).rows;

test('an admin who confirms with the name sets a date; admins get a mail; until then the organization can be kept', async () => {
  const { ada, wim, max } = stage.world;
  const second = await joins(stage.server, 'Second', { of: ada, role: 'org_admin' });
  const asks = (confirm: unknown) => ada.calls('DELETE', me, { confirm });
  for (const wrong of ['birch', 'Birch ', '', 'Cedar', null])
    assert.equal((await asks(wrong)).status, 422, String(wrong));
  for (const other of [wim, max]) assert.equal((await other.calls('DELETE', me, { confirm: 'Birch' })).status, 403);
  assert.equal((await ada.gets(me)).deletion_at, null);

  const answer = await asks('Birch');
  assert.equal(answer.status, 202);
  const week = new Date(answer.body.deletion_at).getTime() - Date.now();
  assert.ok(Math.abs(week - 7 * 86_400_000) < 60_000, answer.body.deletion_at);
  assert.equal((await max.gets(me)).deletion_at, answer.body.deletion_at);
  const again = await asks('Birch');
  assert.deepEqual([again.status, again.body], [202, answer.body], 'the date stays, and nobody is told twice');
  const to = (kind: string) =>
    query(`select recipient from account_mail where kind = $1 and state = 'sent' order by 1`, [kind]);
  const admins = [addressOf('Ada'), addressOf('Second')].map((recipient) => ({ recipient }));
  await eventually(async () => assert.deepEqual(await to('organization_deletion'), admins));
  // Nothing else changes.
  await max.posts('/api/knowledge/search', { query: 'refund' }, 200);

  for (const other of [wim, max]) assert.equal((await other.calls('POST', `${me}/keep`)).status, 403);
  assert.equal((await second.posts(`${me}/keep`, undefined, 200)).deletion_at, null);
  assert.equal((await second.posts(`${me}/keep`, undefined, 200)).deletion_at, null);
  await eventually(async () => assert.deepEqual(await to('organization_kept'), admins));
  const { items } = await ada.gets('/api/audit-events?limit=3');
  assert.deepEqual(
    items
      .map(({ action }: { action: string }) => action)
      .filter((action: string) => action.startsWith('organization.')),
    ['organization.kept', 'organization.deletion_requested'],
  );
  await stage.server.sweep();
  assert.equal((await ada.gets(me)).name, 'Birch');
});

test('what is to be kept cannot be erased, whatever the service asks for', async () => {
  const { ada } = stage.world;
  await ada.calls('DELETE', me, { confirm: 'Birch' });
  const { db } = stage.server.desk;
  const now = new Date();
  await assert.rejects(
    inScope(db, ada, (tx) => eraseRows(tx, now, 100)),
    { code: '42501' },
  );
  assert.equal(await inScope(db, ada, (tx) => closeOrganization(tx, now)), false);
  assert.equal(await inScope(db, ada, (tx) => forgetOrganization(tx, now)), false);
  await ada.gets(me);
  await ada.posts(`${me}/keep`, undefined, 200);
});

test('when its time is over, nothing of the organization is left, and nothing of another one has changed', async () => {
  const { ada, wim, max, mallory } = stage.world;
  const { server } = stage;
  await oneOfEach(server, ada, 'CanaryOfBirch');
  await oneOfEach(server, mallory, 'CanaryOfCedar');
  const started = await ada.posts(`${me}/export`, undefined, 202);
  await eventually(async () => assert.equal((await ada.gets(`${me}/exports/${started.id}`)).status, 'ready'));
  await query(
    `insert into unroutable_mail (id, event_id, reason, media_type, raw, signed_by) values
    (gen_random_uuid(), 'signed', 'unknown_recipient', 'message/rfc822', '', $1)`,
    [ada.organizationId],
  );
  // Wim belongs to both.
  const { invitation_url } = await mallory.posts('/api/invitations', { email: addressOf('Wim'), role: 'member' });
  const accept = { token: tokenIn(invitation_url) };
  assert.ok(
    (await wim.calls('POST', '/api/invitations/accept', accept, { 'x-organization-id': ada.organizationId })).status <
      300,
  );
  const event = stage.chatdesk.events.userCreated({ text: 'how do I export my invoices?' });
  assert.equal((await stage.chatdesk.deliver(stage.hooks.chatdesk, event)).status, 202);
  await eventually(async () => assert.equal((await ada.gets('/api/conversations?channel=chatdesk')).items.length, 1));
  // Let everything that was promised happen: afterwards, whatever changes in Cedar is the deletion's fault.
  await settled();
  const cedar = () => rowsOf({ server } as never, mallory.organizationId);
  const filesOf = (id: string) =>
    ['attachments', 'exports', 'knowledge']
      .map((kind) => join(server.desk.config.DATA_DIR, 'files', kind, id))
      .flatMap((folder) => (existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String) : []))
      .sort();
  const before = { rows: await cedar(), files: filesOf(mallory.organizationId) };
  assert.ok(before.files.length > 2 && filesOf(ada.organizationId).length > 3);
  const places = await placesOf(ada.organizationId);
  assert.ok(places.length > 60, `there is something to delete: ${places.length}`);

  assert.equal((await ada.calls('DELETE', me, { confirm: 'Birch' })).status, 202);
  // Its files are too many for one piece of work.
  const removal = mock.method(server.desk.blobs, 'removeAll', async () => false, { times: 2 });
  await query('update organization set deletion_at = now() where id = $1', [ada.organizationId]);
  assert.equal((await ada.calls('POST', `${me}/keep`)).body.code, 'invalid_transition');
  await server.sweep();
  await eventually(async () => assert.deepEqual(await query(`select 1 from organization where name = 'Birch'`), []));
  await eventually(async () => assert.deepEqual(await placesOf(ada.organizationId), []));
  assert.deepEqual(filesOf(ada.organizationId), []);
  assert.ok(removal.mock.callCount() === 2);
  assert.deepEqual({ rows: await cedar(), files: filesOf(mallory.organizationId) }, before);

  // Who belongs nowhere else has no account; who does keeps it, and what they had there.
  for (const { token } of [ada, max]) {
    const answer = await server.app.inject({ url: '/api/auth/me', headers: { authorization: `Bearer ${token}` } });
    assert.equal(answer.statusCode, 401);
  }
  const login = (name: string) =>
    server.app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: addressOf(name), password } });
  assert.equal((await login('Max')).statusCode, 401);
  const still = await login('Wim');
  assert.deepEqual(
    still.json().user.memberships.map((each: any) => each.organization.name),
    ['Cedar'],
  );
  assert.equal((await wim.calls('GET', me, undefined, { 'x-organization-id': ada.organizationId })).status, 403);
  // Its events are refused as those of an organization that never was, once no process remembers its connection any more.
  await setTimeout(1_100);
  const late = stage.chatdesk.events.userCreated({ text: 'Hello?' });
  const refused = await stage.chatdesk.deliver(stage.hooks.chatdesk, late);
  const unknown = stage.hooks.chatdesk.replace(ada.organizationId, '0190a1b2-0000-7000-8000-000000000000');
  const never = await stage.chatdesk.deliver(unknown, late);
  assert.deepEqual([refused.status, never.status], [401, 401]);
  // The name can be taken again.
  const payload = { email: 'ada2@example.test', password, name: 'Ada', organization_name: 'Birch' };
  assert.equal(
    (await server.app.inject({ method: 'POST', url: '/api/auth/register', payload })).json().user.memberships[0]
      .organization.name,
    'Birch',
  );
});

test('what work under way has written since then is deleted a quarter of an hour later', async () => {
  const { ada } = stage.world;
  const [job] = await query(
    `select start_after - now() > interval '10 minutes' as later from pgboss.job
     where name = 'organization-remains' and data ->> 'organizationId' = $1`,
    [ada.organizationId],
  );
  assert.equal(job?.['later'], true);
  await query(`insert into lane (organization_id, channel, lane_key, pending) values ($1, 'email', 'late', false)`, [
    ada.organizationId,
  ]);
  await stage.server.desk.blobs.put(`knowledge/${ada.organizationId}/late`, Buffer.from('late'));
  assert.deepEqual(await placesOf(ada.organizationId), ['lane.organization_id']);
  const removal = mock.method(stage.server.desk.blobs, 'removeAll', async () => false, { times: 1 });
  await query(`update pgboss.job set start_after = now() where name = 'organization-remains'`);
  await eventually(async () => assert.deepEqual(await placesOf(ada.organizationId), []));
  await eventually(async () =>
    assert.equal(await stage.server.desk.blobs.get(`knowledge/${ada.organizationId}/late`), null),
  );
  assert.ok(removal.mock.callCount() === 1);
});

/** The columns in which the organization's id occurs, in any table, and its jobs that wait, but for the one that looks again. */
async function placesOf(organizationId: string): Promise<string[]> {
  const columns = await query(
    `select c.table_name, c.column_name from information_schema.columns c
     join pg_class on pg_class.relname = c.table_name and not relispartition and relnamespace = 'public'::regnamespace
       and relkind in ('r', 'p')
     where c.table_schema = 'public' and (c.data_type = 'uuid' or c.column_name = 'organization_id')`,
  );
  const places: string[] = [];
  for (const { table_name: table, column_name: column } of columns) {
    const found = await query(`select 1 from ${String(table)} where ${String(column)} = $1 limit 1`, [organizationId]);
    if (found.length > 0) places.push(`${String(table)}.${String(column)}`);
  }
  const jobs = await query(
    `select name from pgboss.job where data ->> 'organizationId' = $1 and state in ('created', 'retry') and name <> 'organization-remains'`,
    [organizationId],
  );
  return [...places, ...jobs.map(({ name }) => `job ${String(name)}`)].sort();
}

async function settled(): Promise<void> {
  let before = '';
  await eventually(async () => {
    await stage.server.sweep();
    const now = JSON.stringify([
      await rowsOf({ server: stage.server } as never, stage.world.mallory.organizationId),
      await query(
        `select count(*)::int as n from pgboss.job
         where state in ('created', 'active', 'retry') and start_after < now() + interval '1 minute'`,
      ),
    ]);
    const quiet = now === before;
    before = now;
    assert.ok(quiet, 'jobs are under way');
  });
}
