import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { setStage } from '../test/story/stage.ts';
import { addCatalogue, questionAbout } from './corpora/catalogue.ts';

/*
 * How long a run of a suite takes, as it is worked beside everything else. TEST_ENGINE=pglite|postgres npm run bench:suite
 * [-- --cases N --passages N]. Promise: 1,000 cases at 1,000 passages in at most 60 s on two quiet cores.
 */
const { values } = parseArgs({
  options: { cases: { type: 'string', default: '1000' }, passages: { type: 'string', default: '1000' } },
});
const [cases, passages] = [Number(values.cases), Number(values.passages)];

const stage = await setStage();
try {
  const { wim } = stage.world;
  await addCatalogue(stage.world, passages);
  const suite = {
    cases: Array.from({ length: cases }, (_, at) => ({
      turns: [{ customer: questionAbout(at, passages) }],
      expect: { answer: { must_not_include: ['nowhere'] } },
    })),
  };
  await wim.calls('PUT', '/api/knowledge/validation/suite', suite);
  const { chunks } = (await wim.gets('/api/knowledge/analysis')).totals;
  const { id } = await wim.posts('/api/knowledge/validation/suite/run', {}, 202);
  const started = performance.now();
  for (;;) {
    const run = (await wim.gets('/api/knowledge/validation/runs?limit=1')).items[0];
    if (run.id === id && run.status === 'completed') {
      const took = (performance.now() - started) / 1000;
      console.log(`${cases} cases, ${chunks} passages: ${took.toFixed(1)} s, ${JSON.stringify(run.counts)}`);
      break;
    }
    await sleep(250);
  }
} finally {
  await stage.close();
}
