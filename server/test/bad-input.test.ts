import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import type { TestServer } from './server.ts';
import { inWorld, type World } from './world.ts';

// Tests the checks that all routes share; each domain tests its own.
let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const path = '/api/knowledge/collections';
const json = { 'content-type': 'application/json' };

test('each wrong field is named once, by its pointer', async () => {
  const { errors, code } = await world.wim.posts(path, { name: 'x', description: 5, colour: 'red' }, 422);
  assert.equal(code, 'validation_failed');
  assert.deepEqual(errors, [
    { path: '/colour', message: 'is not a known field' },
    { path: '/description', message: 'must be string or null' },
  ]);
});

test('members with the names of what every object inherits are refused, wherever they stand', async () => {
  const simulate = '/api/knowledge/validation/outcome/simulate';
  for (const [url, body, pointer] of [
    [path, '{"name":"x","__proto__":{"a":1}}', '/__proto__'],
    [path, '{"name":"x","\\u005f_proto__":1}', '/__proto__'],
    [path, '{"name":"x","constructor":{"a":1}}', '/constructor'],
    [simulate, '{"message":"x","customer":{"attributes":{"__proto__":"y"}}}', '/customer/attributes/__proto__'],
    [simulate, '{"message":"x","mocks":{"a/b":[{},{"__proto__":{}}]}}', '/mocks/a~1b/1/__proto__'],
    [simulate, '{"message":"x","mocks":{"a":{"__proto__":{"__proto__":1}}}}', '/mocks/a/__proto__'],
  ] as const) {
    const { status, body: problem } = await world.wim.calls('POST', url, body, json);
    assert.deepEqual([status, problem.code, problem.errors?.[0].path], [422, 'validation_failed', pointer], body);
    assert.equal(problem.errors[0].message, 'is not a known field');
  }
  const settings = await world.ada.calls(
    'PATCH',
    '/api/organizations/me/settings',
    '{"persona":{"__proto__":{}}}',
    json,
  );
  assert.deepEqual([settings.status, settings.body.errors?.[0].path], [422, '/persona/__proto__']);
});

test('an operation that needs no body refuses fields in one', async () => {
  const bodiless = server.routes.filter(
    ({ endpoint: { method, body, reads } }) => method === 'POST' && !body && !reads,
  );
  assert.ok(bodiless.length > 10);
  for (const { endpoint } of bodiless) {
    const url = endpoint.path.replaceAll(/:(\w+)/g, (_, name) => (name === 'n' ? '1' : world.birch.organizationId));
    const { status, body } = await world.ada.calls('POST', url, { not_a_field: 1 });
    assert.deepEqual([status, body.errors?.[0]?.path], [422, '/not_a_field'], url);
  }
});

test('for alternatives, only the mistake in the intended one is reported', async () => {
  const connector = { name: 'x', base_url: 'https://shop.example' };
  const errorsOf = async (auth: object) =>
    (await world.wim.posts('/api/connectors', { ...connector, auth }, 422)).errors;
  assert.deepEqual(await errorsOf({ kind: 'api_key', in: 'header' }), [{ path: '/auth/name', message: 'is missing' }]);
  const [kind, ...more] = await errorsOf({ kind: 'digest' });
  assert.deepEqual([kind.path, more], ['/auth/kind', []]);
  assert.match(kind.message, /^must be one of: none, bearer, /);
});

test('the detail describes a single wrong field, and is general for several', async () => {
  const detailOf = async (body: object) => (await world.wim.posts(path, body, 422)).detail;
  assert.equal(await detailOf({}), 'name is missing.');
  assert.equal(await detailOf({ name: '', colour: 1 }), 'Some fields are not valid.');
  const { detail, errors } = await world.wim.gets(
    '/api/reports/overview?from=2020-02-02T00:00:00Z&to=2020-01-01T00:00:00Z',
    422,
  );
  assert.equal(detail, 'query.from must be before `to`.');
  assert.deepEqual(errors, [{ path: 'query.from', message: 'must be before `to`' }]);
});

