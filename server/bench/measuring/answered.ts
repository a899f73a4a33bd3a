import { setTimeout as sleep } from 'node:timers/promises';
import { hookOf, type Scene } from '../../test/promises/scene.ts';

/** Sends so many first messages at a rate; milliseconds until each was answered at the vendor. */
export async function answered(
  scene: Scene,
  { url, rate, count }: { url: string; rate: number; count: number },
): Promise<number[]> {
  const hook = hookOf(scene, 'chatdesk', url);
  return atRate(rate, count, () => untilAnswered(scene, hook));
}

/** Begins so many of something at a rate, and waits for all. */
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
  // Told by the vendor's last call: hundreds that looked every few milliseconds took a core from what is measured.
  const reply = chatdesk.calls.until(
    (calls) => calls.at(-1)?.params['id'] === id && chatdesk.repliesTo(id).length > 0,
    120_000,
  );
  const { status } = await chatdesk.deliver(hook, event);
  if (status !== 202) throw new Error(`The webhook answered ${status}.`);
  await reply;
  return performance.now() - begun;
}

/** Takes the statistics that an operator's server (autovacuum) has soon; without them kept plans read whole tables. */
export async function withStatistics({ environment, home }: Scene): Promise<void> {
  if (environment['DATABASE_URL']) await home.look((query) => query('analyze'));
}
