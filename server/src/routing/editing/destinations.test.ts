import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, type World } from '../../../test/world.ts';
import { labelsOf, loadPolicy } from '../index.ts';

const path = '/api/routing/destinations';
const settingsPath = '/api/organizations/me/settings';
let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

interface Listed {
  id: string;
  name: string;
  built_in: boolean;
}
const internalQueueOf = async (caller: World['ada']): Promise<Listed> => {
  const built: Listed[] = (await caller.gets(path)).items.filter((each: Listed) => each.built_in);
  assert.equal(built.length, 1);
  return built[0]!;
};

test('each organization has one internal queue, which can only be renamed', async () => {
  const { ada, mallory } = world;
  const queue = await internalQueueOf(ada);
  assert.notEqual((await internalQueueOf(mallory)).id, queue.id);
  const at = `${path}/${queue.id}`;
  assert.equal((await ada.patches(at, { name: 'Front office', enabled: true })).name, 'Front office');
  for (const patch of [{ enabled: false }, { hours: 'business' }, { kind: 'email', target: 'a@b.example' }]) {
    assert.equal((await ada.patches(at, patch, 409)).code, 'built_in');
  }
  const refused = await ada.calls('DELETE', at);
  assert.deepEqual([refused.status, refused.body.code], [409, 'built_in']);
});

test('the internal queue is named in the language of who founds the organization', async () => {
  for (const [language, name] of [
    ['de-AT', 'Interne Warteschlange'],
    ['fr', 'Internal queue'],
  ] as const) {
    const payload = { email: `founder-${language}@beech.example`, password: 'a long enough passphrase 7' };
    const headers = { 'accept-language': language };
    const registered = await server.app.inject({ method: 'POST', url: '/api/auth/register', payload, headers });
    const authorization = `Bearer ${registered.json().access_token}`;
    const listed = await server.app.inject({ method: 'GET', url: path, headers: { authorization } });
    assert.deepEqual(
      listed.json().items.map((each: Listed) => each.name),
      [name],
    );
  }
});

test('a missing internal queue is created before its use', async () => {
  const scope = { organizationId: world.cedar.organizationId };
  await inScope(server.desk.db, scope, async (tx) => {
    await tx.deleteFrom('destination').where('organization_id', '=', scope.organizationId).execute();
    const policy = await loadPolicy(tx, scope);
    assert.equal(policy.internalQueue.builtIn, true);
  });
});

test('a workspace admin creates and changes destinations, a member reads them', async () => {
  const { wim, max, mallory } = world;
  const answer = await wim.calls('POST', path, {
    name: 'Billing',
    kind: 'email',
    target: 'billing@birch.example',
    hours: 'business',
  });
  assert.equal(answer.status, 201, answer.text);
  const at = String(answer.headers['location']);
  assert.deepEqual(
    [answer.body.enabled, answer.body.built_in, answer.body.fallback_destination_id],
    [true, false, null],
  );
  assert.equal((await max.gets(at)).target, 'billing@birch.example');
  await max.posts(path, { name: 'Mine', kind: 'queue' }, 403);
  await max.patches(at, { enabled: false }, 403);
  await mallory.patches(at, { enabled: false }, 404);
  const changed = await wim.patches(at, { enabled: false, hours: 'always' });
  assert.deepEqual([changed.enabled, changed.hours, changed.version], [false, 'always', 2]);
  assert.equal((await wim.posts(path, { name: 'billing', kind: 'queue' }, 409)).code, 'already_exists');
  assert.equal((await wim.calls('PATCH', at, { enabled: true }, { 'if-match': '"1"' })).status, 412);
});

const invalid: readonly (readonly [body: Record<string, unknown>, pointer: string])[] = [
  [{ kind: 'queue' }, '/name'],
  [{ name: 'x' }, '/kind'],
  [{ name: 'x', kind: 'pigeon' }, '/kind'],
  [{ name: 'x', kind: 'email' }, '/target'],
  [{ name: 'x', kind: 'email', target: 'nobody' }, '/target'],
  [{ name: 'x', kind: 'webhook', target: 'ftp://a.example' }, '/target'],
  [{ name: 'x', kind: 'webhook', target: 'https://[half' }, '/target'],
  [{ name: 'x', kind: 'webhook', target: 'http://pager.example/hook' }, '/target'],
  [{ name: 'x', kind: 'webhook', target: 'https://10.0.0.1/hook' }, '/target'],
  [{ name: 'x', kind: 'webhook', target: 'https://ann:word@pager.example/hook' }, '/target'],
  [{ name: 'x', kind: 'ticketdesk_group' }, '/target'],
  [{ name: 'x', kind: 'queue', hours: 'sometimes' }, '/hours'],
  [{ name: 'x', kind: 'queue', built_in: true }, '/built_in'],
  [
    { name: 'x', kind: 'queue', fallback_destination_id: '018f0000-0000-7000-8000-000000000000' },
    '/fallback_destination_id',
  ],
];
for (const [body, pointer] of invalid) {
  test(`422 at ${pointer} for ${JSON.stringify(body)}`, async () => {
    const problem = await world.wim.posts(path, body, 422);
    assert.ok(
      problem.errors.some((each: { path: string }) => each.path === pointer),
      JSON.stringify(problem.errors),
    );
  });
}