test('a body that is not JSON, of another type, or too large is refused before its fields are checked', async () => {
  const sent = (body: string, headers: Record<string, string>) => world.wim.calls('POST', path, body, headers);
  const broken = await sent('{bad', json);
  assert.deepEqual([broken.status, broken.body.code], [400, 'malformed_request']);
  assert.equal(broken.body.detail, 'The body is not valid JSON.');
  assert.equal((await sent('{"name":"x"}', { 'content-type': 'text/plain' })).status, 415);
  const large = await sent(JSON.stringify({ name: 'x'.repeat(1_100_000) }), json);
  assert.deepEqual([large.status, large.body.code], [413, 'payload_too_large']);
  const nul = await sent('{"name":"a\\u0000b"}', json);
  assert.deepEqual([nul.status, nul.body.code], [400, 'malformed_request']);
});

test('a merge patch may have its own media type', async () => {
  const { id } = await world.wim.posts(path, { name: 'Patched', description: 'by its name' });
  const patch = { 'content-type': 'application/merge-patch+json' };
  const { status, body } = await world.wim.calls('PATCH', `${path}/${id}`, '{"description":null}', patch);
  assert.deepEqual([status, body.name, body.description], [200, 'Patched', null]);
});

test('invalid text is refused as malformed anywhere in a request, and text that describes it is not', async () => {
  const sent = (name: string) => world.wim.calls('POST', path, `{"name":"${name}"}`, json);
  for (const name of ['a\\u0000b', '\\ud800', 'x\\udc00'])
    assert.deepEqual((await sent(name)).body.code, 'malformed_request', name);
  assert.equal((await sent('the escape \\\\u0000')).body.name, 'the escape \\u0000');
  for (const q of ['%00', 'a%00b']) {
    const { status, body } = await world.wim.calls('GET', `/api/knowledge/documents?q=${q}`);
    assert.deepEqual([status, body.code], [400, 'malformed_request'], q);
  }
});

test('a body in another encoding than UTF-8 is refused, so that no letter of it is lost', async () => {
  const named = (encoding: 'utf8' | 'latin1') => Buffer.from('{"name":"Müller"}', encoding);
  const refused = await world.wim.calls('POST', path, named('latin1'), json);
  assert.deepEqual([refused.status, refused.body.code], [400, 'malformed_request']);
  assert.equal((await world.wim.calls('POST', path, named('utf8'), json)).body.name, 'Müller');
});

test('what is not HTTP, or has headers without end, gets a problem as well', async () => {
  const { port } = new URL(await server.listen());
  const answerTo = async (request: string) => {
    const socket = connect(Number(port), '127.0.0.1');
    socket.write(request);
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
    const problem = JSON.parse(body);
    assert.match(head, /content-type: application\/problem\+json/i);
    assert.ok(head.includes(`X-Request-ID: ${problem.request_id}`), head);
    return [Number(head.split(' ')[1]), problem.status, problem.code];
  };
  assert.deepEqual(await answerTo('get / HTTP/1.1\r\n\r\n'), [400, 400, 'malformed_request']);
  const long = `GET ${path}?q=${'x'.repeat(20_000)} HTTP/1.1\r\nHost: desk\r\n\r\n`;
  assert.deepEqual(await answerTo(long), [431, 431, 'headers_too_large']);
});

