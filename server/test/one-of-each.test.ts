import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { oneOfEach, type Resources } from './isolation/resources.ts';
import { eventually, setStage, type Stage } from './story/stage.ts';

// docs/api.md, one of a list: each has an address of its own, for those who may read the list.
let stage: Stage;
let birch: Resources;
before(async () => {
  stage = await setStage({ autoRespond: false });
  birch = await oneOfEach(stage.server, stage.world.ada, 'CanaryOfBirch');
});
after(() => stage.close());

const lists: [list: string | ((of: Resources) => string), of: 'member' | 'workspace_admin' | 'org_admin' | 'person'][] =
  [
    ['/api/audit-events', 'org_admin'],
    ['/api/dead-letters', 'workspace_admin'],
    ['/api/channels/email/suppressions', 'workspace_admin'],
    ['/api/channels/email/unroutable', 'workspace_admin'],
    [({ connector }) => `/api/connectors/${connector.id}/calls`, 'workspace_admin'],
    [({ playground }) => `/api/knowledge/validation/playground/conversations/${playground.id}/messages`, 'member'],
    ['/api/auth/me/sessions', 'person'],
    ['/api/auth/me/identities', 'person'],
    ['/api/organizations/me/exports', 'org_admin'],
  ];
for (const [path, role] of lists) {
  const name =
    typeof path === 'string' ? path : path({ connector: { id: '{id}' }, playground: { id: '{id}' } } as Resources);
  test(`one of ${name} is as in the list, and nobody else's`, async () => {
    const { ada, wim, max, mallory } = stage.world;
    const list = typeof path === 'string' ? path : path(birch);
    if (list.endsWith('/identities'))
      await stage.server.desk.db.owner.query(
        `insert into user_identity values (gen_random_uuid(), $1, 'https://id.example', 'ada', 'other', now())`,
        [ada.userId],
      );
    const { items } = await ada.gets(list);
    assert.ok(items[0], 'the list has one');
    const one = `${list}/${items[0].id}`;
    assert.deepEqual(await ada.gets(one), items[0]);
    await mallory.gets(one, 404);
    await ada.gets(`${list}/0190a1b2-0000-7000-8000-000000000000`, 404);
    const refused = role === 'person' ? 404 : 403;
    await max.gets(one, role === 'member' ? 200 : refused);
    await wim.gets(one, role === 'member' || role === 'workspace_admin' ? 200 : refused);
  });
}

test('a dead letter that somebody has dealt with is none any more', async () => {
  const { ada } = stage.world;
  const one = `/api/dead-letters/${birch.deadLetter.id}`;
  await ada.gets(one);
  await ada.posts(`${one}/discard`, undefined, 204);
  await ada.gets(one, 404);
});

test('a run that has ended can be deleted with its results; the runs after it stay as they are', async () => {
  const { ada, wim, max, mallory } = stage.world;
  const runs = '/api/knowledge/validation/runs';
  const first = `${runs}/${birch.run.id}`;
  const started = await ada.posts('/api/knowledge/validation/suite/run', {}, 202);
  const second = await eventually(async () => {
    const run = await ada.gets(`${runs}/${started.id}`);
    assert.equal(run.status, 'completed');
    return run;
  });
  assert.equal(second.baseline_run_id, birch.run.id);
  await max.deletes(first, 403);
  await mallory.deletes(first, 404);
  await wim.deletes(first);
  await wim.deletes(first, 404);
  await ada.gets(first, 404);
  await ada.gets(`${first}/results/${birch.suiteCase.id}`, 404);
  assert.deepEqual(await ada.gets(`${runs}/${started.id}`), second);
  const compared = await ada.calls('GET', `${runs}/${started.id}/compare`);
  assert.deepEqual([compared.status, compared.body.errors[0].path], [422, 'query.base']);
  const { rows } = await stage.server.desk.db.owner.query('select 1 from suite_result where run_id = $1', [
    birch.run.id,
  ]);
  assert.deepEqual(rows, []);
  // One that is under way is cancelled first.
  await stage.server.desk.db.owner.query(
    `update suite_run set status = 'running', leased_until = now() + interval '1 hour' where id = $1`,
    [started.id],
  );
  const refused = await wim.calls('DELETE', `${runs}/${started.id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'invalid_transition']);
});
