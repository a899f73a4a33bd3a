import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startDns, type DnsZone } from '../../../../test/providers/dns.ts';
import { startServer, type TestServer } from '../../../../test/server.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { newId } from '../../../platform/process/ids.ts';

let server: TestServer;
let world: World;
let dns: DnsZone;

before(async () => {
  dns = await startDns();
  server = await startServer({ environment: { DNS_SERVERS: dns.server, EMAIL_INBOUND_DOMAIN: 'in.desk.test' } });
  world = await createWorld(server);
});
after(async () => {
  await server.close();
  await dns.close();
});

const path = '/api/channels/email/domains';
type Domain = {
  id: string;
  status: string;
  records: { purpose: string; name: string; value: string; state: string; found: string[] }[];
};
const record = (domain: Domain, purpose: string) => domain.records.find((each) => each.purpose === purpose)!;
const verify = (domain: Domain, who = world.wim) =>
  who.posts(`${path}/${domain.id}/verify`, undefined, 200) as Promise<Domain>;

test('a domain is added with the record that proves it, and a missing record is a finding', async () => {
  const answer = await world.wim.calls('POST', path, { domain: 'Birch.test' });
  assert.equal(answer.status, 201);
  assert.equal(answer.headers['location'], `${path}/${answer.body.id}`);
  assert.equal(answer.body.status, 'pending');
  const looked = await verify(answer.body);
  assert.equal(looked.status, 'pending');
  assert.equal(record(looked, 'ownership').state, 'missing');
});

test('the token without its prefix is a mismatch, and the found value is reported', async () => {
  const [domain] = (await world.max.gets(path)).items;
  const { name, value } = record(domain, 'ownership');
  const pasted = value.replace('frontdesk-verify=', '');
  dns.set(name, { TXT: ['unrelated', pasted] });
  const ownership = record(await verify(domain), 'ownership');
  assert.deepEqual([ownership.state, ownership.found], ['mismatch', [pasted]]);
});

test('the record verifies the domain, however many strings it is split into', async () => {
  const [domain] = (await world.max.gets(path)).items;
  const { name, value } = record(domain, 'ownership');
  dns.set(name, { TXT: ['unrelated', [value.slice(0, 20), value.slice(20)]] });
  const verified = await verify(domain);
  assert.equal(verified.status, 'verified');
  assert.deepEqual(record(verified, 'ownership').found, [value]);
});

test('name servers that do not answer do not change the verification', async () => {
  const [domain] = (await world.max.gets(path)).items;
  // More failures than there can be queries; the unused ones are then withdrawn.
  dns.failNext(20);
  const looked = await verify(domain);
  dns.failNext(-20);
  assert.equal(looked.status, 'verified');
  assert.equal(record(looked, 'ownership').state, 'error');
});

test('a record that has disappeared degrades the domain, which stays the organization’s', async () => {
  const [domain] = (await world.max.gets(path)).items;
  const { name, value } = record(domain, 'ownership');
  dns.remove(name);
  assert.equal((await verify(domain)).status, 'degraded');
  dns.set(name, { TXT: [value] });
  assert.equal((await verify(domain)).status, 'verified');
});

test('a domain that another organization has proven cannot be taken', async () => {
  const theirs = (await world.mallory.posts(path, { domain: 'birch.test' })) as Domain;
  const { name, value } = record(theirs, 'ownership');
  const [ours] = (await world.max.gets(path)).items;
  dns.set(name, { TXT: [value, record(ours, 'ownership').value] });
  const answer = await world.mallory.calls('POST', `${path}/${theirs.id}/verify`);
  assert.deepEqual([answer.status, answer.body.code], [409, 'domain_taken']);
  assert.equal((await world.mallory.gets(path)).items[0].status, 'pending');
});

test('the list is paged', async () => {
  await world.wim.posts(path, { domain: 'help.birch.test' });
  const first = await world.max.gets(`${path}?limit=1`);
  assert.equal(first.items[0].domain, 'birch.test');
  const second = await world.max.gets(`${path}?limit=1&cursor=${first.next_cursor}`);
  assert.deepEqual([second.items[0].domain, second.next_cursor], ['help.birch.test', null]);
  assert.equal((await world.max.calls('GET', `${path}?cursor=nonsense`)).status, 422);
});

