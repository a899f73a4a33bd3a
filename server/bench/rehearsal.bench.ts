import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';
import { eventually, setStage } from '../test/story/stage.ts';
import { addCatalogue, questionAbout } from './corpora/catalogue.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures the cost of rehearsals: simulations and searches for the same words, alternating in one run, and the preview of
 * a changed policy over recent decisions. Promises: p95 of a simulation at most 1.5 times that of the search at 1,000 passages;
 * 200 decisions in at most 5 s on two cores. Run: npm run bench:rehearsal [-- --passages N --decisions N]
 */
const { values } = parseArgs({
  options: { passages: { type: 'string', default: '1000' }, decisions: { type: 'string', default: '200' } },
});
const [passages, decisions] = [Number(values.passages), Number(values.decisions)];
const asked = 200;
const warmUp = 20;

const stage = await setStage({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } });
try {
  const { wim, max } = stage.world;
  await addCatalogue(stage.world, passages);
  // The examination of new documents runs in this process, and would delay whichever of the two waits more often.
  await eventually(async () => assert.equal(await jobsToDo(), 0), 600_000);
  await stage.server.desk.db.owner.query('analyze');

  const searches: number[] = [];
  const simulations: number[] = [];
  for (let at = 0; at < warmUp + asked; at++) {
    const message = questionAbout(at, passages);
    const search = await timed(() => wim.posts('/api/knowledge/search', { query: message }, 200));
    const simulation = await timed(() => wim.posts('/api/knowledge/validation/outcome/simulate', { message }, 200));
    if (at < warmUp) continue;
    searches.push(search);
    simulations.push(simulation);
  }
  const [search, simulation] = [quantile(searches, 0.95), quantile(simulations, 0.95)];
  console.log(
    `${passages} passages: p95 of a search ${search.toFixed(1)} ms, of a simulation ${simulation.toFixed(1)} ms, ` +
      `${(simulation / search).toFixed(2)} times as long (limit 1.5)`,
  );

  for (let at = 0; at < decisions; at++)
    await stage.chatdesk.deliver(
      stage.hooks.chatdesk,
      stage.chatdesk.events.userCreated({ text: questionAbout(at, passages) }),
    );
  const overlay = { settings: { thresholds: { answer: 0.95, clarify: 0.45 } } };
  const preview = () => max.posts('/api/routing/policy/preview', { overlay, thresholds: true, last: decisions }, 200);
  await eventually(async () => assert.equal((await preview()).considered, decisions), 600_000);
  const took: number[] = [];
  for (let at = 0; at < 3; at++) took.push(await timed(preview));
  console.log(`preview of ${decisions} decisions: ${(quantile(took, 0.5) / 1_000).toFixed(2)} s (limit 5 s for 200)`);
} finally {
  await stage.close();
}

async function jobsToDo(): Promise<unknown> {
  const { rows } = await stage.server.desk.db.owner.query(
    `select count(*) as jobs from pgboss.job where state < 'completed' and start_after < now() + interval '1 minute'`,
  );
  return Number(rows[0]?.['jobs']);
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}
