import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect, drive, documents, withDrive, type DriveStage } from '../../../../test/drive-stage.ts';

let stage: DriveStage;
withDrive((made) => void (stage = made));

const rows = async (text: string) => (await stage.server.desk.db.owner.query(text)).rows;

test('at first no drive is connected, and the status names the next step', async () => {
  const { max, wim } = stage.world;
  const status = await max.gets(`${drive}/status`);
  assert.deepEqual([status.status, status.account, status.credential], ['not_configured', null, null]);
  assert.ok(status.steps.some((step: any) => step.id === 'grant' && step.state === 'missing' && step.remedy));
  const { id: collection_id } = await wim.posts('/api/knowledge/collections', { name: 'Drive' });
  const answer = await wim.calls('POST', `${documents}/cloud-drive`, { collection_id, file_ids: ['some-file'] });
  assert.deepEqual([answer.status, answer.body.code], [409, 'not_connected']);
  assert.equal((await wim.calls('GET', `${drive}/files`)).body.code, 'not_connected');
});

test('an admin grants lasting read access, with PKCE', async () => {
  const { world, vendor } = stage;
  const { authorization_url, state, expires_at } = await world.wim.gets(`${drive}/connect-url`);
  const requested = new URL(authorization_url).searchParams;
  const shown = Object.fromEntries(
    ['access_type', 'prompt', 'code_challenge_method', 'state'].map((name) => [name, requested.get(name)]),
  );
  assert.deepEqual(shown, { access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256', state });
  assert.ok(new Date(expires_at) > stage.server.desk.clock.now());
  const code = vendor.office.consent(authorization_url);
  const status = await world.wim.posts(`${drive}/oauth/exchange`, { code, state }, 200);
  assert.deepEqual([status.status, status.credential], ['connected', 'oauth']);
  assert.equal(status.account.name, vendor.office.accountAddress);
  assert.deepEqual(status.scopes, ['https://www.googleapis.com/auth/drive.readonly']);
  const again = await world.wim.calls('POST', `${drive}/oauth/exchange`, { code, state });
  assert.deepEqual([again.status, again.body.code], [422, 'state_invalid']);
});

test('neither tokens nor the PKCE verifier are stored or shown in the clear', async () => {
  await stage.world.wim.gets(`${drive}/connect-url`);
  const stored = JSON.stringify([
    await rows('select * from drive_grant'),
    await rows('select * from drive_oauth_state'),
  ]);
  assert.match(stored, /refresh_token_sealed":"v1\./);
  assert.match(stored, /verifier_sealed":"v1\./);
  assert.doesNotMatch(stored, /ya29|1\/\//);
  assert.doesNotMatch(JSON.stringify(await stage.world.ada.gets(`${drive}/status`)), /ya29|sealed|1\/\//);
});

test('a state of another user, an expired state and a refused code connect nothing', async () => {
  const { world, vendor, server } = stage;
  const theirs = await world.ada.gets(`${drive}/connect-url`);
  const body = { code: vendor.office.consent(theirs.authorization_url), state: theirs.state };
  assert.equal((await world.wim.calls('POST', `${drive}/oauth/exchange`, body)).body.code, 'state_invalid');
  assert.equal((await world.mallory.calls('POST', `${drive}/oauth/exchange`, body)).body.code, 'state_invalid');
  const mine = await world.wim.gets(`${drive}/connect-url`);
  const refused = await world.wim.calls('POST', `${drive}/oauth/exchange`, { code: 'stolen', state: mine.state });
  assert.deepEqual([refused.status, refused.body.code], [502, 'upstream_failed']);
  const old = await world.wim.gets(`${drive}/connect-url`);
  server.pass(10 * 60_000);
  const late = { code: vendor.office.consent(old.authorization_url), state: old.state };
  assert.equal((await world.wim.calls('POST', `${drive}/oauth/exchange`, late)).body.code, 'state_invalid');
  assert.equal((await world.max.gets(`${drive}/status`)).status, 'connected', 'the grant of before stays');
});

test('declining access at the drive gives access_denied and ends the attempt', async () => {
  const { world } = stage;
  const denied = async (error: string, state: string) => {
    const answer = await world.wim.calls('POST', `${drive}/oauth/exchange`, { error, state });
    return [answer.status, answer.body.code, answer.body.errors?.[0].path ?? null, answer.body.detail];
  };
  const { state } = await world.wim.gets(`${drive}/connect-url`);
  const words = 'Access was not allowed there. Start again, and agree to what is asked for.';
  assert.deepEqual(await denied('access_denied', state), [422, 'access_denied', '/error', words]);
  assert.equal((await denied('access_denied', state))[1], 'state_invalid', 'the state is used up');
  const broken = await world.wim.gets(`${drive}/connect-url`);
  assert.deepEqual((await denied('server_error', broken.state)).slice(0, 2), [502, 'upstream_failed']);
  const empty = await world.wim.gets(`${drive}/connect-url`);
  const { errors } = await world.wim.posts(`${drive}/oauth/exchange`, { state: empty.state }, 422);
  assert.equal(errors[0].path, '/code');
  assert.equal((await world.max.gets(`${drive}/status`)).status, 'connected', 'the grant of before stays');
});

test('a grant without read permission or without a refresh token is refused', async () => {
  const { wim } = stage.world;
  const attempt = async (wish: object) => {
    const { authorization_url, state } = await wim.gets(`${drive}/connect-url`);
    return wim.calls('POST', `${drive}/oauth/exchange`, {
      code: stage.vendor.office.consent(authorization_url, wish),
      state,
    });
  };
  const unticked = await attempt({ scope: 'openid' });
  assert.deepEqual([unticked.status, unticked.body.code], [422, 'scope_missing']);
  assert.equal((await attempt({ offline: false })).status, 502);
});

test('a drive account belongs to only one organization', async () => {
  const { mallory } = stage.world;
  const { authorization_url, state } = await mallory.gets(`${drive}/connect-url`);
  const body = { code: stage.vendor.office.consent(authorization_url), state };
  const answer = await mallory.calls('POST', `${drive}/oauth/exchange`, body);
  assert.deepEqual([answer.status, answer.body.code], [409, 'conflict']);
  assert.equal((await mallory.gets(`${drive}/status`)).account, null, 'nothing of it was kept');
});

test('members see only the status', async () => {
  const { max } = stage.world;
  await max.gets(`${drive}/connect-url`, 403);
  await max.gets(`${drive}/files`, 403);
  await max.posts(`${drive}/disconnect`, undefined, 403);
});

test('an expired token is renewed once for all concurrent requests', async () => {
  const { world, vendor } = stage;
  vendor.office.expireTokens();
  vendor.calls.clear();
  await Promise.all(Array.from({ length: 5 }, () => world.wim.gets(`${drive}/files`)));
  const renewals = vendor.calls.all.filter((call) => call.body['grant_type'] === 'refresh_token');
  assert.equal(renewals.length, 1);
});

test('a drive that refuses even a renewed token is reported, although the renewal replaced the refresh token', async () => {
  const { world, vendor } = stage;
  vendor.office.rotateRefreshTokens(true);
  vendor.failNext({ kind: 'answer', status: 401, body: {} }, { on: 'GET /drive/v3/files', times: 2 });
  assert.equal((await world.max.gets(`${drive}/status`)).status, 'connected');
  await world.wim.gets(`${drive}/files`, 409);
  assert.equal((await world.max.gets(`${drive}/status`)).status, 'needs_reauth');
  vendor.office.rotateRefreshTokens(false);
  assert.equal((await connect(world.wim, vendor)).status, 'connected');
  await world.wim.gets(`${drive}/files`);
});

test('an organization can set its own OAuth client, whose secret is never shown', async () => {
  const { wim } = stage.world;
  const status = await wim.puts(`${drive}/app`, { client_id: 'own-client', client_secret: 'own-secret-5531' });
  assert.doesNotMatch(JSON.stringify(status), /own-secret/);
  const clientNow = async () => {
    const { authorization_url } = await wim.gets(`${drive}/connect-url`);
    return new URL(authorization_url).searchParams.get('client_id');
  };
  assert.equal(await clientNow(), 'own-client');
  const { clientId: client_id, clientSecret: client_secret } = stage.vendor;
  const granted = async () => {
    const { steps } = await wim.gets(`${drive}/status`);
    return steps.find(({ id }: any) => id === 'grant').checked_at;
  };
  const before = await granted();
  await wim.puts(`${drive}/app`, { client_secret });
  assert.equal(await granted(), before, 'another client does not say whether the drive accepts our grant');
  assert.equal(await clientNow(), 'own-client', 'what is not sent stays');
  await wim.puts(`${drive}/app`, { client_id });
  assert.equal(await clientNow(), client_id);
  assert.equal((await connect(wim, stage.vendor)).status, 'connected', 'with the secret that was sent before');
});

test('disconnecting revokes the grant, and the drive can be connected again', async () => {
  const { world, vendor } = stage;
  assert.ok(vendor.office.hasGrants());
  const status = await world.wim.posts(`${drive}/disconnect`, undefined, 200);
  assert.deepEqual([status.status, status.account], ['disconnected', null]);
  const revoked = vendor.calls.all.filter((call) => call.route === 'POST /revoke');
  assert.deepEqual(
    revoked.map((call) => call.status),
    [200],
  );
  assert.equal((await connect(world.wim, vendor)).status, 'connected');
});