test('a domain is read where its Location says, and removed by admins', async () => {
  const { headers, body: made } = await world.wim.calls('POST', path, { domain: 'old.birch.test' });
  const there = String(headers['location']);
  assert.deepEqual(await world.max.gets(there), made);
  await world.mallory.gets(there, 404);
  await world.max.deletes(there, 403);
  await world.mallory.deletes(there, 404);
  await world.wim.deletes(there);
  await world.max.gets(there, 404);
  await world.wim.deletes(there, 404);
});

test('another organization can verify a domain that was removed', async () => {
  const [ours, theirs] = [
    (await world.wim.posts(path, { domain: 'moved.test' })) as Domain,
    (await world.mallory.posts(path, { domain: 'moved.test' })) as Domain,
  ];
  const { name } = record(ours, 'ownership');
  dns.set(name, { TXT: [record(ours, 'ownership').value, record(theirs, 'ownership').value] });
  assert.equal((await verify(ours)).status, 'verified');
  await world.mallory.posts(`${path}/${theirs.id}/verify`, undefined, 409);
  await world.wim.deletes(`${path}/${ours.id}`);
  assert.equal((await verify(theirs, world.mallory)).status, 'verified');
});

test('a domain with letters beyond ASCII is kept in the form that DNS uses', async () => {
  const added = await world.wim.posts(path, { domain: 'Bücher.test' });
  assert.equal(added.domain, 'xn--bcher-kva.test');
  assert.equal(record(added as Domain, 'ownership').name, '_frontdesk-challenge.xn--bcher-kva.test');
  await world.wim.posts(path, { domain: 'xn--bcher-kva.test' }, 409);
  for (const wrong of ['bücher.test/x', 'hilfe@bücher.test', 'bücher', '１９２.0.2.1', 'bücher..test'])
    await world.wim.posts(path, { domain: wrong }, 422);
});

test('wrong names, repeated domains, other people’s ids and roles are refused', async () => {
  const wrong = await world.wim.calls('POST', path, { domain: 'localhost' });
  assert.deepEqual([wrong.status, wrong.body.errors[0].path], [422, '/domain']);
  const again = await world.wim.calls('POST', path, { domain: 'BIRCH.test.' });
  assert.deepEqual([again.status, again.body.code], [409, 'already_exists']);
  assert.equal((await world.max.calls('POST', path, {})).status, 403);
  const [ours] = (await world.max.gets(path)).items;
  const foreign = await world.mallory.calls('POST', `${path}/${ours.id}/verify`);
  const unknown = await world.mallory.calls('POST', `${path}/${newId()}/verify`);
  assert.equal(foreign.status, 404);
  assert.deepEqual({ ...foreign.body, request_id: '' }, { ...unknown.body, request_id: '' });
});

test('the inbound address is the organization’s own and stays; the secret is shown to admins who ask', async () => {
  const config = await world.max.gets('/api/channels/email/inbound-config');
  assert.match(config.forward_to, /^[a-z2-7]{26}@in\.desk\.test$/);
  assert.equal(config.signing_secret, undefined);
  assert.deepEqual(config.formats, ['rfc822']);
  const shown = await world.wim.gets('/api/channels/email/inbound-config?reveal=true');
  assert.equal(shown.forward_to, config.forward_to);
  assert.match(shown.signing_secret, /^whsec_/);
  assert.notEqual(shown.signing_secret, server.desk.config.EMAIL_INBOUND_SECRET, 'that one signs for everybody');
  assert.equal(
    (await world.wim.gets('/api/channels/email/inbound-config?reveal=true')).signing_secret,
    shown.signing_secret,
  );
  assert.equal((await world.max.calls('GET', '/api/channels/email/inbound-config?reveal=true')).status, 403);
  const cedar = await world.mallory.gets('/api/channels/email/inbound-config');
  assert.notEqual(cedar.forward_to, config.forward_to);
});
