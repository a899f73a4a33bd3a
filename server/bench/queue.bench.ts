import { parseArgs } from 'node:util';
import { conversationOf, setStage, type Stage } from '../test/story/stage.ts';
import { addText } from '../src/knowledge/library/documents/documents.actions.ts';
import type { Jobs } from '../src/platform/jobs/jobs.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures how much thousands of queued documents slow down the answer to a customer: the seconds from the webhook to the
 * sent answer, with an empty queue and with a full one. TEST_ENGINE=pglite|postgres npm run bench:queue [-- --documents N]
 */
const { values } = parseArgs({
  options: { documents: { type: 'string', default: '2000' }, answers: { type: 'string', default: '15' } },
});
const [documents, answers] = [Number(values.documents), Number(values.answers)];

const told = (taken: readonly number[]) => ({
  median: quantile(taken, 0.5).toFixed(3),
  p95: quantile(taken, 0.95).toFixed(3),
});

const stage = await setStage();
try {
  await measure(stage, 5);
  const calm = await measure(stage, answers);
  await enqueue(stage, documents);
  const before = await waiting(stage);
  const busy = await measure(stage, answers);
  const after = await waiting(stage);
  console.table({ calm: told(calm), [`${documents} documents queued`]: told(busy) });
  console.log(`ratio of the medians ${(quantile(busy, 0.5) / quantile(calm, 0.5)).toFixed(2)}`);
  console.log(`queued before ${before}, after ${after}: ${before - after} were read meanwhile`);
} finally {
  await stage.close();
}

async function measure({ chatdesk, hooks }: Stage, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < times; at++) {
    const started = performance.now();
    const event = chatdesk.events.userCreated({ text: 'How can I reset my password?' });
    await chatdesk.deliver(hooks.chatdesk, event);
    await conversationOf(stage, event.conversationId, ({ messages }) => {
      if (!messages?.some((each: any) => each.kind === 'ai' && each.delivery.status === 'sent'))
        throw new Error('not yet');
    });
    taken.push((performance.now() - started) / 1000);
  }
  return taken;
}

// Release all jobs at once: documents added one by one would be ingested as fast as they arrive.
async function enqueue({ server, world }: Stage, count: number): Promise<void> {
  const { id: collection_id } = await world.wim.posts('/api/knowledge/collections', { name: 'Catalogue' });
  const acting = { ...world.birch, actor: { type: 'operator', id: 'bench', name: 'bench' }, origin: null } as const;
  const { jobs } = server.desk;
  const startAfter = { milliseconds: 86_400_000 };
  const later: Jobs = {
    ...jobs,
    enqueue: (tx, job, payload, options) => jobs.enqueue(tx, job, payload, { ...options, startAfter }),
  };
  for (let at = 0; at < count; at++) {
    const text = `The part number ${at} is kept on shelf ${at * 7}. It weighs ${at % 90} grams and fits the machines of series ${at % 12}.`;
    await addText({ ...server.desk, jobs: later }, acting, { collection_id, title: `Part ${at}`, text });
  }
  await server.desk.db.owner.query(`update pgboss.job set start_after = now() where name = 'knowledge.ingest'`);
}

async function waiting({ server }: Stage): Promise<number> {
  const { rows } = await server.desk.db.owner.query(
    `select count(*)::int as left from document where status <> 'ready'`,
  );
  return Number(rows[0]?.['left']);
}
