import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Endpoint } from '@desk/contract/endpoint';
import fc from 'fast-check';
import { furnish, somewhere, startFurnishable } from './furnish.ts';
import { fits, valuesOf, type Schema } from './fuzz/values.ts';
import type { TestServer } from './server.ts';
import { createWorld, type World } from './world.ts';

// Computed from all routes, so a new resource with a version is tested without a change here.
let server: TestServer;
let world: World;
before(async () => {
  server = await startFurnishable();
  world = await createWorld(server);
  await furnish(server, world);
});
after(() => server.close());

const properties = (endpoint: Endpoint | undefined): object => {
  const reply: object = endpoint?.reply[200] ?? {};
  return 'properties' in reply ? (reply.properties as object) : {};
};

/** The mutations of resources with a version: the mutation or the GET of the same path returns a version. */
const guarded = () => {
  const endpoints = server.routes.map((route) => route.endpoint);
  const readerOf = ({ path }: Endpoint) => endpoints.find((each) => each.method === 'GET' && each.path === path);
  return endpoints.filter(
    (each) =>
      ['PATCH', 'PUT', 'DELETE'].includes(each.method) &&
      ('version' in properties(each) || 'version' in properties(readerOf(each))),
  );
};

const bodyOf = ({ body, reads }: Endpoint) => (body ?? reads?.content['application/json'] ?? {}) as Schema;
/** Whether the schema accepts an empty merge patch. */
const changesNothing = (endpoint: Endpoint) => fits(bodyOf(endpoint), {});
const someBody = (endpoint: Endpoint) =>
  changesNothing(endpoint) ? {} : fc.sample(valuesOf(bodyOf(endpoint), []), { numRuns: 1, seed: 1 })[0];

test('a resource with a version is changed and deleted only at the version in If-Match', async () => {
  const endpoints = guarded();
  assert.ok(endpoints.length >= 13, endpoints.map(({ operation }) => operation).join());
  for (const endpoint of endpoints) {
    const { method, path, operation } = endpoint;
    const url = await somewhere(world.ada, path);
    assert.ok(url, `${operation}: nothing to change at ${path}`);
    const attempt = async (ifMatch: string) => {
      const body = method === 'DELETE' && !endpoint.body ? undefined : someBody(endpoint);
      const answer = await world.ada.calls(method as 'PATCH', url, body, { 'if-match': ifMatch });
      return [answer.status, answer.body?.code];
    };
    assert.deepEqual(await attempt('"99999"'), [412, 'version_conflict'], operation);
    assert.deepEqual(await attempt('"of another service"'), [412, 'version_conflict'], operation);
    for (const none of ['"99998", "a,b" ,, "99999"', 'W/"1"', 'W/"0", W/"1", W/"2"', '"01", "1 "'])
      assert.deepEqual(await attempt(none), [412, 'version_conflict'], `${operation} ${none}`);
    for (const malformed of ['not an etag', '1', '"1', '"1" "2"', '"1", *', 'w/"1"', ',', ''])
      assert.deepEqual(await attempt(malformed), [400, 'malformed_request'], `${operation} ${malformed}`);
  }
});

test('so are those that are changed by a POST', async () => {
  const bodies: Record<string, object | undefined> = {
    '/api/knowledge/documents/:id/reingest': undefined,
    '/api/connectors/:id/rotate-credentials': { credentials: { token: 'another-token' } },
    '/api/webhook-endpoints/:id/rotate-secret': undefined,
  };
  for (const [path, body] of Object.entries(bodies)) {
    const url = await somewhere(world.ada, path);
    const { status, text } = await world.ada.calls('POST', url ?? '', body, { 'if-match': '"99999"' });
    assert.equal(status, 412, `${path} ${text}`);
  }
});

test('a reply with a version has an ETag, and If-Match accepts that ETag, a list with it, and the star', async () => {
  for (const endpoint of guarded().filter(({ method }) => method === 'PATCH')) {
    const { path, operation } = endpoint;
    if (!changesNothing(endpoint)) continue;
    const url = (await somewhere(world.ada, path)) ?? '';
    const { body } = await world.ada.calls('PATCH', url, {});
    const read = await world.ada.calls('GET', url);
    assert.equal(read.headers['etag'], `"${body.version}"`, operation);
    const etag = String(read.headers['etag']);
    for (const ifMatch of [etag, `"99999",${etag}`, ` ,${etag} , W/"1",`, '*']) {
      const { status, text } = await world.ada.calls('PATCH', url, {}, { 'if-match': ifMatch });
      assert.equal(status, 200, `${operation} ${ifMatch} ${text}`);
    }
  }
});

const pagesOfHistory = [
  '/api/audit-events',
  '/api/organizations/me/settings/revisions',
  '/api/routing/policy/revisions',
];
const history = () => Promise.all(pagesOfHistory.map((path) => world.ada.gets(`${path}?limit=200`)));

test('a patch that changes nothing leaves the version and the audit log unchanged', async () => {
  for (const endpoint of guarded().filter(({ method }) => method === 'PATCH')) {
    const { path, operation } = endpoint;
    const url = (await somewhere(world.ada, path)) ?? '';
    const before = await world.ada.gets(url);
    const written = await history();
    const members = Object.keys((bodyOf(endpoint) as { properties?: object }).properties ?? {});
    // Do not send members that are shown in another form than they are written (credentials).
    const shown = members.filter((name) => name in before && fits(bodyOf(endpoint), { [name]: before[name] }));
    const same = Object.fromEntries(shown.map((name) => [name, before[name]]));
    assert.ok(shown.length > 0, `${operation}: ${members.join()}`);
    for (const patch of [...(changesNothing(endpoint) ? [{}] : []), same]) {
      const { version, updated_at } = await world.ada.patches(url, patch);
      const was = [before.version, before.updated_at];
      assert.deepEqual([version, updated_at], was, `${operation} ${JSON.stringify(patch)}`);
      assert.deepEqual(await history(), written, `${operation} ${JSON.stringify(patch)}`);
    }
  }
});