test('null gives the hours their default back, also in an overlay', async () => {
  const { wim } = world;
  const { id } = await wim.posts(path, { name: 'By day', kind: 'queue', hours: 'business' });
  const overlay = { destinations: [{ id, hours: null }] };
  await wim.posts('/api/knowledge/validation/outcome/simulate', { message: 'Hello', overlay }, 200);
  assert.equal((await wim.patches(`${path}/${id}`, { hours: null })).hours, 'always');
});

test('fallbacks cannot form a cycle or lead to another organization', async () => {
  const { wim, mallory } = world;
  const a = await wim.posts(path, { name: 'A', kind: 'queue' });
  const b = await wim.posts(path, { name: 'B', kind: 'queue', fallback_destination_id: a.id });
  for (const fallback_destination_id of [a.id, b.id]) {
    const problem = await wim.patches(`${path}/${a.id}`, { fallback_destination_id }, 422);
    assert.equal(problem.errors[0].path, '/fallback_destination_id');
  }
  await mallory.posts(path, { name: 'C', kind: 'queue', fallback_destination_id: a.id }, 422);
  assert.equal((await wim.patches(`${path}/${b.id}`, { fallback_destination_id: null })).fallback_destination_id, null);
});

test('the policy warns of a fourth fallback, which is never tried, unless it is the internal queue', async () => {
  const { wim } = world;
  const ids: string[] = [(await internalQueueOf(wim)).id];
  for (const name of ['Fourth', 'Third', 'Second', 'First', 'Start']) {
    const { id } = await wim.posts(path, { name, kind: 'queue', fallback_destination_id: ids.at(-1) });
    ids.push(id);
  }
  const rule = { name: 'Far', when: {}, then: { decision: 'escalate', destination_id: ids.at(-1) } };
  const far = await wim.posts('/api/routing/rules', rule);
  assert.deepEqual(
    far.warnings.map((each: any) => [each.code, each.about]),
    [['long_fallback', 'Start']],
  );
  const { warnings } = await wim.gets('/api/routing/policy');
  const about = warnings.filter((each: any) => each.code === 'long_fallback' && each.destination_id);
  assert.deepEqual(
    about.map((each: any) => each.destination_id),
    [ids.at(-1)],
  );
  await wim.deletes(`/api/routing/rules/${far.id}`);
});

test('a destination in use is not deleted, and its users are named', async () => {
  const { ada, wim } = world;
  const used = await wim.posts(path, { name: 'Used', kind: 'queue' });
  const other = await wim.posts(path, { name: 'Leads to it', kind: 'queue', fallback_destination_id: used.id });
  const tag = await wim.posts('/api/routing/tags', { name: 'Points at it', default_destination_id: used.id });
  const rule = await wim.posts('/api/routing/rules', {
    name: 'Sends to it',
    when: {},
    then: { destination_id: used.id },
  });
  await ada.patches(settingsPath, { default_destination_id: used.id });
  const refused = await wim.calls('DELETE', `${path}/${used.id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'in_use']);
  assert.deepEqual(refused.body.users, [
    { type: 'rule', id: rule.id, name: 'Sends to it' },
    { type: 'tag', id: tag.id, name: 'Points at it' },
    { type: 'destination', id: other.id, name: 'Leads to it' },
    { type: 'settings', id: null, name: 'Default destination' },
  ]);
  await wim.deletes(`/api/routing/rules/${rule.id}`);
  await wim.patches(`/api/routing/tags/${tag.id}`, { default_destination_id: null });
  await wim.deletes(`${path}/${other.id}`);
  const last = await wim.calls('DELETE', `${path}/${used.id}`);
  assert.deepEqual(last.body.users, [{ type: 'settings', id: null, name: 'Default destination' }]);
  await ada.patches(settingsPath, { default_destination_id: null });
  await wim.deletes(`${path}/${used.id}`);
  await wim.gets(`${path}/${used.id}`, 404);
  const scope = { organizationId: wim.organizationId };
  const labels = await inScope(server.desk.db, scope, (tx) =>
    labelsOf(tx, scope, { tagIds: [], destinationIds: [used.id, newId()] }),
  );
  assert.deepEqual([...labels.destinations.values()], [{ id: used.id, name: 'Used', kind: 'queue' }]);
});
