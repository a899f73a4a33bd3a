import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startLanguageModel, type FakeModel } from '../../../test/providers/language-model.ts';
import { eventually, setStage, type Stage } from '../../../test/story/stage.ts';

let stage: Stage;
let model: FakeModel;
before(async () => {
  model = await startLanguageModel();
  stage = await setStage({
    environment: {
      ...model.environment,
    },
  });
});
after(async () => {
  await model.close();
  await stage.close();
});

const base = '/api/knowledge/validation';

test('the lease of a run is renewed during a slow case, however short it is', async () => {
  const { wim } = stage.world;
  const { db } = stage.server.desk;
  const slow = {
    id: 'slow',
    repeat: 10,
    turns: [{ customer: 'How can I reset my password?' }],
    expect: { outcome: 'answer' },
  };
  assert.equal((await wim.calls('PUT', `${base}/suite`, { cases: [slow] })).status, 200);
  model.failAlways({ kind: 'hang' });
  const { id } = await wim.posts(`${base}/suite/run`, {}, 202);
  await eventually(() => assert.ok(model.calls.all.length > 0));
  const expired = await db.owner.query(
    `update suite_run set leased_until = clock_timestamp() where id = $1 and leased_until is not null returning id`,
    [id],
  );
  assert.equal(expired.rows.length, 1, 'the case is at work');
  await eventually(async () => {
    const { rows } = await db.owner.query(
      `select done, leased_until > clock_timestamp() as held from suite_run where id = $1`,
      [id],
    );
    assert.deepEqual(rows, [{ done: 0, held: true }]);
  });
  await wim.posts(`${base}/runs/${id}/cancel`, undefined, 200);
  model.failAlways(null);
});
