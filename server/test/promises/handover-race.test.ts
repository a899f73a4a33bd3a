import assert from 'node:assert/strict';
import { after, before, test, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { chance, engine, times } from './chance.ts';
import { seatsFor } from './crew.ts';
import { lookThrough, type Lens } from './lens.ts';
import { mutate, type Edit } from './mutant.ts';
import { startDesk, type DeskProcess } from './process.ts';
import { race, slowDown, violations, wasClose, type Moment, type Race, type Ring } from './race.ts';
import { setScene } from './scene.ts';

// docs/promises.md P4: once a takeover is acknowledged, no message of the AI begins to be sent, and none is in flight.
const wanted = times('PROMISES_RACES', engine === 'postgres' ? 60 : 20, 1_000);
const wantedSlow = times('PROMISES_SLOW_RACES', 24, 400);
// The embedded engine, with one process and one connection, has few races: it checks the promise. PostgreSQL also checks the test.
const thorough = { skip: engine === 'pglite' && 'checked with two processes on PostgreSQL' };
const mostForMutant = times('PROMISES_MUTANT_RACES', 60, 400);

let ring: Ring;
before(async () => {
  const lenses: Lens[] = [];
  const scene = await setScene({
    through: async (url) => {
      lenses.push(await lookThrough(url));
      return lenses.at(-1)?.url ?? url;
    },
  });
  const [chatdesk, ticketdesk] = lenses;
  assert.ok(chatdesk && ticketdesk);
  // Keep the same scene object, and replace the process in it.
  ring = Object.assign(scene, { lenses: { chatdesk, ticketdesk } });
  slowDown(ring);
  await scene.desk.terminate();
});
after(async () => {
  await ring.close();
  await Promise.all([ring.lenses.chatdesk.close(), ring.lenses.ticketdesk.close()]);
});

// Slow the product down: a turn takes milliseconds, and the step from the fence to the socket less, too short to race.
const slow: Edit[] = [
  {
    file: 'support/handle-message.actions.ts',
    find: 'const considered = await consider(desk, scope, matter);',
    put:
      'const considered = await consider(desk, scope, matter); await new Promise((resolve) => setTimeout(resolve, ' +
      '20 + Math.random() * 100));',
  },
  {
    file: 'support/delivery/deliver.actions.ts',
    find: 'return send(desk, scope, outgoing);',
    put: 'await new Promise((resolve) => setTimeout(resolve, Math.random() * 60)); return send(desk, scope, outgoing);',
  },
];

const blindSender: Edit = {
  file: 'conversations/outbox/delivery.actions.ts',
  find: 'row.epoch !== conversation.epoch',
  put: 'false',
};

const mutants: { name: string; edits: Edit[]; moments: Moment[] }[] = [
  {
    name: 'm1: the owner is checked only when the turn begins',
    edits: [
      blindSender,
      {
        file: 'conversations/turn/turn.actions.ts',
        find: 'return same ? row : null;',
        put: 'return same ? row : { ...row, owner: turn.conversation.owner, ai_state: turn.conversation.ai_state };',
      },
      {
        file: 'support/carry-out.actions.ts',
        find: 'conversation: tagged,',
        put: 'conversation: { ...tagged, owner: conversation.owner, ai_state: conversation.ai_state },',
      },
      { file: 'support/carry-out.actions.ts', find: `tagged.owner === 'human'`, put: `conversation.owner === 'human'` },
    ],
    moments: ['thinking'],
  },
  {
    name: 'm2: the takeover does not wait for messages in flight',
    edits: [
      { file: 'conversations/ownership/handover.actions.ts', find: 'while (left > 0 &&', put: 'while (false &&' },
      // Wait between the fence and the socket: a single call sends the words, so no visible request comes before it.
      { file: 'support/delivery/deliver.actions.ts', find: 'Math.random() * 60', put: '60 + Math.random() * 400' },
    ],
    moments: ['thinking'],
  },
  {
    name: 'm3: messages written under the old epoch are neither withdrawn nor stopped',
    edits: [
      blindSender,
      { file: 'conversations/outbox/withdrawal.actions.ts', find: 'await withdrawWords(tx, row);', put: '[];' },
    ],
    moments: ['waiting'],
  },
];

test(`after a takeover is acknowledged the AI is silent, in ${wanted} close races`, async (t) => {
  const { close, broken } = await races(t, {
    program: undefined,
    wanted,
    moments: ['thinking', 'speaking', 'speaking', 'noticed', 'waiting'],
  });
  assert.deepEqual(broken, []);
  assert.ok(close >= wanted, `${close} races were close`);
});

test('the same with a slow turn and a slow sender', thorough, async (t) => {
  const copy = mutate(slow);
  t.after(copy.remove);
  const { close, broken } = await races(t, {
    program: copy.program,
    wanted: wantedSlow,
    moments: ['thinking', 'thinking', 'speaking', 'noticed', 'waiting'],
  });
  assert.deepEqual(broken, []);
  assert.ok(close >= wantedSlow, `${close} races were close`);
});

for (const { name, edits, moments } of mutants) {
  test(`a mutant loses the race (${name})`, thorough, async (t) => {
    const copy = mutate([...slow, ...edits]);
    t.after(copy.remove);
    const { broken } = await races(t, {
      program: copy.program,
      wanted: mostForMutant,
      moments,
      until: (found) => found.length > 0,
    });
    assert.notEqual(broken.length, 0, 'the mutant lived: this test would not notice the fault');
    t.diagnostic(broken[0] ?? '');
  });
}

interface Races {
  /** The `main.ts` of a mutated copy; undefined for the product itself. */
  program: string | undefined;
  /** The number of close races. */
  wanted: number;
  moments: Moment[];
  /** Stops the races early. */
  until?: (broken: string[]) => boolean;
}

const atOnce = 4;
/** Longer than a vendor's Retry-After and its delay. */
const graceMilliseconds = 1_500;

async function races(
  t: TestContext,
  { program, wanted: count, moments, until = () => false }: Races,
): Promise<{ close: number; broken: string[] }> {
  const luck = chance();
  const desks = await startProcesses(program);
  const run: Race[] = [];
  const close = () => run.filter((each) => wasClose(ring, each)).length;
  const broken = () => run.flatMap((each) => violations(ring, each));
  for (let round = 0; close() < count && round * atOnce < 3 * count && !until(broken()); round++) {
    run.push(...(await Promise.all(Array.from({ length: atOnce }, () => race(ring, luck, luck.pick(moments))))));
  }
  if (!until(broken())) await sleep(graceMilliseconds);
  t.diagnostic(`PROMISES_SEED=${luck.seed} races=${run.length} close=${close()} broken=${broken().length}`);
  const result = { close: close(), broken: broken() };
  await Promise.all(desks.map((desk) => desk.terminate()));
  return result;
}

/** Starts the processes. If the engine serves two, one receives the takeover and the other sends the messages. */
async function startProcesses(program: string | undefined): Promise<DeskProcess[]> {
  const seats = await seatsFor(ring, ['api', 'worker']);
  const desks = seats.map((seat) =>
    startDesk({ environment: ring.environment, ...seat, ...(program ? { program } : {}) }),
  );
  await Promise.all(desks.map((desk) => desk.ready));
  ring.desk = desks[0] ?? ring.desk;
  return desks;
}
