import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Role } from '@desk/contract/access';
import { newId } from '../../platform/process/ids.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, type Caller, type World } from '../../../test/world.ts';

const organization = '/api/organizations/me';
const me = '/api/auth/me';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const send = async (headers: Record<string, string>, url = organization) => {
  const answer = await server.app.inject({ url, headers });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json(), text: answer.body };
};
const as = (caller: Caller, headers: Record<string, string> = {}, url = organization) =>
  send({ authorization: `Bearer ${caller.token}`, ...headers }, url);

async function membership(caller: Caller, organizationId: string, role: Role) {
  await inScope(server.desk.db, { organizationId }, async (tx) => {
    const workspace = await tx
      .selectFrom('workspace')
      .select('id')
      .where('organization_id', '=', organizationId)
      .executeTakeFirstOrThrow();
    const workspaceId = role === 'org_admin' ? null : workspace.id;
    const values = {
      organization_id: organizationId,
      id: newId(),
      user_id: caller.userId,
      workspace_id: workspaceId,
      role,
      created_at: new Date(),
    };
    await tx.insertInto('membership').values(values).execute();
  });
}

const leave = (caller: Caller, organizationId: string) =>
  inScope(server.desk.db, { organizationId }, (tx) =>
    tx
      .deleteFrom('membership')
      .where('organization_id', '=', organizationId)
      .where('user_id', '=', caller.userId)
      .execute(),
  );

describe('a caller without a good token gets 401', () => {
  const cases: [string, (token: string) => Record<string, string>, string][] = [
    ['no header', () => ({}), 'token_missing'],
    ['an empty header', () => ({ authorization: '' }), 'token_missing'],
    ['another scheme', (token) => ({ authorization: `Basic ${token}` }), 'token_missing'],
    ['no token after the scheme', () => ({ authorization: 'Bearer ' }), 'token_missing'],
    ['something else', () => ({ authorization: 'Bearer abc' }), 'token_invalid'],
    ['two tokens', (token) => ({ authorization: `Bearer ${token} ${token}` }), 'token_invalid'],
    [
      'a token of another environment',
      (token) => ({ authorization: `Bearer ${token.replace('_test_', '_prod_')}` }),
      'token_invalid',
    ],
    [
      'a token with a changed end',
      (token) => ({ authorization: `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}` }),
      'token_invalid',
    ],
  ];
  for (const [name, headers, code] of cases) {
    test(`${name}: ${code}`, async () => {
      for (const url of [organization, me]) {
        const answer = await send(headers(world.ada.token), url);
        assert.deepEqual([answer.status, answer.body.code, answer.headers['www-authenticate']], [401, code, 'Bearer']);
      }
    });
  }

  test('a token in the query string is ignored', async () => {
    assert.equal((await send({}, `${me}?access_token=${world.ada.token}`)).body.code, 'token_missing');
  });

  test('the scheme may be written in any case', async () => {
    assert.equal((await send({ authorization: `bEARER  ${world.ada.token}` })).status, 200);
  });

  test('before the scope headers are checked', async () => {
    assert.equal((await send({ 'x-organization-id': 'nonsense' })).status, 401);
  });
});

