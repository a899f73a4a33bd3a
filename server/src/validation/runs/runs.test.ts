import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newId } from '../../platform/process/ids.ts';
import { streamOf } from '../../../test/event-stream.ts';
import { eventually, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
before(async () => {
  stage = await setStage();
});
after(() => stage.close());

const base = '/api/knowledge/validation';

const cases = [
  {
    id: 'reset',
    tags: ['accounts'],
    turns: [{ customer: 'How can I reset my password?' }],
    expect: { outcome: 'answer', sources_any: ['Reset your password'], answer: { must_include: ['forgot  PASSWORD'] } },
  },
  { id: 'person', turns: [{ customer: 'I want to talk to a human being.' }], expect: { outcome: 'escalate' } },
  {
    id: 'two-turns',
    turns: [
      { customer: 'How can I reset my password?', expect: { outcome: 'answer' } },
      { customer: 'Let me talk to a person please.' },
    ],
    expect: { reason: 'customer_request' },
  },
  { id: 'wrong', weight: 3, turns: [{ customer: 'How can I reset my password?' }], expect: { outcome: 'escalate' } },
  { id: 'off', enabled: false, turns: [{ customer: 'x' }], expect: { outcome: 'answer' } },
  { id: 'expects-nothing', turns: [{ customer: 'x' }] },
];

const save = async (suite: object) => {
  const answer = await stage.world.wim.calls('PUT', `${base}/suite`, suite, { 'if-match': '*' });
  assert.equal(answer.status, 200, answer.text);
};

async function run(wish: object = {}): Promise<any> {
  const { world } = stage;
  const answer = await world.wim.calls('POST', `${base}/suite/run`, wish);
  assert.equal(answer.status, 202, answer.text);
  assert.equal(answer.body.status, 'queued');
  return finished(String(answer.headers['location']));
}

const finished = (location: string) =>
  eventually(async () => {
    const body = await stage.world.max.gets(location);
    assert.equal(body.status, 'completed');
    return body;
  });

const verdicts = ({ results }: any) => Object.fromEntries(results.map((each: any) => [each.case_id, each.verdict]));

test('an empty suite cannot be run', async () => {
  const { wim, max } = stage.world;
  const code = async (wish?: object) => (await wim.posts(`${base}/suite/run`, wish, 422)).code;
  assert.equal(await code(), 'suite_empty');
  await save({ cases });
  assert.equal(await code({ case_ids: ['off'] }), 'suite_empty');
  assert.equal(await code({ tags: ['nothing'] }), 'suite_empty');
  const { errors } = await wim.posts(`${base}/suite/run`, { case_ids: ['reset', 'gone'] }, 422);
  assert.equal(errors[0].path, '/case_ids/1');
  await max.posts(`${base}/suite/run`, {}, 403);
});

test('the analysis of the knowledge shows what the suite does not cover', async () => {
  const { max } = stage.world;
  const coverage = async () => (await max.gets('/api/knowledge/analysis')).suite_coverage;
  const titles = ({ documents_without_case: left }: any) => left.map(({ title }: { title: string }) => title);
  await save({ cases: [] });
  const all = await coverage();
  assert.ok(titles(all).includes('Reset your password'));
  const gone = { id: 'gone', turns: [{ customer: 'x' }], expect: { sources_any: ['Not written yet'] } };
  await save({ cases: [...cases, gone] });
  const left = await coverage();
  assert.deepEqual(
    titles(left),
    titles(all).filter((title: string) => title !== 'Reset your password'),
  );
  assert.equal(left.documents_without_case_total, all.documents_without_case_total - 1);
  assert.deepEqual(left.cases_without_source, [{ case_id: 'gone', name: 'x' }]);
  await save({ cases });
});

test('each case is rehearsed and judged; assertions decide', async () => {
  const done = await run();
  assert.deepEqual(verdicts(done), {
    wrong: 'fail',
    reset: 'pass',
    person: 'pass',
    'two-turns': 'pass',
    off: 'skipped',
    'expects-nothing': 'skipped',
  });
  assert.equal(done.results[0].case_id, 'wrong', 'what fails comes first');
  assert.deepEqual(done.counts, { pass: 3, fail: 1, flaky: 0, error: 0, skipped: 2 });
  assert.deepEqual([done.verdict, done.score, done.progress], ['failed', 0.5, { done: 6, total: 6 }]);
  const [wrong] = done.results;
  assert.deepEqual(wrong.assertions, [{ path: '/expect/outcome', expected: 'escalate', actual: 'answer', ok: false }]);
  assert.equal(wrong.decision.outcome, 'answer');
  assert.ok(done.snapshot.knowledge_revision > 0);
  const some = await run({ tags: ['accounts'] });
  assert.deepEqual([Object.keys(verdicts(some)), some.verdict], [['reset'], 'passed']);
  await stage.world.mallory.gets(`${base}/runs/${done.id}`, 404);
});

test('a large run is listed without its decisions, and a single case with its decision', async () => {
  const { max, mallory } = stage.world;
  const done = await run();
  const light = await max.gets(`${base}/runs/${done.id}?decisions=none`);
  assert.deepEqual(
    light.results,
    done.results.map((each: any) => ({ ...each, decision: null })),
  );
  const path = `${base}/runs/${done.id}/results/two-turns`;
  const { case: rehearsed, ...result } = await max.gets(path);
  assert.deepEqual(
    result,
    done.results.find((each: any) => each.case_id === 'two-turns'),
  );
  assert.deepEqual([rehearsed.id, rehearsed.turns.length], ['two-turns', 2]);
  await max.gets(`${base}/runs/${done.id}/results/never-rehearsed`, 404);
  await mallory.gets(path, 404);
});

test('a run is compared with its baseline, regressions first, and reported to continuous integration', async () => {
  const { max, wim } = stage.world;
  const first = await run();
  const worse = await run({ overlay: { settings: { thresholds: { answer: 1, clarify: 1 } } } });
  assert.equal(worse.baseline_run_id, first.id);
  assert.deepEqual(
    worse.regressions.map((each: any) => each.case_id),
    ['reset', 'two-turns'],
  );
  const comparison = await max.gets(`${base}/runs/${worse.id}/compare?base=${first.id}`);
  const ids = (list: any[]) => list.map((each) => each.case_id);
  assert.deepEqual([ids(comparison.broken), ids(comparison.fixed)], [['reset', 'two-turns'], ['wrong']]);
  assert.equal(comparison.same, 3);
  assert.deepEqual([comparison.broken[0].base.outcome, comparison.broken[0].run.outcome], ['answer', 'escalate']);
  const after = await run();
  assert.equal(after.baseline_run_id, first.id, 'what was tried is no baseline');
  assert.deepEqual(after.regressions, []);
  const junit = await max.calls('GET', `${base}/runs/${worse.id}?format=junit`);
  assert.match(String(junit.headers['content-type']), /^application\/xml/);
  assert.match(junit.text, /<testsuite name="[^"]+" tests="6" failures="2" errors="0" skipped="2"/);
  assert.match(junit.text, /id="reset"[^>]*><failure type="regression"/);
  const table = await max.calls('GET', `${base}/runs/${worse.id}`, undefined, { accept: 'text/csv' });
  assert.match(table.text, /^\uFEFFcase_id,name,/);
  await max.gets(`${base}/runs/${worse.id}/compare?base=${wim.userId}`, 404);
  const { items } = await max.gets(`${base}/runs?limit=2`);
  assert.deepEqual(
    items.map((each: any) => each.id),
    [after.id, worse.id],
  );
});

test('a run gets its baseline when it starts: the last run of the whole suite, or one with all of its cases', async () => {
  const { wim } = stage.world;
  await save({ cases });
  const promise = async (wish: object = {}) => {
    const run = await wim.posts(`${base}/suite/run`, wish, 202);
    assert.equal(run.baseline_run_id, null, 'it waits for one');
    return `${base}/runs/${run.id}`;
  };
  const idOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const baselineOf = async (path: string) => (await finished(path)).baseline_run_id;
  const coversSuite = async (path: string) => (await wim.gets(path)).covers_suite;

  // All are requested before the first one has ended.
  const whole = await promise();
  const some = await promise({ case_ids: ['reset'] });
  const others = await promise({ case_ids: ['person', 'reset'] });
  const fewer = await promise({ tags: ['accounts'] });
  const compareWithNothing = await promise({ baseline_run_id: null });
  const next = await promise();

  assert.equal(await baselineOf(some), idOf(whole));
  assert.equal(await baselineOf(others), idOf(whole), 'the run before had only one of its two cases');
  assert.equal(await baselineOf(fewer), idOf(others), 'the run before had its case');
  assert.equal(await baselineOf(compareWithNothing), null);
  assert.deepEqual([await coversSuite(whole), await coversSuite(some), await coversSuite(fewer)], [true, false, false]);
  assert.equal(
    await baselineOf(next),
    idOf(compareWithNothing),
    'a run of some cases is no baseline of the whole suite',
  );
  assert.equal(await baselineOf(await promise()), idOf(next));
  assert.equal(
    (await wim.posts(`${base}/suite/run`, { baseline_run_id: wim.userId }, 422)).errors[0].path,
    '/baseline_run_id',
  );
});

test('the last run of the whole suite stays while it is the baseline, even after many runs of some cases', async () => {
  const { max } = stage.world;
  const there = async (id: string) => (await max.calls('GET', `${base}/runs/${id}`)).status;
  await save({ cases });
  const first = await run();
  const whole = await run();
  assert.equal(whole.baseline_run_id, first.id);
  const some = await run({ case_ids: ['reset'], baseline_run_id: null });
  await copyRun(some.id, 200);
  const last = await run({ case_ids: ['reset'], baseline_run_id: null });

  assert.equal(await there(some.id), 404, 'precondition: old runs are forgotten');
  assert.equal(await there(whole.id), 200);
  assert.equal((await max.gets(`${base}/runs/${whole.id}/compare`)).base_run_id, first.id);
  const next = await run();
  assert.equal(next.baseline_run_id, whole.id);
  // It is no longer the newest of its kind, but it is the baseline of a run that is kept.
  assert.equal((await max.gets(`${base}/runs/${next.id}/compare`)).base_run_id, whole.id);
  assert.deepEqual([await there(last.id), await there(first.id)], [200, 404]);
  const { errors } = await max.gets(`${base}/runs/${whole.id}/compare`, 422);
  assert.deepEqual([errors[0].path, /no longer kept/.test(errors[0].message)], ['query.base', true]);
});

/** Copies the run as if it had been requested so many more times, without results. */
async function copyRun(id: string, times: number): Promise<void> {
  const { db, clock } = stage.server.desk;
  const ids = Array.from({ length: times }, () => newId(clock.now().getTime()));
  await db.owner.query(
    `insert into suite_run
     select (jsonb_populate_record(suite_run, jsonb_build_object('id', copy))).*
     from suite_run, unnest($2::uuid[]) copy where id = $1`,
    [id, ids],
  );
}

test('runs execute one at a time; a run is cancelled, and the run of a dead process continues where it stopped', async () => {
  const { max, wim, birch } = stage.world;
  const { db } = stage.server.desk;
  const many = Array.from({ length: 120 }, (_, at) => ({
    id: `case-${at}`,
    turns: [{ customer: `Question ${at}: how can I reset my password?` }],
    expect: { outcome: 'answer' },
  }));
  await save({ cases: many });
  const [one, two, three] = [
    await wim.posts(`${base}/suite/run`, {}, 202),
    await wim.posts(`${base}/suite/run`, { case_ids: ['case-1'] }, 202),
    await wim.posts(`${base}/suite/run`, { case_ids: ['case-2'] }, 202),
  ];
  const { rows } = await db.owner.query(`select count(*)::int n from suite_run where status = 'running'`);
  assert.ok(Number(rows[0]?.['n']) <= 1);
  assert.equal((await max.posts(`${base}/runs/${two.id}/cancel`, undefined, 200)).status, 'cancelled');
  await max.posts(`${base}/runs/${two.id}/cancel`, undefined, 409);
  const done = await finished(`${base}/runs/${one.id}`);
  assert.equal(done.counts.pass, 120);
  assert.equal((await finished(`${base}/runs/${three.id}`)).counts.pass, 1);
  assert.equal((await max.gets(`${base}/runs/${two.id}`)).progress.done, 0);
  const { same, unreached } = await max.gets(`${base}/runs/${two.id}/compare?base=${one.id}`);
  assert.deepEqual([same, unreached], [0, ['case-1']], 'it was cancelled before its case');

  // The state after a process has died in the middle: the run is leased, and its job is gone.
  await db.owner.query(
    `update suite_run set status = 'running', finished_at = null, done = 100, leased_until = now() - interval '1 second',
      counts = jsonb_set(counts, '{pass}', '100') where id = $1 and organization_id = $2`,
    [one.id, birch.organizationId],
  );
  await db.owner.query(
    `update suite_result set verdict = null, duration_ms = -1 where run_id = $1 and position >= 100`,
    [one.id],
  );
  await db.owner.query(`update suite_result set duration_ms = -7 where run_id = $1 and position < 100`, [one.id]);
  await stage.server.sweep();
  const resumed = await finished(`${base}/runs/${one.id}`);
  assert.equal(resumed.counts.pass, 120);
  assert.equal(
    resumed.results.filter((each: any) => each.duration_ms === -7).length,
    100,
    'what had a verdict kept it',
  );
});

test('a run reports its progress to its viewers', async () => {
  const { max, mallory } = stage.world;
  await save({ cases });
  const [reader, stranger] = [await streamOf(stage.origin, max), await streamOf(stage.origin, mallory)];
  const { id, version } = await run();
  await reader.sees('its end', (event) => event.type === 'run.updated' && event.data.version === version);
  const told = reader.events.filter((event) => event.type === 'run.updated');
  // At its end the oldest run is forgotten, which is news of that one.
  assert.ok(told.filter(({ data }) => data.id === id).length >= 3, 'that it is promised, each case, its end');
  for (const { data } of told) assert.deepEqual(Object.keys(data).toSorted(), ['id', 'version']);
  assert.deepEqual(stranger.events, []);
  await Promise.all([reader.close(), stranger.close()]);
});

test('the deletion of a run is news to its viewers', async () => {
  const { wim, max } = stage.world;
  await save({ cases: cases.slice(0, 1) });
  const { id } = await run();
  const reader = await streamOf(stage.origin, max);
  await wim.deletes(`${base}/runs/${id}`);
  await reader.sees('its end', (event) => event.type === 'run.updated' && event.data.id === id);
  await max.gets(`${base}/runs/${id}`, 404);
  await reader.close();
});

test('the red-team pack holds with the embedded engine', async () => {
  const { wim } = stage.world;
  await save({ cases: [] });
  await wim.posts(`${base}/suite/packs`, { pack: 'red-team' }, 200);
  const done = await run();
  assert.deepEqual(
    done.results
      .filter((each: any) => each.verdict !== 'pass')
      .map((each: any) => [each.name, each.error, each.assertions]),
    [],
  );
  assert.ok(done.counts.pass >= 60);
});
