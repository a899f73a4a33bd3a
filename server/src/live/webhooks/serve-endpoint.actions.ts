import { record, tellAdmins } from '../../access/index.ts';
import type { Tx } from '../../platform/database/database.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { countDelivery } from '../../platform/process/counters.ts';
import type { Say } from '../../platform/words/sentence.logic.ts';
import { attemptDelivery, type Attempted } from './attempt.ts';
import { claimDeliveries, dropPending, noteAttempt, type DeliveryRow } from './deliveries.store.ts';
import { disabledMail } from './disabled-mail.ts';
import { editEndpoint, lockEndpoint, noteEndpoint, type EndpointRow } from './endpoints.store.ts';
import { queueEvents } from './queue-events.actions.ts';
import { fateOf, reasonToDisable, restOf, tellsOfEvents, type Fate } from './schedule.logic.ts';
import { signingSecrets } from './secrets.ts';
import { endpointDue } from './webhooks.jobs.ts';
import { subjectOf } from './webhooks.view.ts';

const mostAtOnce = 10;
/** Longer than any attempt. After it, the process that made the attempt is dead, and the delivery is attempted again. */
const leaseMilliseconds = 60_000;
/** Replies to customers go first, but under a steady load deliveries go out as well. */
const mostWaitMilliseconds = 250;

/** Queues the endpoint's new deliveries, sends those that are due in parallel, and stores the results. */
export async function serveEndpoint(desk: Desk, scope: OrganizationScope, id: string): Promise<void> {
  await desk.jobs.foregroundIdle(mostWaitMilliseconds);
  const work = await inScope(desk.db, scope, (tx) => takeWork(desk, tx, scope, id));
  if (!work) return;
  const { endpoint, claimed, more, servingUntil } = work;
  const secrets = claimed.length > 0 ? signingSecrets(desk, endpoint) : [];
  const results = await Promise.all(claimed.map((delivery) => send(desk, endpoint, { delivery, secrets })));
  await inScope(desk.db, scope, async (tx) => {
    const rests = await store(desk, tx, scope, { id, results, servingUntil });
    if (more && !rests) await desk.jobs.enqueue(tx, endpointDue, { ...scope, endpointId: id }, { key: id });
  });
}

// One job at a time sends to an endpoint: several would take every slot while its address is slow. A delivery that a person waits
// for is sent in parallel, even while the endpoint is left alone.
async function takeWork(desk: Desk, tx: Tx, scope: OrganizationScope, id: string) {
  const endpoint = await lockEndpoint(tx, scope, id);
  if (!endpoint?.enabled) return null;
  const now = desk.clock.now();
  const until = new Date(now.getTime() + leaseMilliseconds);
  const isFree = [endpoint.serving_until, endpoint.rests_until].every((at) => at === null || at <= now);
  const claim = { endpointId: id, now, until, limit: mostAtOnce };
  if (!isFree) {
    const claimed = await claimDeliveries(tx, scope, { ...claim, only: 'asked' });
    return { endpoint, claimed, more: false, servingUntil: null };
  }
  const moreEvents = await queueEvents(tx, scope, endpoint, now);
  const claimed = await claimDeliveries(tx, scope, { ...claim, only: null });
  const servingUntil = claimed.length > 0 ? until : null;
  if (servingUntil) await noteEndpoint(tx, scope, id, { serving_until: servingUntil });
  return { endpoint, claimed, more: moreEvents || claimed.length === mostAtOnce, servingUntil };
}

interface Result extends Attempted {
  delivery: DeliveryRow;
  fate: Fate;
}

interface Served {
  id: string;
  results: readonly Result[];
  /** Null if another job serves the endpoint. */
  servingUntil: Date | null;
}

async function send(
  desk: Desk,
  { url }: EndpointRow,
  { delivery, secrets }: { delivery: DeliveryRow; secrets: readonly string[] },
): Promise<Result> {
  const { event_id: id, payload, cause } = delivery;
  const { attempt, retryAfter } = await attemptDelivery(desk, { url, id, payload, secrets });
  const attempts = delivery.attempts.length + 1;
  const ageInMilliseconds = desk.clock.now().getTime() - delivery.created_at.getTime();
  const { outcome } = attempt;
  const fate = fateOf({ cause, outcome, attempts, ageInMilliseconds, retryAfter, chance: Math.random() });
  countDelivery({ channel: 'webhook', kind: cause, state: attempt.outcome });
  return { delivery, attempt, retryAfter, fate };
}

