import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { TestServer } from '../../../test/server.ts';
import { inWorld, Caller, registers, type World } from '../../../test/world.ts';
import { asUser, inScope } from '../database/transaction.ts';

let server: TestServer;
let world: World;
inWorld((made) => ({ server, world } = made));

const tags = '/api/routing/tags';
const under = (key: string) => ({ 'idempotency-key': key });
const owner = async (text: string) => (await server.desk.db.owner.query(text)).rows;
const tagsNamed = async (caller: Caller, name: string) =>
  (await caller.gets(`${tags}?limit=200`)).items.filter((tag: { name: string }) => tag.name === name).length;

test('the same request with the same key gets the first answer again, whatever has happened since', async () => {
  const key = randomUUID();
  const first = await world.wim.calls('POST', tags, { name: 'refund' }, under(key));
  assert.equal(first.status, 201);
  assert.equal(first.headers['idempotency-replayed'], undefined);
  await world.wim.patches(`${tags}/${first.body.id}`, { name: 'refunds' });

  const again = await world.wim.calls('POST', tags, { name: 'refund' }, under(key));
  assert.deepEqual([again.status, again.text], [first.status, first.text]);
  for (const name of ['location', 'etag', 'content-type']) assert.equal(again.headers[name], first.headers[name], name);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.notEqual(again.headers['x-request-id'], first.headers['x-request-id']);
  assert.equal(await tagsNamed(world.wim, 'refund'), 0);
});

test('another request with the same key is refused without effect', async () => {
  const key = randomUUID();
  await world.wim.calls('POST', tags, { name: 'one' }, under(key));
  const other = await world.wim.calls('POST', tags, { name: 'other' }, under(key));
  assert.deepEqual([other.status, other.body.code], [409, 'idempotency_key_reused']);
  assert.equal(await tagsNamed(world.wim, 'other'), 0);
});

test('of fifty concurrent requests one runs, and the others get its answer or must retry', async () => {
  const key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.wim.calls('POST', tags, { name: 'rush' }, under(key))),
  );
  assert.equal(answers.filter(({ status, headers }) => status === 201 && !headers['idempotency-replayed']).length, 1);
  const others = answers.filter(({ status, headers }) => status !== 201 || headers['idempotency-replayed']);
  for (const { status, body } of others) assert.ok(status === 201 || body.code === 'conflict', JSON.stringify(body));
  assert.equal(await tagsNamed(world.wim, 'rush'), 1);
});

test('a key is separate for each user, organization and route', async () => {
  const key = randomUUID();
  const mine = await world.wim.calls('POST', tags, { name: 'shared' }, under(key));
  const colleague = await world.max.calls('POST', tags, { name: 'shared by Max' }, under(key));
  const stranger = await world.mallory.calls('POST', tags, { name: 'shared' }, under(key));
  const elsewhere = await world.wim.calls('POST', '/api/knowledge/collections', { name: 'shared' }, under(key));
  const answers = [mine, colleague, stranger, elsewhere];
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201, 201, 201],
  );
  assert.equal(new Set(answers.map(({ body }) => body.id)).size, 4);
});

test('a refusal by the operation is stored as its answer; a validation error leaves the key free', async () => {
  const key = randomUUID();
  await world.wim.posts(tags, { name: 'taken' });
  const refused = await world.wim.calls('POST', tags, { name: 'taken' }, under(key));
  assert.equal(refused.status, 409);
  const again = await world.wim.calls('POST', tags, { name: 'taken' }, under(key));
  assert.deepEqual([again.text, again.headers['content-type']], [refused.text, refused.headers['content-type']]);
  assert.equal(again.headers['idempotency-replayed'], 'true');

  const free = randomUUID();
  assert.equal((await world.wim.calls('POST', tags, { nome: 'typo' }, under(free))).status, 422);
  assert.equal((await world.wim.calls('POST', tags, { name: 'typo' }, under(free))).status, 201);
});

test('an invalid key is refused with the name of the header, before the body is validated', async () => {
  for (const key of ['', 'x'.repeat(256), 'a\u0007b']) {
    const { status, body } = await world.wim.calls('POST', tags, { nome: 1 }, under(key));
    assert.deepEqual([status, body.code, body.errors[0].path], [400, 'malformed_request', 'header.idempotency-key']);
  }
  const anonymous = await world.nobody.calls('POST', tags, { name: 'x' }, under(''));
  assert.equal(anonymous.status, 401);
});

test('every POST that needs a token supports the header', async () => {
  const posts = server.routes.filter(
    ({ endpoint, access }) => endpoint.method === 'POST' && !['anyone', 'signature'].includes(access.name),
  );
  assert.ok(posts.length > 10);
  for (const { endpoint } of posts) {
    const url = endpoint.path.replaceAll(/:\w+/g, randomUUID());
    const { status, body } = await world.ada.calls('POST', url, {}, under(''));
    assert.deepEqual([status, body.errors?.[0].path], [400, 'header.idempotency-key'], endpoint.operation);
  }
});

