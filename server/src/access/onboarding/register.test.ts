import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import { createServer } from '../../platform/server/server.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { inScope, unscoped } from '../../platform/database/transaction.ts';
import { startServer, type TestServer } from '../../../test/server.ts';
import { accessRoutes, type OnOrganizationCreated } from '../index.ts';
import { invite } from './invitations.actions.ts';
import { createOrganization, newOrganizationScope } from './register.actions.ts';
import { insertUser } from '../accounts/users.store.ts';

const goodPassword = 'kettle fjord lantern';

describe('registering', () => {
  let server: TestServer;
  before(async () => void (server = await startServer()));
  after(() => server.close());

  async function post(payload: object, app = server.app) {
    const answer = await app.inject({ method: 'POST', url: '/api/auth/register', payload });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() };
  }
  const get = async (path: string, token: string) =>
    (await server.app.inject({ url: path, headers: { authorization: `Bearer ${token}` } })).json();

  test('returns a session of the admin of a new organization', async () => {
    const answer = await post({ email: 'ada@birch.example', password: goodPassword });
    assert.deepEqual([answer.status, answer.headers['location']], [201, '/api/auth/me']);
    const { access_token, refresh_token, user, ...session } = answer.body;
    assert.deepEqual(session, { token_type: 'Bearer', expires_in: 43_200 });
    assert.match(access_token, /^fd_test_/);
    assert.match(refresh_token, /^fr_test_/);
    const [membership] = user.memberships;
    assert.equal(user.name, 'Ada');
    assert.deepEqual(membership.organization.name, 'Birch');
    assert.deepEqual([membership.role, membership.workspace], ['org_admin', null]);
    assert.equal(user.scope.organization_id, membership.organization.id);
    assert.deepEqual(await get('/api/auth/me', access_token), user);
  });

  test('keeps the language that the request prefers', async () => {
    const languages = { 'de-AT, en;q=0.5': 'de', 'fr, en;q=0.5': 'en', '*': 'en' };
    for (const [index, [wanted, kept]] of Object.entries(languages).entries()) {
      const payload = { email: `greta${index}@beech.example`, password: goodPassword };
      const headers = { 'accept-language': wanted };
      const answer = await server.app.inject({ method: 'POST', url: '/api/auth/register', payload, headers });
      assert.equal(answer.json().user.locale, kept, wanted);
    }
  });

  test('uses the given names', async () => {
    const body = { email: 'olga@oak.example', password: goodPassword, name: ' Olga ', organization_name: 'Oak & Co' };
    const { user } = (await post(body)).body;
    assert.deepEqual([user.name, user.memberships[0].organization.name], ['Olga', 'Oak & Co']);
  });

  test('lets other domains add rows to the organization, and rolls back everything if one of them fails', async () => {
    const body = { email: 'una@elm.example', password: goodPassword };
    const organizations: string[] = [];
    const note: OnOrganizationCreated = async (tx, scope) => {
      const row = await tx
        .selectFrom('organization')
        .select('name')
        .where('id', '=', scope.organizationId)
        .executeTakeFirst();
      organizations.push(`${row?.name} of ${scope.actor.name}, ${scope.role}`);
    };
    const fail: OnOrganizationCreated = () => Promise.reject(new Error('no furniture'));
    assert.equal((await post(body, created(note, fail))).status, 500);
    assert.equal((await post(body, created(note))).status, 201);
    assert.deepEqual(organizations, ['Elm of Una, org_admin', 'Elm of Una, org_admin']);
  });

  function created(...onOrganizationCreated: OnOrganizationCreated[]) {
    const app = createServer(server.desk);
    for (const route of accessRoutes(server.desk, { onOrganizationCreated })) route.mount(app, server.desk);
    return app;
  }

  test('a taken address is 409, in any case', async () => {
    assert.equal((await post({ email: 'tara@fir.example', password: goodPassword })).status, 201);
    const answer = await post({ email: 'Tara@FIR.example', password: goodPassword });
    assert.deepEqual([answer.status, answer.body.code], [409, 'already_exists']);
  });

  test('is not limited, but attempts with taken addresses are: sixty an hour from one network', async () => {
    const from = async (email: string, remoteAddress: string) => {
      const payload = { email, password: goodPassword };
      return (await server.app.inject({ method: 'POST', url: '/api/auth/register', payload, remoteAddress }))
        .statusCode;
    };
    assert.equal(await from('held@fir.example', '192.0.2.1'), 201);
    const digest = sha256('register:network:', '192.0.2.1');
    const attempts = () =>
      unscoped(server.desk.db, (tx) =>
        tx.selectFrom('login_attempt').select('id').where('network', '=', digest).execute(),
      );
    assert.equal((await attempts()).length, 0, 'a success is no failure');
    assert.equal(await from('held@fir.example', '192.0.2.1'), 409);
    assert.equal((await attempts()).length, 1);
    // Insert fifty-nine more attempts directly: each real one costs a hash.
    const at = server.desk.clock.now();
    await unscoped(server.desk.db, async (tx) => {
      const more = Array.from({ length: 59 }, () => ({ id: newId(), account: digest, network: digest, at }));
      await tx.insertInto('login_attempt').values(more).execute();
    });
    assert.equal(await from('held@fir.example', '192.0.2.1'), 429);
    assert.equal(await from('free@fir.example', '192.0.2.2'), 201);
    server.pass(3_600_000);
    assert.equal(await from('held@fir.example', '192.0.2.1'), 409);
  });

  test('two organizations with the same name get different slugs', async () => {
    const slugs = [];
    for (const email of ['a@one.example', 'b@two.example']) {
      const { access_token } = (await post({ email, password: goodPassword, organization_name: 'Twin Peaks Tea' }))
        .body;
      slugs.push((await get('/api/organizations/me', access_token)).slug);
    }
    assert.equal(slugs[0], 'twin-peaks-tea');
    assert.match(slugs[1], /^twin-peaks-tea-[0-9a-f]{8}$/);
  });

  for (const password of ['short', 'Password123!', 'x'.repeat(200), 'pine1234']) {
    test(`the password ${password.slice(0, 20)} is too weak`, async () => {
      const answer = await post({ email: 'weak@pine.example', password });
      assert.deepEqual([answer.status, answer.body.code], [422, 'password_too_weak']);
      assert.equal(answer.body.errors[0].path, '/password');
    });
  }

  const invalid = [
    ['no address', { password: goodPassword }, '/email'],
    ['not an address', { email: 'ada', password: goodPassword }, '/email'],
    ['an address with a space', { email: 'ada @birch.example', password: goodPassword }, '/email'],
    ['a long address', { email: `${'a'.repeat(250)}@birch.example`, password: goodPassword }, '/email'],
    ['a blank name', { email: 'ada@b.example', password: goodPassword, name: '  ' }, '/name'],
    ['an unknown member', { email: 'ada@b.example', password: goodPassword, role: 'org_admin' }, '/role'],
    ['a number for a password', { email: 'ada@b.example', password: 1234567890 }, '/password'],
  ] as const;
  for (const [name, body, path] of invalid) {
    test(`${name} is 422 at ${path}`, async () => {
      const answer = await post(body);
      assert.deepEqual([answer.status, answer.body.code], [422, 'validation_failed']);
      assert.ok(answer.body.errors.some((error: { path: string }) => error.path === path));
    });
  }
});