test('an id may be written in capitals: it names the same thing, and is stored as ours are', async () => {
  const { ada, wim } = world;
  const [queue, fallback] = await Promise.all(
    ['Capital', 'Letters'].map((name) => wim.posts('/api/routing/destinations', { name, kind: 'queue' })),
  );
  const capitals = (id: string) => id.toUpperCase();
  assert.notEqual(capitals(queue.id), queue.id);
  const settings = '/api/organizations/me/settings';
  const { default_destination_id: kept } = await ada.patches(settings, { default_destination_id: capitals(queue.id) });
  assert.equal(kept, queue.id);
  await ada.patches(settings, { default_destination_id: null });
  const patched = await wim.patches(`/api/routing/destinations/${capitals(queue.id)}`, {
    fallback_destination_id: capitals(fallback.id),
  });
  assert.equal(patched.fallback_destination_id, fallback.id);
  const tag = await wim.posts('/api/routing/tags', { name: 'Capital' });
  const rule = await wim.posts('/api/routing/rules', {
    name: 'Capital',
    when: {},
    then: { decision: 'escalate', destination_id: capitals(queue.id), add_tag_ids: [capitals(tag.id)] },
  });
  assert.deepEqual([rule.then.destination_id, rule.then.add_tag_ids], [queue.id, [tag.id]]);
  const { id } = await wim.posts(path, { name: 'In capitals' });
  await wim.gets(`/api/knowledge/analysis?collection_id=${capitals(id)}`);
});

test('a time that does not exist is a wrong field, not a failure', async () => {
  const { id } = await world.wim.posts(path, { name: 'with a document' });
  const document = { collection_id: id, title: 'x', text: 'x' };
  const { id: documentId } = await world.wim.posts('/api/knowledge/documents/text', document, 202);
  for (const expires_at of ['2016-12-31T23:59:60Z', '0000-01-01T00:00:00Z', '9999-12-31T23:59:59-01:00']) {
    const { errors } = await world.wim.patches(`/api/knowledge/documents/${documentId}`, { expires_at }, 422);
    assert.equal(errors[0].path, '/expires_at', expires_at);
  }
});

test('an undecodable path and an id of any length get an ordinary problem reply', async () => {
  for (const [url, status] of [
    [`${path}/%E0%A4%A`, 400],
    [`${path}/${'a'.repeat(5_000)}`, 404],
  ] as const) {
    const answer = await world.wim.calls('GET', url);
    assert.equal(answer.status, status);
    assert.equal(answer.body.request_id, answer.headers['x-request-id']);
  }
});

test('headers forbid browsers to run, frame or store a reply', async () => {
  const { headers } = await world.wim.calls('GET', path);
  assert.match(String(headers['content-security-policy']), /default-src 'none'.*frame-ancestors 'none'/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(headers['cache-control'], 'no-store');
});

test('the documentation page may run its own script, and contact no other host', async () => {
  const { headers } = await world.nobody.calls('GET', '/api/docs/');
  const policy = String(headers['content-security-policy']);
  assert.match(policy, /default-src 'self'; script-src 'self'/);
  assert.doesNotMatch(policy, /https?:|\*/);
});

test('a body with tens of thousands of members is refused before its members are checked', async () => {
  const many = JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`m${at}`, 1])));
  const refused = await world.wim.calls('POST', path, many, json);
  assert.deepEqual([refused.status, refused.body.code], [400, 'malformed_request']);
});

test('a caller who is not signed in may send at most 16 KiB', async () => {
  const login = (length: number) =>
    world.wim.calls(
      'POST',
      '/api/auth/login',
      JSON.stringify({ email: 'a@b.test', password: 'x'.repeat(length) }),
      json,
    );
  assert.notEqual((await login(100)).status, 413);
  const refused = await login(17_000);
  assert.deepEqual([refused.status, refused.body.detail], [413, 'The body is larger than 16384 bytes.']);
});

