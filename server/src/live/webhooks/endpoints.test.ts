import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signWebhook } from '../../platform/secrets/standard-webhooks.ts';
import { path, withReceiver, type Received } from '../../../test/webhook-receiver.ts';

const stage = withReceiver();
const { creates, happens, deliveredTo, query } = stage;

test('the secret is shown once and stored sealed', async () => {
  const { id, secret, ...rest } = await creates('/one');
  assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
  assert.equal((await stage.world.ada.gets(`${path}/${id}`)).secret, undefined);
  assert.deepEqual((await stage.world.ada.gets(path)).items, [{ id, ...rest }]);
  const { rows } = await query('select w::text as kept from webhook_endpoint w');
  assert.ok(rows.length === 1 && !String(rows[0]!['kept']).includes(secret.slice(6)));
});

test('for a day after a rotation both secrets sign; then the new one alone', async () => {
  const { id, secret } = await creates('/one');
  const rotated = await stage.world.ada.posts(`${path}/${id}/rotate-secret`, undefined, 200);
  assert.notEqual(rotated.secret, secret);
  assert.ok(rotated.previous_secret_until);
  const signatures = ({ headers, body }: Received, secrets: string[]) =>
    secrets.map((each) =>
      signWebhook(body, { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']) }, each),
    );
  await happens();
  const [both] = await deliveredTo('/one', 1);
  assert.equal(both!.headers['webhook-signature'], signatures(both!, [rotated.secret, secret]).join(' '));
  await stage.world.ada.patches('/api/organizations/me/settings', { max_ai_turns: 7 });
  stage.server.pass(24 * 3_600_000);
  const [, alone] = await deliveredTo('/one', 2);
  stage.server.pass(-24 * 3_600_000);
  assert.equal(alone!.headers['webhook-signature'], signatures(alone!, [rotated.secret]).join(' '));
});

test('a secret that is replaced twice within a day signs until its own day is over', async () => {
  const { id, secret } = await creates('/one');
  const rotate = async () => (await stage.world.ada.posts(`${path}/${id}/rotate-secret`, undefined, 200)).secret;
  const secrets = [secret, await rotate(), await rotate()].reverse();
  await happens();
  const [{ headers, body }] = (await deliveredTo('/one', 1)) as [Received];
  const of = { id: String(headers['webhook-id']), timestamp: String(headers['webhook-timestamp']) };
  assert.equal(headers['webhook-signature'], secrets.map((each) => signWebhook(body, of, each)).join(' '));
});

test('organization admins alone manage endpoints, at most ten, of their own organization', async () => {
  const { id, version } = await creates('/one');
  for (const caller of [stage.world.wim, stage.world.max]) await caller.gets(path, 403);
  await stage.world.mallory.gets(`${path}/${id}`, 404);
  await stage.world.mallory.gets(`${path}/${id}/deliveries`, 404);
  const stale = await stage.world.ada.calls(
    'PATCH',
    `${path}/${id}`,
    { enabled: false },
    { 'if-match': `"${version + 1}"` },
  );
  assert.equal(stale.body.code, 'version_conflict');
  for (let n = 1; n < 10; n += 1) await creates(`/n${n}`);
  const refused = await stage.world.ada.posts(path, { url: `${stage.base}/more`, events: ['run.updated'] }, 409);
  assert.equal(refused.code, 'too_many_endpoints');
});

const invalid = [
  [{ events: ['run.updated'] }, '/url'],
  [{ url: 'ftp://example.com', events: ['run.updated'] }, '/url'],
  [{ url: 'http://example.com', events: ['run.updated'] }, '/url'],
  [{ url: 'https://example.com:8443', events: ['run.updated'] }, '/url'],
  [{ url: 'https://10.0.0.1/hook', events: ['run.updated'] }, '/url'],
  [{ url: 'https://me:pass@example.com', events: ['run.updated'] }, '/url'],
  [{ url: 'https://example.com/#there', events: ['run.updated'] }, '/url'],
  [{ url: 'https://example.com', events: [] }, '/events'],
  [{ url: 'https://example.com', events: ['presence.updated'] }, '/events/0'],
] as const;
for (const [body, field] of invalid)
  test(`${JSON.stringify(body)} is 422 at ${field}`, async () => {
    assert.equal((await stage.world.ada.posts(path, body, 422)).errors[0].path, field);
  });

test('an address that can never be asked is refused when an endpoint is changed, too', async () => {
  const { id } = await creates('/one');
  for (const url of ['https://10.0.0.1/hook', `${stage.base.replace('127.0.0.1', '127.0.0.2')}/one`])
    assert.equal((await stage.world.ada.patches(`${path}/${id}`, { url }, 422)).errors[0].path, '/url');
});
