import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { databaseReachable } from '../database/database.ts';
import type { Desk } from '../desk.ts';
import { notFound, unavailable } from '../http/errors.ts';
import { sameBytes, sha256 } from '../secrets/signatures.ts';

let draining = false;

/** From now on readiness says 503, so that a load balancer sends nobody here any more. */
export function beginDraining(): void {
  draining = true;
}

/** `/healthz`: the process lives. `/readyz`: it can serve. `/metrics`: with METRICS_TOKEN, or from this machine only. */
export function mountHealth(app: FastifyInstance, desk: Desk): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async () => {
    if (draining) throw unavailable('This process is shutting down.', 5);
    if (!(await databaseReachable(desk.db))) throw unavailable('The store cannot be reached.', 5);
    return { status: 'ready' };
  });
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(desk.config.METRICS_TOKEN, request.headers.authorization, request.ip)) throw notFound();
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead(token: string, authorization: string | undefined, ip: string): boolean {
  if (!token) return ip === '127.0.0.1' || ip === '::1' || ip === '::ffff:127.0.0.1';
  return sameBytes(sha256(authorization ?? ''), sha256(`Bearer ${token}`));
}
