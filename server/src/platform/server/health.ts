import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { databaseReachable } from '../database/database.ts';
import type { Desk } from '../desk.ts';
import { notFound, unavailable } from '../http/errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import { serviceMetrics, showBacklog, type Backlog } from '../process/counters.ts';
import { sameBytes, sha256 } from '../secrets/signatures.ts';

let draining = false;

/** Makes readiness answer 503 from now on, so that a load balancer sends no more requests here. */
export function beginDraining(): void {
  draining = true;
}

/** `/healthz`: the process runs. `/readyz`: it can serve. `/metrics`: with METRICS_TOKEN, or from this machine only. */
export function mountHealth(app: FastifyInstance, desk: Desk, backlogOf: (desk: Desk) => Promise<Backlog>): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (draining) throw unavailable(sentence`The server is shutting down.`, 5);
    if (!(await databaseReachable(desk.db))) throw unavailable(sentence`The database is unavailable.`, 5);
    return { status: 'ready' };
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(desk.config.METRICS_TOKEN, request)) throw notFound();
    // Report the metrics of the process even when the database is unavailable.
    await backlogOf(desk).then(showBacklog, () => undefined);
    const all = Registry.merge([registry, serviceMetrics]);
    return reply.type(all.contentType).send(await all.metrics());
  });
}

function mayRead(token: string, { headers, socket }: FastifyRequest): boolean {
  if (token) return sameBytes(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`));
  // A proxy on this machine forwards requests from anywhere, so its local address proves nothing.
  const isForwarded = forwarding.some((name) => headers[name] !== undefined);
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(socket.remoteAddress ?? '');
}

const forwarding = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip'];
