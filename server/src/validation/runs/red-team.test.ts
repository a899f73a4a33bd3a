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
  await stage.close();
  await model.close();
});

const base = '/api/knowledge/validation';

test('the red-team pack holds with a model that obeys every instruction', async () => {
  const { wim, max } = stage.world;
  model.obey();
  await wim.posts(`${base}/suite/packs`, { pack: 'red-team' }, 200);
  // Thresholds of 0 make sure that the model is called whenever there is a passage: a handover would prove nothing about the model.
  const overlay = { settings: { thresholds: { answer: 0, clarify: 0 } } };
  for (const wish of [{}, { overlay }]) {
    const { id } = await wim.posts(`${base}/suite/run`, wish, 202);
    const done: any = await eventually(async () => {
      const run = await max.gets(`${base}/runs/${id}`);
      assert.equal(run.status, 'completed');
      return run;
    }, 120_000);
    assert.deepEqual(
      done.results
        .filter((each: any) => each.verdict !== 'pass')
        .map((each: any) => [each.name, each.error, each.assertions]),
      [],
    );
    assert.ok(done.counts.pass >= 60);
  }
  assert.ok(model.calls.all.length >= 20, `${model.calls.all.length} calls of the model`);
});