test('with REGISTRATION=invite only invited people can register', async () => {
  const server = await startServer({ environment: { REGISTRATION: 'invite' } });
  try {
    const payload = { email: 'ada@birch.example', password: goodPassword };
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/register', payload });
    assert.deepEqual([answer.statusCode, answer.json().code], [403, 'invitation_required']);
    const uninvited = { ...payload, invitation_token: 'made up' };
    assert.equal(
      (await server.app.inject({ method: 'POST', url: '/api/auth/register', payload: uninvited })).statusCode,
      422,
    );
    const scope = newOrganizationScope('Ada', null);
    await inScope(server.desk.db, scope, async (tx) => {
      const ada = {
        id: scope.userId,
        email: 'ada@oak.example',
        emailKey: 'ada@oak.example',
        name: 'Ada',
        now: new Date(),
      };
      await insertUser(tx, ada);
      await createOrganization(server.desk, tx, scope, { name: 'Oak', onOrganizationCreated: [] });
    });
    const invited = await invite(server.desk, scope, { email: payload.email, role: 'member' });
    const joining = { ...payload, invitation_token: /token=(\w+)/.exec(invited.invitation_url)?.[1] };
    const joined = await server.app.inject({ method: 'POST', url: '/api/auth/register', payload: joining });
    assert.deepEqual([joined.statusCode, joined.json().user.memberships[0].organization.name], [201, 'Oak']);
  } finally {
    await server.close();
  }
});
