import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Desk } from '../desk.ts';
import { unavailable } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';

/** What one process takes at a time (docs/promises.md P8). Vendors repeat what was refused; people see that it is busy. */
export interface OverloadBounds {
  /** Requests of the API that are not answered yet. */
  readonly calls: number;
  /** Events that are not acknowledged yet: more, as each takes less. */
  readonly events: number;
  /** Those who wait for a connection to the database, workers among them. */
  readonly waitingForDatabase: number;
}

const usualBounds: OverloadBounds = { calls: 256, events: 320, waitingForDatabase: 320 };
const leastRetrySeconds = 2;

/**
 * Answers 503 with `Retry-After` to what would only make the queue longer, before anything is read of it. Health is reported all
 * the same, and a live stream counts for nobody: it waits, and needs nothing meanwhile.
 */
export function refuseOverload(app: FastifyInstance, { db }: Pick<Desk, 'db'>, bounds = usualBounds): void {
  const inFlight = { calls: 0, events: 0 };
  app.addHook('onRequest', async (request, reply) => {
    const kind = kindOf(request);
    if (!kind) return;
    if (inFlight[kind] >= bounds[kind] || db.pool.waitingCount >= bounds.waitingForDatabase)
      throw unavailable(sentence`The server is overloaded. Nothing was changed.`, retrySeconds());
    inFlight[kind] += 1;
    const release = once(() => (inFlight[kind] -= 1));
    // Answered, or cut off by the caller.
    reply.raw.on('finish', release).on('close', release);
  });
}

const streams = '/api/events';

function kindOf({ url, routeOptions }: FastifyRequest): 'calls' | 'events' | null {
  if (url.startsWith('/webhooks')) return 'events';
  return url.startsWith('/api') && routeOptions.url !== streams ? 'calls' : null;
}

// Not all at the same moment again.
const retrySeconds = () => leastRetrySeconds + Math.floor(Math.random() * 8);

function once(effect: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    effect();
  };
}
