import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { setStage } from '../test/story/stage.ts';
import { addCatalogue, questionAbout } from './corpora/catalogue.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures how long a run of a suite takes, and how long customers wait for answers meanwhile. TEST_ENGINE=pglite|postgres npm run
 * bench:suite [-- --cases N --passages N --rate N]. Promises: 1,000 cases at 1,000 passages in at most 60 s on two quiet cores,
 * and the p95 of live answers grows by at most a quarter. Live messages come at the same rate before, during and after the run.
 */
const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    passages: { type: 'string', default: '1000' },
    rate: { type: 'string', default: '2' },
  },
});
const [cases, passages, rate] = [Number(values.cases), Number(values.passages), Number(values.rate)];

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
  await liveWhile(sleep(5_000));
  const before = await liveWhile(sleep(20_000));

  const started = performance.now();
  const { id } = await wim.posts('/api/knowledge/validation/suite/run', {}, 202);
  let counts: unknown;
  const beside = await liveWhile(completed(id).then((run) => (counts = run.counts)));
  const took = (performance.now() - started) / 1000;
  const after = await liveWhile(sleep(20_000));
  console.log(`${cases} cases, ${chunks} passages: ${took.toFixed(1)} s (limit 60 s), ${JSON.stringify(counts)}`);

  const alone = quantile([...before, ...after], 0.95);
  const during = quantile(beside, 0.95);
  console.log(
    `live answers at ${rate} a second: p95 ${alone.toFixed(0)} ms without a run (${before.length + after.length} answers), ` +
      `${during.toFixed(0)} ms beside it (${beside.length}), ${(during / alone).toFixed(2)} times as long (limit 1.25)`,
  );
} finally {
  await stage.close();
}

async function completed(id: string) {
  for (;;) {
    const run = (await stage.world.wim.gets('/api/knowledge/validation/runs?limit=1')).items[0];
    if (run.id === id && run.status === 'completed') return run;
    await sleep(250);
  }
}

/** Sends messages until the promise settles; returns the milliseconds from webhook to answer at the vendor. */
async function liveWhile(ended: Promise<unknown>): Promise<number[]> {
  const answers: Promise<number>[] = [];
  let goesOn = true;
  void ended.finally(() => (goesOn = false));
  for (let at = 0; goesOn; at++) {
    answers.push(answered(questionAbout(at, passages)));
    await sleep(1_000 / rate);
  }
  await ended;
  return Promise.all(answers);
}

async function answered(text: string): Promise<number> {
  const { chatdesk, hooks } = stage;
  const event = chatdesk.events.userCreated({ text });
  const begun = performance.now();
  await chatdesk.deliver(hooks.chatdesk, event);
  while (chatdesk.repliesTo(event.conversationId).length === 0) {
    if (performance.now() - begun > 120_000) throw new Error('No answer in two minutes.');
    await sleep(3);
  }
  return performance.now() - begun;
}