test('every kind of name must be one line without control characters', async () => {
  const { ada, wim } = world;
  const { id } = await wim.posts(path, { name: 'For a document' });
  const document = { collection_id: id, text: 'x' };
  const turns = [{ customer: 'x' }];
  for (const [method, url, bodyWith] of [
    ['POST', path, (name: string) => ({ name })],
    ['POST', '/api/routing/tags', (name: string) => ({ name })],
    ['POST', '/api/routing/destinations', (name: string) => ({ name, kind: 'queue' })],
    ['POST', '/api/routing/rules', (name: string) => ({ name, when: {}, then: { decision: 'escalate' } })],
    ['POST', '/api/api-keys', (name: string) => ({ name, role: 'member' })],
    ['POST', '/api/workspaces', (name: string) => ({ name })],
    ['POST', '/api/connectors', (name: string) => ({ name, base_url: 'https://shop.example', auth: { kind: 'none' } })],
    ['POST', '/api/knowledge/documents/text', (title: string) => ({ title, ...document })],
    ['POST', '/api/knowledge/validation/playground/conversations', (title: string) => ({ title })],
    ['PATCH', '/api/organizations/me', (name: string) => ({ name })],
    ['PATCH', '/api/organizations/me/settings', (name: string) => ({ persona: { name } })],
    ['PATCH', '/api/auth/me', (name: string) => ({ name })],
    ['PUT', '/api/knowledge/validation/suite', (name: string) => ({ name, cases: [{ id: 'one', turns }] })],
  ] as const)
    for (const name of ['a\nb', 'a\rb', 'a\u2028b', 'a\u2029b', 'a\u0007b', 'tab\there']) {
      const { status, body } = await ada.calls(method, url, bodyWith(name), { 'if-match': '*' });
      assert.deepEqual([status, body.errors?.[0].message], [422, 'must be one line that is not blank'], url);
    }
});

test('a name that was stored in two lines can be read, and its thing be changed', async () => {
  const { ada, wim } = world;
  const document = { collection_id: (await wim.posts(path, { name: 'First' })).id, title: 'First', text: 'x' };
  for (const [table, column, at, { id }] of [
    ['collection', 'name', path, await wim.posts(path, { name: 'Second' })],
    ['tag', 'name', '/api/routing/tags', await wim.posts('/api/routing/tags', { name: 'Second' })],
    ['document', 'title', '/api/knowledge/documents', await wim.posts('/api/knowledge/documents/text', document, 202)],
  ] as const) {
    await server.desk.db.owner.query(`update ${table} set ${column} = E'in\\ntwo' where id = $1`, [id]);
    const read = async () => (await wim.gets(at)).items.find((each: { id: string }) => each.id === id)[column];
    assert.equal(await read(), 'in\ntwo');
    await wim.patches(`${at}/${id}`, table === 'tag' ? { color: 'red' } : { enabled: false });
    assert.equal(await read(), 'in\ntwo');
  }
  await ada.patches('/api/organizations/me/settings', { persona: { name: 'Second' } });
  const persona = `jsonb_set(doc, '{persona,name}', to_jsonb(E'in\\ntwo'::text))`;
  await server.desk.db.owner.query(`update organization_settings set doc = ${persona}`);
  const settings = await ada.patches('/api/organizations/me/settings', { max_ai_turns: 5 });
  assert.equal(settings.persona.name, 'in\ntwo');
});

test('a name in another form of Unicode is the same name', async () => {
  const { ada, wim } = world;
  const [one, other] = ['Caf\u00e9', 'Cafe\u0301'];
  for (const [path, more] of [
    ['/api/routing/tags', {}],
    ['/api/routing/destinations', { kind: 'queue' }],
    ['/api/connectors', { base_url: 'https://shop.example', auth: { kind: 'none' } }],
    ['/api/workspaces', {}],
  ] as const) {
    const { id } = await ada.posts(path, { name: 'Bistro', ...more });
    assert.equal((await ada.posts(path, { name: other, ...more })).name, one, path);
    assert.equal((await ada.posts(path, { name: one, ...more }, 409)).code, 'already_exists', path);
    assert.equal((await ada.patches(`${path}/${id}`, { name: other }, 409)).code, 'already_exists', path);
  }
  const when = { all: [{ field: 'tag', op: 'contains', value: other }] };
  const rule = await wim.posts('/api/routing/rules', { name: 'Meals', when, then: { priority: 'low' } });
  const { items } = await wim.gets('/api/routing/tags');
  assert.equal(rule.when.all[0].value, items.find(({ name }: { name: string }) => name === one).id);
});
