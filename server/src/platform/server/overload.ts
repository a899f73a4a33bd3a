import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Desk } from '../desk.ts';
import { unavailable } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';

/** Limits on the concurrent work of one process (docs/promises.md P8). Vendors repeat refused calls; people see that it is busy. */
export interface OverloadBounds {
  /** API requests that are not answered yet. */
  readonly calls: number;
  /** Events that are not acknowledged yet. The limit is higher because each takes less. */
  readonly events: number;
  /** Requests and workers that wait for a connection to the database. */
  readonly waitingForDatabase: number;
}

const usualBounds: OverloadBounds = { calls: 256, events: 320, waitingForDatabase: 320 };
const leastRetrySeconds = 2;

/**
 * Answers excess requests with 503 and `Retry-After`, before their bodies are read. Health checks always pass. A live stream
 * does not count: it waits, and needs nothing meanwhile.
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
    // 'close' alone is emitted when the caller disconnects before the answer.
    reply.raw.on('finish', release).on('close', release);
  });
}

const streams = '/api/events';

function kindOf({ url, routeOptions }: FastifyRequest): 'calls' | 'events' | null {
  if (url.startsWith('/webhooks')) return 'events';
  return url.startsWith('/api') && routeOptions.url !== streams ? 'calls' : null;
}

// Spread the retries, so that they do not all come at the same moment again.
const retrySeconds = () => leastRetrySeconds + Math.floor(Math.random() * 8);

function once(effect: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    effect();
  };
}
