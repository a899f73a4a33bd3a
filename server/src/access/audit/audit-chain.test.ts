import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, registers, type Caller, type World } from '../../../test/world.ts';
import { exportAuditLog, verifyAuditChain } from '../index.ts';

let server: TestServer;
let world: World;
let victim: Caller;
let founded = 0;
inWorld((made) => ({ server, world } = made));

// Tampers with the rights of the schema's owner: no constraint stops it.
const tamper = (text: string) =>
  server.desk.db.owner.query(text.replaceAll('$org', `organization_id = '${victim.organizationId}'`));
/** The result of verification, which must be the same for every page size. */
async function verdict() {
  const reports = await Promise.all([5_000, 1, 2, 3].map((page) => verifyAuditChain(server.desk, victim, page)));
  for (const report of reports) assert.deepEqual(report, reports[0]);
  return reports[0]?.broken;
}

beforeEach(async () => {
  founded += 1;
  victim = await registers(server, `Vic${founded}`, `Victim ${founded}`);
  for (const name of ['One', 'Two', 'Three', 'Four']) await victim.posts('/api/routing/tags', { name });
});

test('an untouched chain is valid, and its head is the digest of the newest entry', async () => {
  const report = await verifyAuditChain(server.desk, victim);
  const exported = await Array.fromAsync(exportAuditLog(server.desk, victim));
  assert.deepEqual(report, { entries: 5, head: exported.at(-1)?.hash, broken: null });
  assert.deepEqual(
    exported.map(({ sequence, action }) => [sequence, action]),
    [[1, 'organization.created'], ...[2, 3, 4, 5].map((sequence) => [sequence, 'tag.created'])],
  );
  assert.equal(await verdict(), null);
  assert.equal((await verifyAuditChain(server.desk, world.cedar)).broken, null);
});

for (const [what, set] of Object.entries({
  actor: `actor = jsonb_set(actor, '{name}', '"Mallory"')`,
  action: `action = 'tag.deleted'`,
  subject: `subject = jsonb_set(subject, '{name}', '"Other"')`,
  'searchable subject': `subject_id = 'other'`,
  changes: `changes = '{}'`,
  time: `at = at + interval '1 millisecond'`,
  'origin address': `ip = '10.0.0.1'`,
  'request id': `request_id = 'other'`,
  digest: `hash = sha256('x')`,
}))
  test(`a changed ${what} is detected at its entry`, async () => {
    await tamper(`update audit_event set ${set} where $org and sequence = 3`);
    assert.deepEqual(await verdict(), { sequence: 3, fault: 'altered' });
  });

test('an entry that was changed together with its digest breaks the link of the next entry', async () => {
  await tamper(`update audit_event set changes = '{}' where $org and sequence = 3`);
  await tamper(`update audit_event e set hash = audit_digest(e) where $org and sequence = 3`);
  assert.deepEqual(await verdict(), { sequence: 4, fault: 'unlinked' });
});

test('a removed entry is detected, also the first one', async () => {
  await tamper(`delete from audit_event where $org and sequence = 4`);
  assert.deepEqual(await verdict(), { sequence: 4, fault: 'missing' });
  await tamper(`delete from audit_event where $org and sequence = 1`);
  assert.deepEqual(await verdict(), { sequence: 1, fault: 'missing' });
});

test('a removed entry whose gap was closed breaks the link', async () => {
  await tamper(`delete from audit_event where $org and sequence = 3`);
  await tamper(`update audit_event set sequence = sequence + 100 where $org and sequence > 3`);
  await tamper(`update audit_event set sequence = sequence - 101 where $org and sequence > 100`);
  assert.deepEqual(await verdict(), { sequence: 3, fault: 'unlinked' });
});

test('an inserted entry is detected', async () => {
  await tamper(`update audit_event set sequence = sequence + 100 where $org and sequence > 2`);
  await tamper(`update audit_event set sequence = sequence - 99 where $org and sequence > 100`);
  await tamper(
    `insert into audit_event select organization_id, gen_random_uuid(), 3, at, actor, action, subject, subject_id, changes, ip,
       request_id, previous_hash, hash from audit_event where $org and sequence = 2`,
  );
  assert.deepEqual(await verdict(), { sequence: 3, fault: 'unlinked' });
});

test('two swapped entries are detected', async () => {
  await tamper(`update audit_event set sequence = 99 where $org and sequence = 3`);
  await tamper(`update audit_event set sequence = 3 where $org and sequence = 4`);
  await tamper(`update audit_event set sequence = 4 where $org and sequence = 99`);
  assert.deepEqual(await verdict(), { sequence: 3, fault: 'unlinked' });
});

test('the deletion of the newest entries changes the head', async () => {
  const { head } = await verifyAuditChain(server.desk, victim);
  await tamper(`delete from audit_event where $org and sequence = 5`);
  const cut = await verifyAuditChain(server.desk, victim);
  assert.equal(cut.broken, null);
  assert.notEqual(cut.head, head);
});

test('rewriting the chain changes the head', async () => {
  const { head } = await verifyAuditChain(server.desk, victim);
  await tamper(`update audit_event set changes = '{}' where $org and sequence = 5`);
  await tamper(`update audit_event e set hash = audit_digest(e) where $org and sequence = 5`);
  const rewritten = await verifyAuditChain(server.desk, victim);
  assert.equal(rewritten.broken, null);
  assert.notEqual(rewritten.head, head);
});