test('after a day the key is free, and the sweep deletes the answer', async () => {
  const key = randomUUID();
  const body = { name: 'yesterday' };
  const first = await world.wim.calls('POST', tags, body, under(key));
  server.pass(24 * 3_600_000 - 1_000);
  // Sessions are shorter than a day: the same person signs in again.
  const wim = await signsInAgain('Wim');
  assert.equal((await wim.calls('POST', tags, body, under(key))).text, first.text);
  server.pass(1_000);
  assert.equal((await wim.calls('POST', tags, body, under(key))).body.code, 'already_exists');

  const kept = async () => (await owner(`select key from idempotency_key where key = '${key}'`)).length;
  await server.sweep();
  assert.equal(await kept(), 1);
  server.pass(24 * 3_600_000);
  await server.sweep();
  assert.equal(await kept(), 0);
  world = { ...world, wim: await signsInAgain('Wim'), mallory: await signsInAgain('Mallory') };
});

test('if the process of a key dies, the same request can use the key again after the lease', async () => {
  const key = randomUUID();
  const send = (name: string) => world.wim.calls('POST', tags, { name }, under(key));
  const first = await send('cut off');
  await owner(`update idempotency_key set status = null, answer_sealed = null where key = '${key}'`);
  const running = await send('cut off');
  assert.deepEqual([running.status, running.body.code], [409, 'conflict']);
  await owner(`update idempotency_key set lease_until = clock_timestamp() where key = '${key}'`);
  assert.equal((await send('another body')).body.code, 'idempotency_key_reused');
  await world.wim.deletes(`/api/routing/tags/${first.body.id}`);
  const retried = await send('cut off');
  assert.equal(retried.status, 201);
  assert.notEqual(retried.body.id, first.body.id);
});

test('a file is part of the request: the same file is stored once, another file is refused', async () => {
  const key = randomUUID();
  const { id } = await world.wim.posts('/api/knowledge/collections', { name: 'uploads' });
  const upload = (text: string, boundary: string) =>
    world.wim.calls('POST', '/api/knowledge/documents/upload', formOf(id, text, boundary), {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...under(key),
    });
  const first = await upload('# Opening hours\n\nNine to five.', 'one');
  assert.equal(first.status, 202, first.text);
  const again = await upload('# Opening hours\n\nNine to five.', 'two');
  assert.deepEqual([again.status, again.text], [202, first.text]);
  assert.equal((await upload('# Opening hours\n\nNine to six.', 'one')).body.code, 'idempotency_key_reused');
  assert.equal((await world.wim.gets(`/api/knowledge/documents?collection_id=${id}`)).items.length, 1);
});

test('stored answers are sealed', async () => {
  const key = randomUUID();
  const name = `secret ${randomUUID()}`;
  await world.wim.calls('POST', tags, { name }, under(key));
  const [row] = await owner(`select answer_sealed, request_hash from idempotency_key where key = '${key}'`);
  assert.match(String(row?.['answer_sealed']), /^v1\./);
  assert.ok(!JSON.stringify(row).includes(name));
});

test('outside of any organization a key belongs to the person, and no other person can read it', async () => {
  const lone = await registers(server, 'Lone', 'Soon left');
  await inScope(server.desk.db, lone, (tx) =>
    tx.deleteFrom('membership').where('organization_id', '=', lone.organizationId).execute(),
  );
  const key = randomUUID();
  assert.equal((await lone.calls('POST', '/api/auth/logout', undefined, under(key))).status, 204);
  const seenBy = (userId: string) =>
    asUser(server.desk.db, userId, (tx) =>
      tx.selectFrom('idempotency_key').select(['organization_id', 'status']).where('key', '=', key).execute(),
    );
  assert.deepEqual(await seenBy(lone.userId), [{ organization_id: null, status: 204 }]);
  assert.deepEqual(await seenBy(world.mallory.userId), []);
});

async function signsInAgain(name: 'Wim' | 'Mallory'): Promise<Caller> {
  const credentials = { email: `${name.toLowerCase()}@example.test`, password: 'a long enough passphrase 7' };
  const session = await world.nobody.posts('/api/auth/login', credentials, 200);
  const organizationId = name === 'Wim' ? world.birch.organizationId : world.cedar.organizationId;
  return new Caller(server, { name, token: session.access_token, userId: session.user.id, organizationId });
}

const formOf = (collectionId: string, text: string, boundary: string) =>
  [
    `--${boundary}\r\ncontent-disposition: form-data; name="collection_id"\r\n\r\n${collectionId}`,
    `\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="hours.md"\r\ncontent-type: text/markdown\r\n\r\n${text}`,
    `\r\n--${boundary}--\r\n`,
  ].join('');