describe('scope headers', () => {
  const malformed = ['', 'birch', '{id},{id}', '{id} {id}', '../{id}'];
  for (const header of ['x-organization-id', 'x-workspace-id']) {
    for (const value of malformed) {
      test(`${header}: "${value}" is 400, on organization routes and on me`, async () => {
        const text = value.replaceAll('{id}', world.birch.organizationId);
        for (const url of [organization, me]) {
          const answer = await as(world.max, { [header]: text }, url);
          assert.deepEqual(
            [answer.status, answer.body.code, answer.body.errors[0].path],
            [400, 'malformed_request', `header.${header}`],
          );
        }
      });
    }
  }

  test('the caller’s own organization is accepted, also in capitals', async () => {
    const answer = await as(world.max, { 'x-organization-id': world.birch.organizationId.toUpperCase() });
    assert.deepEqual([answer.status, answer.body.id], [200, world.birch.organizationId]);
  });

  test('unknown and foreign ids are 403 with the same reply', async () => {
    const foreignWorkspace = (await as(world.mallory, {}, me)).body.scope.workspace_id;
    const texts = new Set<string>();
    for (const headers of [
      { 'x-organization-id': world.cedar.organizationId },
      { 'x-organization-id': newId() },
      { 'x-workspace-id': foreignWorkspace },
      { 'x-workspace-id': newId() },
      { 'x-organization-id': world.birch.organizationId, 'x-workspace-id': foreignWorkspace },
    ]) {
      for (const [caller, url] of [
        [world.max, organization],
        [world.ada, me],
      ] as const) {
        const answer = await as(caller, headers, url);
        assert.deepEqual([answer.status, answer.body.code], [403, 'scope_mismatch']);
        texts.add(answer.text.replace(answer.body.request_id, ''));
      }
    }
    assert.equal(texts.size, 1);
  });

  test('a member of two organizations must name one, except on me', async () => {
    const { id } = (await as(world.mallory)).body;
    await membership(world.mallory, world.birch.organizationId, 'member');
    try {
      const undecided = await as(world.mallory);
      assert.deepEqual([undecided.status, undecided.body.code], [400, 'organization_required']);
      const who = (await as(world.mallory, {}, me)).body;
      assert.deepEqual([who.scope, who.memberships.length], [null, 2]);
      assert.equal((await as(world.mallory, { 'x-organization-id': id })).body.id, id);
      const inBirch = (await as(world.mallory, { 'x-organization-id': world.birch.organizationId }, me)).body;
      assert.deepEqual(inBirch.scope, {
        organization_id: world.birch.organizationId,
        workspace_id: inBirch.memberships[1].workspace.id,
        role: 'member',
      });
    } finally {
      await leave(world.mallory, world.birch.organizationId);
    }
  });

  test('a removed membership is void at the next request; the session stays valid', async () => {
    await membership(world.mallory, world.birch.organizationId, 'member');
    const headers = { 'x-organization-id': world.birch.organizationId };
    assert.equal((await as(world.mallory, headers)).status, 200);
    await leave(world.mallory, world.birch.organizationId);
    assert.equal((await as(world.mallory, headers)).status, 403);
    assert.equal((await as(world.mallory, {}, me)).status, 200);
  });

  test('a person without an organization gets 403, but can read me', async () => {
    const before = (await as(world.mallory, {}, me)).body;
    await leave(world.mallory, world.cedar.organizationId);
    try {
      assert.deepEqual([(await as(world.mallory)).status, (await as(world.mallory, {}, me)).body.scope], [403, null]);
    } finally {
      await membership(world.mallory, world.cedar.organizationId, before.scope.role);
    }
  });
});

describe('roles', () => {
  test('a lower role gets 403 with the required role', async () => {
    for (const caller of [world.max, world.wim]) {
      const answer = await caller.calls('PATCH', organization, { name: 'Bark' });
      assert.deepEqual(
        [answer.status, answer.body.code, answer.body.required_role],
        [403, 'role_required', 'org_admin'],
      );
    }
    assert.equal((await as(world.max)).body.name, 'Birch');
  });

  test('the role is checked before the body is read: broken JSON, a wrong type, an oversized body', async () => {
    const bodies = [
      ['application/json', '{"name":'],
      ['text/csv', 'name\nBark'],
      ['application/json', JSON.stringify({ name: 'x'.repeat(2_000_000) })],
    ] as const;
    for (const [type, payload] of bodies) {
      const headers = { authorization: `Bearer ${world.max.token}`, 'content-type': type };
      const answer = await server.app.inject({ method: 'PATCH', url: organization, headers, payload });
      assert.deepEqual([answer.statusCode, answer.json().code], [403, 'role_required']);
      const stranger = await server.app.inject({
        method: 'PATCH',
        url: organization,
        headers: { 'content-type': type },
        payload,
      });
      assert.equal(stranger.statusCode, 401);
    }
  });
});
