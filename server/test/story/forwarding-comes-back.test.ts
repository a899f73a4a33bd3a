import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverMail, rawMailEvent } from '../providers/mail/inbound.ts';
import { eventually, inboundSecret, setStage, type Stage } from './stage.ts';

const domains = '/api/channels/email/domains';
let stage: Stage;
let domain: any;
before(async () => {
  stage = await setStage();
  domain = await stage.world.wim.posts(domains, { domain: 'birch.test' });
});
after(() => stage.close());

const trip = (address: string, by = stage.world.wim) =>
  by.calls('POST', `${domains}/${domain.id}/round-trip`, { address });
const shown = async () => (await stage.world.max.gets(domains)).items[0].round_trip;

/** Forwards a mail as a mailbox does: the same bytes, to another address. */
async function forwards(raw: Buffer) {
  const { forward_to: to } = await stage.world.ada.gets('/api/channels/email/inbound-config');
  const event = rawMailEvent(raw, { from: 'support@birch.test', to }, { secret: inboundSecret });
  assert.ok((await deliverMail(stage.hooks.email, event)).status < 300);
}

test('workspace admins can send a test mail, only to a proven domain of the organization', async () => {
  assert.equal((await trip('support@birch.test')).body.code, 'not_verified');
  const proof = domain.records.find(({ purpose }: any) => purpose === 'ownership');
  stage.dns.set(proof.name, { TXT: [[proof.value]] } as never);
  await stage.world.wim.posts(`${domains}/${domain.id}/verify`, undefined, 200);
  for (const address of ['support@elsewhere.test', 'support', 'support@birch.test, boss@elsewhere.test'])
    assert.equal((await trip(address)).status, 422, address);
  assert.equal((await trip('support@birch.test', stage.world.max)).status, 403);
  assert.equal((await trip('support@birch.test', stage.world.mallory)).status, 404);
  assert.equal(await shown(), null);
  assert.equal(stage.mail.mailsTo('support@birch.test').length, 0);
});

test('the test mail shows its time of arrival, and becomes no conversation', async () => {
  const sent = await trip('support@birch.test');
  assert.equal(sent.status, 202, sent.text);
  assert.equal(sent.body.round_trip.address, 'support@birch.test');
  const [mail] = stage.mail.mailsTo('support@birch.test');
  assert.ok(mail);
  const forged = Buffer.from(mail.raw.toString('latin1').replace(/-[0-9a-f]{32}@/i, `-${'0'.repeat(32)}@`), 'latin1');
  assert.notDeepEqual(forged, mail.raw);
  await forwards(forged);
  await forwards(mail.raw);
  const { arrived_at: arrivedAt } = await eventually(async () => {
    const found = await shown();
    assert.ok(found.arrived_at);
    return found;
  });
  await forwards(mail.raw);
  const { items: log } = await stage.world.wim.gets('/api/channels/email/events');
  assert.equal(log.filter(({ kind }: any) => kind === 'test').length, 1);
  assert.equal((await shown()).arrived_at, arrivedAt);
  const { items } = await stage.world.ada.gets('/api/conversations');
  assert.deepEqual(items.filter(({ channel }: any) => channel === 'email').length, 0);
});

test('a second test mail waits for its own arrival', async () => {
  const again = (await trip('help@birch.test')).body.round_trip;
  assert.deepEqual([again.address, again.arrived_at], ['help@birch.test', null]);
});
