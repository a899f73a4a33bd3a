import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { silenceSeconds } from '../../src/platform/jobs/silence.ts';
import { startDesk } from './process.ts';
import { eventually, expects, setScene, type Scene } from './scene.ts';

// docs/validation.md: after a restart a run resumes at the case where it stopped.
const many = 200;
const base = '/api/knowledge/validation';

let scene: Scene;
before(async () => {
  scene = await setScene({ environment: { EMBEDDINGS: 'off' } });
  const cases = Array.from({ length: many }, (_, at) => ({
    id: `case-${at}`,
    turns: [{ customer: `Question ${at}: how can I reset my password?` }],
    expect: { outcome: 'answer' },
  }));
  await expects(scene, 200, 'PUT', `${base}/suite`, { cases });
});
after(() => scene?.close());

test('a run whose process is killed is released when the process counts as dead, and resumes where it stopped', async () => {
  const { id } = await expects(scene, 202, 'POST', `${base}/suite/run`, {});
  const run = () => expects(scene, 200, 'GET', `${base}/runs/${id}?decisions=none`);
  await eventually(async () => assert.ok((await run()).progress.done >= 3));
  await scene.desk.kill();
  const [left] = await scene.home.look((query) =>
    query(
      `select status, done, extract(epoch from leased_until - clock_timestamp())::float8 held,
        (select count(*)::int from suite_result where run_id = suite_run.id and verdict is not null) judged
       from suite_run where id = $1`,
      [id],
    ),
  );
  assert.deepEqual([left.status, left.judged], ['running', left.done]);
  assert.ok(left.done >= 3 && left.done < many, `it died in the middle: ${left.done}`);
  assert.ok(left.held === null || left.held <= silenceSeconds, `nobody may take it for ${left.held} s`);

  // Mark the results of the first process.
  await scene.home.look((query) =>
    query(`update suite_result set duration_ms = -7 where run_id = $1 and verdict is not null`, [id]),
  );
  scene.desk = startDesk({ environment: scene.environment, port: scene.port });
  await scene.desk.ready;
  const done = await eventually(async () => {
    const body = await run();
    assert.equal(body.status, 'completed');
    return body;
  }, 120_000);
  assert.equal(done.counts.pass, many);
  const kept = done.results.filter((each: { duration_ms: number }) => each.duration_ms === -7);
  assert.equal(kept.length, left.done, 'what had a verdict kept it');
});
