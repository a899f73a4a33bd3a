import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, mock, test } from 'node:test';
import { newId } from '../../src/platform/process/ids.ts';
import { oneOfEach, type Resources } from '../isolation/resources.ts';
import { eventually, inboundSecret, setStage, type Stage } from '../story/stage.ts';
import { filesIn } from './archive.ts';

const marks = { birch: 'CanaryOfBirch', cedar: 'CanaryOfCedar' };
const exports = '/api/organizations/me/exports';

let stage: Stage;
let birch: Resources;
before(async () => {
  stage = await setStage({ autoRespond: false });
  const { ada, mallory } = stage.world;
  [birch] = [await oneOfEach(stage.server, ada, marks.birch), await oneOfEach(stage.server, mallory, marks.cedar)];
});
after(() => stage.close());

const query = async (text: string, values: unknown[] = []) =>
  (await stage.server.desk.db.owner.query(text, values)).rows;

async function exported() {
  const { ada } = stage.world;
  const answer = await ada.calls('POST', '/api/organizations/me/export');
  assert.equal(answer.status, 202, answer.text);
  assert.equal(answer.body.status, 'pending');
  assert.equal(answer.headers['location'], `${exports}/${answer.body.id}`);
  return eventually(async () => {
    const state = await ada.gets(`${exports}/${answer.body.id}`);
    assert.equal(state.status, 'ready', JSON.stringify(state));
    return state;
  });
}

async function download(id: string) {
  const answer = await stage.server.app.inject({
    method: 'GET',
    url: `${exports}/${id}/archive`,
    headers: { authorization: `Bearer ${stage.world.ada.token}` },
  });
  assert.equal(answer.statusCode, 200, answer.body);
  return { headers: answer.headers, bytes: answer.rawPayload };
}

test('an archive holds everything of the organization, nothing of another one, and no secret', async () => {
  const { ada } = stage.world;
  const key = await ada.posts('/api/api-keys', { name: 'Nightly', role: 'member' });
  const { invitation_url } = await ada.posts('/api/invitations', { email: 'new@example.test', role: 'member' });
  const state = await exported();
  const { headers, bytes } = await download(state.id);
  assert.equal(headers['content-type'], 'application/zip');
  assert.match(String(headers['content-disposition']), /attachment; filename\*=UTF-8''birch-\d{4}-\d\d-\d\d\.zip/);
  assert.equal(headers['x-content-type-options'], 'nosniff');
  assert.equal(bytes.byteLength, state.size_bytes);
  assert.deepEqual(state.progress, { done: state.progress.total, total: state.progress.total });

  const files = await filesIn(bytes);
  assert.match(String(files.get('README.txt')), /An archive of a Frontdesk organization/);
  const manifest = JSON.parse(String(files.get('manifest.json')));
  assert.equal(manifest.format_version, 1);
  assert.equal(manifest.organization.id, ada.organizationId);
  const rows = (file: string): any[] =>
    String(files.get(`${file}.ndjson`) ?? assert.fail(`${file} is not in the archive`))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  for (const [file, count] of Object.entries(manifest.rows)) assert.equal(rows(file).length, count, file);
  const withId = (file: string, { id }: { id: string }) =>
    rows(file).find((row) => row.id === id) ?? assert.fail(`${file} lacks ${id}`);
  assert.equal(withId('messages', birch.asked).text.trim(), 'How long do refunds take?');
  assert.equal(withId('conversations', birch.conversation).customer_id, birch.conversation.customer.id);
  assert.equal(withId('decisions', birch.decision).conversation_id, birch.conversation.id);
  assert.match(withId('documents', birch.document).title, /refunds/);
  assert.match(withId('passages', birch.chunk).text, /Refunds take five days/);
  assert.deepEqual(withId('members', birch.member).user_email, birch.member.user.email);
  for (const [file, each] of Object.entries({
    customers: birch.conversation.customer,
    collections: birch.collection,
    rules: birch.rule,
    tags: birch.tag,
    destinations: birch.destination,
    runs: birch.run,
    connectors: birch.connector,
    'connector-templates': birch.template,
    'playground-conversations': birch.playground,
    'api-keys': key,
    workspaces: birch.workspace,
  }))
    withId(file, each);
  assert.equal(rows('suite')[0].cases[0].id, birch.suiteCase.id);
  assert.ok(rows('settings')[0].doc.auto_respond_enabled);
  const actions = rows('audit').map(({ action }) => action);
  assert.ok(actions.includes('export.requested'));
  assert.deepEqual(actions.length, new Set(rows('audit').map(({ sequence }) => sequence)).size);

  // The original files, under the path that their rows name.
  const [attachment] = [withId('attachments', birch.sentFile)];
  assert.equal(String(files.get(`files/${attachment.blob_key}`)), `${marks.birch}\r\n`.trimEnd());
  const version = rows('document-versions').find(({ document_id }) => document_id === birch.document.id);
  assert.match(String(files.get(`files/${version.blob_key}`)), /Refunds take five days/);
  assert.equal(
    [...files.keys()].filter((path) => path.startsWith('files/')).length,
    manifest.files.attachments + manifest.files.knowledge,
  );

  // Search the unpacked files for what must not be there.
  const [{ hash } = {}] = await query('select hash from user_password where user_id = $1', [ada.userId]);
  const sealed = await query(
    `select access_token_sealed, client_secret_sealed, webhook_secret_sealed from integration`,
  );
  const secrets = [
    marks.cedar,
    `${marks.birch} token`,
    String(hash),
    ada.token,
    key.key,
    String(invitation_url).split('token=')[1],
    stage.chatdesk.accessToken,
    stage.chatdesk.workspace.clientSecret,
    stage.ticketdesk.accessToken,
    stage.ticketdesk.account.signingSecret,
    inboundSecret,
    ...sealed.flatMap((row) =>
      Object.values(row)
        .filter((value) => value !== null)
        .map(String),
    ),
  ];
  for (const secret of secrets) {
    assert.ok(secret.length > 8, 'a secret to look for');
    for (const [path, content] of files)
      assert.ok(!content.includes(secret), `${path} contains ${secret.slice(0, 20)}…`);
  }
  const { items } = await ada.gets('/api/audit-events?action=export.downloaded');
  assert.equal(items[0].subject.id, state.id);
});

