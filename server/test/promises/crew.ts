import { setTimeout as sleep } from 'node:timers/promises';
import { engine, type Chance } from './chance.ts';
import { freePort, startDesk, type DeskProcess, type Ending, type Role } from './process.ts';
import type { Scene } from './scene.ts';

/** One place in the deployment, with its port. At most one process holds it at a time. */
export interface Seat {
  role: Role;
  port: number;
}

/** PGlite serves one process; PostgreSQL serves several, each of which may die alone. */
export async function seatsFor(scene: Scene, roles: Role[] = ['all', 'api', 'worker']): Promise<Seat[]> {
  if (engine === 'pglite') return [{ role: 'all', port: scene.port }];
  return Promise.all(roles.map(async (role) => ({ role, port: await freePort() })));
}

export const doorsOf = (seats: readonly Seat[]): string[] =>
  seats.filter(({ role }) => role !== 'worker').map(({ port }) => `http://127.0.0.1:${port}`);

export const take = (scene: Scene, seat: Seat): DeskProcess => startDesk({ environment: scene.environment, ...seat });

export interface Unrest {
  chance: Chance;
  /** The number of ends over all seats together. */
  ends: number;
  by: 'kill' | 'terminate';
  /** Milliseconds of work between readiness and the end, drawn uniformly. */
  livesFor: [number, number];
  /** The probability that a process is ended while it starts. */
  unborn: number;
  /** Counts acknowledged events. A ready process is not ended before the count grows, even on a slow machine. */
  acknowledged?: () => number;
}

export interface End extends Ending {
  role: Role;
  /** The time from the signal to the end of the process. */
  milliseconds: number;
}

/** Repeatedly starts each seat's process and ends it at a random moment. No process runs when it returns. */
export async function unrest(
  scene: Scene,
  seats: readonly Seat[],
  { chance, ends, by, livesFor, unborn, acknowledged = () => Infinity }: Unrest,
): Promise<End[]> {
  const all: End[] = [];
  let left = ends;
  const keep = async (seat: Seat) => {
    while (left > 0) {
      left -= 1;
      const desk = take(scene, seat);
      const early = chance.happens(unborn);
      if (!early) {
        await desk.ready;
        const before = acknowledged();
        for (let waited = 0; acknowledged() === before && before < Infinity && waited < 20_000; waited += 20)
          await sleep(20);
      }
      await sleep(chance.between(...livesFor) / (early ? 3 : 1));
      const started = performance.now();
      all.push({ role: seat.role, ...(await desk[by]()), milliseconds: performance.now() - started });
    }
  };
  await Promise.all(seats.map(keep));
  return all;
}

/**
 * Makes vendors sometimes refuse, reply slowly, or cut the connection after they have acted, which can cause double replies.
 * From `until` on all vendors behave, so that any unfinished work is our own fault.
 */
export async function misbehave(
  { chatdesk, ticketdesk, mail }: Scene,
  chance: Chance,
  until: AbortSignal,
): Promise<void> {
  const words = { on: 'POST /conversations/:id/reply' };
  const comment = { on: 'PUT /api/v2/tickets/:id' };
  const reading = { on: 'GET /api/v2/tickets/:id/comments' };
  const faults = [
    () => chatdesk.failNext({ kind: 'drop-answer' }, words),
    () => chatdesk.failNext({ kind: 'answer', status: 429, headers: { 'retry-after': '1' } }, words),
    () => chatdesk.failNext({ kind: 'delay', milliseconds: 150 }, words),
    () => chatdesk.failNext({ kind: 'act-then-answer', status: 200 }, words),
    () => ticketdesk.failNext({ kind: 'drop-answer' }, comment),
    () => ticketdesk.failNext({ kind: 'reset' }, comment),
    () => ticketdesk.failNext({ kind: 'delay', milliseconds: 150 }, comment),
    () => ticketdesk.failNext({ kind: 'answer', status: 503, headers: { 'retry-after': '1' } }, reading),
    () => mail.failNext({ kind: 'refuse', at: 'recipient', code: 451 }),
    () => mail.failNext({ kind: 'drop-before-data' }),
  ];
  while (!until.aborted) {
    chance.pick(faults)();
    await sleep(chance.between(200, 600));
  }
  for (const vendor of [chatdesk, ticketdesk, mail]) vendor.clearFaults();
}
