import { setTimeout as sleep } from 'node:timers/promises';
import { hookOf, type Scene } from '../../test/promises/scene.ts';

/** Sends `count` first messages at a rate; returns the milliseconds until each was answered at the vendor. */
export async function answered(
  scene: Scene,
  { url, rate, count }: { url: string; rate: number; count: number },
): Promise<number[]> {
  const hook = hookOf(scene, 'chatdesk', url);
  return atRate(rate, count, () => untilAnswered(scene, hook));
}

/** Starts `count` tasks at a rate, and waits for all. */
export async function atRate<T>(rate: number, count: number, begin: () => Promise<T>): Promise<T[]> {
  const begun: Promise<T>[] = [];
  const start = performance.now();
  for (let index = 0; index < count; index++) {
    const wait = start + (index * 1_000) / rate - performance.now();
    if (wait > 0) await sleep(wait);
    begun.push(begin());
  }
  return Promise.all(begun);
}

async function untilAnswered({ chatdesk }: Scene, hook: string): Promise<number> {
  const event = chatdesk.events.userCreated({ text: 'How do I reset my password? I cannot sign in.' });
  const id = event.conversationId;
  const begun = performance.now();
  // Wait for the fake vendor's call instead of polling: hundreds of pollers kept a core busy and distorted the figures.
  const reply = chatdesk.calls.until(
    (calls) => calls.at(-1)?.params['id'] === id && chatdesk.repliesTo(id).length > 0,
    120_000,
  );
  const { status } = await chatdesk.deliver(hook, event);
  if (status !== 202) throw new Error(`The webhook answered ${status}.`);
  await reply;
  return performance.now() - begun;
}

/** Runs `analyze`, as autovacuum soon does on an operator's server; without statistics, cached plans read whole tables. */
export async function withStatistics({ environment, home }: Scene): Promise<void> {
  if (environment['DATABASE_URL']) await home.look((query) => query('analyze'));
}
