import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { filesIn } from '../leaving/archive.ts';
import { startDesk } from './process.ts';
import { eventually, expects, hookOf, setScene, type Scene } from './scene.ts';

// docs/leaving.md: kill -9 while an archive is written, and while an organization is deleted.
const me = '/api/organizations/me';
const manyFiles = 1_500;
const manyRows = 60_000;

let scene: Scene;
let folder: (kind: string) => string;
before(async () => {
  scene = await setScene();
  folder = (kind) => join(scene.environment['DATA_DIR'] ?? '', 'files', kind, scene.organizationId);
  mkdirSync(folder('attachments'), { recursive: true });
  const bytes = randomBytes(200_000);
  for (let at = 0; at < manyFiles; at++) writeFileSync(join(folder('attachments'), `file-${at}`), bytes);
});
after(() => scene?.close());

async function killAndRestart(): Promise<void> {
  await scene.desk.kill();
  scene.desk = startDesk({ environment: scene.environment, port: scene.port });
  await scene.desk.ready;
}

const archives = () =>
  existsSync(folder('exports')) ? readdirSync(folder('exports'), { recursive: true, encoding: 'utf8' }) : [];

test('an archive whose process is killed is written anew, and leaves nothing behind', async () => {
  const { id } = await expects(scene, 202, 'POST', `${me}/export`);
  const isPartial = (name: string) => /\/[0-9a-f-]{36}\.[0-9a-f-]{36}$/.test(name);
  await eventually(() => assert.ok(archives().some(isPartial), 'it is being written'));
  await killAndRestart();
  assert.ok(archives().some(isPartial), 'it died in the middle');
  const ready = await eventually(async () => {
    const state = await expects(scene, 200, 'GET', `${me}/exports/${id}`);
    assert.equal(state.status, 'ready');
    return state;
  }, 180_000);
  const files = archives().filter((name) => name.includes('/'));
  assert.equal(files.length, 1, files.join());
  const answer = await fetch(`${scene.desk.url}${me}/exports/${id}/archive`, {
    headers: { authorization: `Bearer ${scene.token}` },
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(bytes.byteLength, ready.size_bytes);
  const inside = await filesIn(bytes);
  assert.equal([...inside.keys()].filter((path) => path.startsWith('files/attachments/')).length, manyFiles);
});

test('a deletion whose process is killed goes on where it was, until nothing is left', async () => {
  const { organizationId } = scene;
  const query = (text: string, values: unknown[] = []) => scene.home.look((look) => look(text, values));
  await scene.desk.terminate();
  await query(
    `insert into lane (organization_id, channel, lane_key, pending)
     select $1, 'email', 'lane ' || n, false from generate_series(1, ${manyRows}) n`,
    [organizationId],
  );
  await query(`update organization set deletion_at = now() where id = $1`, [organizationId]);
  scene.desk = startDesk({ environment: scene.environment, port: scene.port });
  await scene.desk.ready;
  // Its doors close first.
  await eventually(async () => assert.equal((await scene.call('GET', me)).status, 401));
  await scene.desk.kill();
  const [left] = await query(`select count(*)::int as n from lane where organization_id = $1`, [organizationId]);
  assert.ok(left.n > 0, 'it died in the middle');
  const [still] = await query(`select 1 as here from organization where id = $1`, [organizationId]);
  assert.ok(still);
  scene.desk = startDesk({ environment: scene.environment, port: scene.port });
  await scene.desk.ready;
  await eventually(
    () =>
      assert.deepEqual(
        ['attachments', 'exports', 'knowledge'].filter((kind) => existsSync(folder(kind))),
        [],
      ),
    300_000,
  );
  await eventually(async () => {
    const answer = await fetch(hookOf(scene, 'chatdesk', scene.desk.url), { method: 'POST', body: '{}' });
    assert.equal(answer.status, 401);
  });
  await scene.desk.terminate();
  const [gone] = await query(
    `select (select count(*)::int from organization) as organizations, (select count(*)::int from lane) as lanes,
       (select count(*)::int from app_user) as people, (select count(*)::int from audit_event) as entries`,
  );
  assert.deepEqual({ ...gone }, { organizations: 0, lanes: 0, people: 0, entries: 0 });
});