// Returns whether nothing more is sent to the endpoint, for a while or for good.
async function store(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { id, results, servingUntil }: Served,
): Promise<boolean> {
  if (results.length === 0) return false;
  const endpoint = await lockEndpoint(tx, scope, id);
  // The endpoint was deleted meanwhile, with its deliveries.
  if (!endpoint) return true;
  const now = desk.clock.now();
  for (const { delivery, attempt, fate } of results)
    await noteAttempt(tx, scope, delivery.id, { attempt, change: changeOf(fate, endpoint, now) });
  // A job that took longer than its lease must not end the lease of its successor.
  if (servingUntil && endpoint.serving_until?.getTime() === servingUntil.getTime())
    await noteEndpoint(tx, scope, id, { serving_until: null });
  return endpoint.enabled ? judge(desk, tx, scope, { endpoint, results, now }) : true;
}

async function judge(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { endpoint, results, now }: { endpoint: EndpointRow; results: readonly Result[]; now: Date },
): Promise<boolean> {
  const judged = results.map(({ delivery: { asked }, attempt: { outcome }, fate: { kind } }) => ({
    outcome,
    fate: kind,
    asked,
  }));
  const telling = judged.filter(tellsOfEvents);
  const before = endpoint.failing_since;
  const isAccepted = telling.some(({ outcome }) => outcome === 'accepted');
  const failingSince = isAccepted ? null : (before ?? (telling.length > 0 ? now : null));
  const reason = reasonToDisable(judged, failingSince, now);
  if (reason) await disable(desk, tx, scope, { endpoint, reason, failingSince });
  if (reason || telling.length === 0) return reason !== null;
  const rests = failingSince ? new Date(now.getTime() + restOf(failingSince, now)) : null;
  if (rests || before || endpoint.rests_until)
    await noteEndpoint(tx, scope, endpoint.id, { failing_since: failingSince, rests_until: rests });
  return rests !== null;
}

function changeOf(fate: Fate, { enabled }: EndpointRow, now: Date) {
  const settled = { next_attempt_at: null, leased_until: null, asked: false };
  switch (fate.kind) {
    case 'delivered':
      return { state: 'delivered' as const, ...settled };
    case 'failed':
      return { state: 'failed' as const, ...settled };
    case 'again':
      // The endpoint was disabled during the attempt; its other deliveries were dropped then.
      if (!enabled) return { state: 'dropped' as const, ...settled };
      return {
        state: 'pending' as const,
        next_attempt_at: new Date(now.getTime() + fate.inMilliseconds),
        leased_until: null,
        asked: false,
      };
  }
}

interface Disabled {
  endpoint: EndpointRow;
  reason: 'gone' | 'failing';
  failingSince: Date | null;
}

async function disable(
  desk: Desk,
  tx: Tx,
  scope: OrganizationScope,
  { endpoint, reason, failingSince }: Disabled,
): Promise<void> {
  const now = desk.clock.now();
  const change = { enabled: false, disabled_reason: reason, disabled_at: now, failing_since: failingSince };
  const nothing = { rests_until: null, replay_after: null, replay_until: null };
  await editEndpoint(tx, scope, { id: endpoint.id, change: { ...change, ...nothing }, now });
  await dropPending(tx, scope, endpoint.id);
  const acting = { ...scope, actor: { type: 'system' as const, id: 'webhooks', name: 'Webhooks' }, origin: null };
  const changes = { enabled: { from: true, to: false }, reason: { to: reason } };
  record(desk, tx, acting, { action: 'webhook_endpoint.disabled', subject: subjectOf(endpoint), changes });
  const link = `${desk.config.PUBLIC_URL}/settings/webhooks/${endpoint.id}`;
  const { name: host } = subjectOf(endpoint);
  const write = (say: Say, name: string) => disabledMail(say, name, { reason, host, link });
  await tellAdmins(desk, tx, scope, { kind: 'webhook_disabled', write });
  desk.log.warn({ endpoint: endpoint.id, reason }, 'webhook endpoint disabled');
}