test('only one archive is written at a time; one that is deleted is not written on', async () => {
  const { ada, birch: organization } = stage.world;
  const id = newId();
  await query(
    `insert into organization_export (organization_id, id, status, requested_by, total, created_at, expires_at, lease, leased_until)
     values ($1, $2, 'running', $3, 1, now(), now() + interval '7 days', gen_random_uuid(), now() + interval '1 hour')`,
    [organization.organizationId, id, JSON.stringify({ type: 'user', id: ada.userId, name: 'Ada' })],
  );
  const refused = await ada.calls('POST', '/api/organizations/me/export');
  assert.deepEqual([refused.status, refused.body.code], [409, 'conflict']);
  assert.equal((await ada.calls('GET', `${exports}/${id}/archive`)).status, 409);
  await ada.deletes(`${exports}/${id}`);
  await ada.gets(`${exports}/${id}`, 404);
  await exported();
});

test('the list has the newest first; an archive goes, with its file, when it is deleted or its time is over', async () => {
  const { ada } = stage.world;
  const one = await exported();
  const { items } = await ada.gets(exports);
  assert.deepEqual(items[0], one);
  const folder = join(stage.server.desk.config.DATA_DIR, 'files/exports', ada.organizationId);
  assert.ok(readdirSync(folder).includes(one.id));
  for (const { id } of items.slice(1)) await ada.deletes(`${exports}/${id}`);
  assert.deepEqual(readdirSync(folder), [one.id]);
  await query(`update organization_export set expires_at = now() - interval '1 second'`);
  await ada.gets(`${exports}/${one.id}/archive`, 404);
  await stage.server.sweep();
  await ada.gets(`${exports}/${one.id}`, 404);
  assert.deepEqual(readdirSync(folder), []);
});

test('an archive whose file cannot be removed is gone for everybody, and the file goes later', async () => {
  const { ada } = stage.world;
  const { id } = await exported();
  const { blobs, config } = stage.server.desk;
  const away = mock.method(blobs, 'removeAll', async () => {
    throw new Error('away');
  });
  await ada.deletes(`${exports}/${id}`);
  await ada.gets(`${exports}/${id}`, 404);
  assert.equal((await ada.calls('DELETE', `${exports}/${id}`)).status, 404);
  assert.ok((await ada.gets(exports)).items.every((each: any) => each.id !== id));
  await stage.server.sweep();
  away.mock.restore();
  const folder = join(config.DATA_DIR, 'files/exports', ada.organizationId);
  assert.ok(readdirSync(folder).includes(id));
  await stage.server.sweep();
  assert.ok(!readdirSync(folder).includes(id));
});

test('an archive that cannot be written fails in the end, and another one can be asked for', async () => {
  const { ada } = stage.world;
  const { blobs } = stage.server.desk;
  const putStream = blobs.putStream.bind(blobs);
  Object.assign(blobs, {
    putStream: async () => {
      throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    },
  });
  const { id } = await ada.posts('/api/organizations/me/export', undefined, 202);
  const failed = await eventually(async () => {
    // Do not wait as long as the pauses between attempts.
    await query(`update organization_export set leased_until = null where id = $1`, [id]);
    await stage.server.sweep();
    const state = await ada.gets(`${exports}/${id}`);
    assert.equal(state.status, 'failed');
    return state;
  });
  assert.match(failed.error, /could not be written/);
  Object.assign(blobs, { putStream });
  await exported();
});
