import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { findConnector, noteConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { settleDrift } from '../templates/quarantine.actions.ts';
import { sampleOf } from '../templates/samples.ts';
import { templatesOf } from '../templates/templates.store.ts';
import { askTemplate } from './ask-template.actions.ts';
import { breakerOf } from './breakers.ts';
import type { Called } from './call.actions.ts';
import type { Exchanged } from './exchange.ts';
import { failure, isOutage, type ConnectorFailure } from './failures.logic.ts';
import { english } from '../../platform/words/sentence.logic.ts';

const degradedAfter = 5;

/** Updates the connector's status and breaker from a result. */
export async function learnHealth(desk: Desk, connector: ConnectorRow, result: Exchanged): Promise<void> {
  const breaker = breakerOf(desk, connector);
  if (result.kind === 'answered') {
    breaker.succeeded();
    return connector.status === 'degraded' || connector.status === 'needs_reauth'
      ? recover(desk, connector)
      : undefined;
  }
  const why = result.failure;
  if (isOutage(why)) {
    if (breaker.failed(result.answer?.restMilliseconds ?? null) >= degradedAfter)
      await worsen(desk, connector, 'degraded', why);
    return;
  }
  // The service responded, even if it refused the request.
  breaker.succeeded();
  if (why.code !== 'auth_refused' && why.code !== 'token_refused') return;
  if (why.code === 'auth_refused' && (await isSampleAccepted(desk, connector))) return;
  await worsen(desk, connector, 'needs_reauth', why);
}

const sampleTimeoutMilliseconds = 2_000;

/**
 * A refusal may be about a single record, such as another customer's order, whose number any customer can write, or about
 * a bad moment; neither must end the lookups of all other customers. A template's example request tells these apart.
 * Without an example, the credentials count as refused.
 */
async function isSampleAccepted(desk: Desk, connector: ConnectorRow): Promise<boolean> {
  const scope = { organizationId: connector.organization_id };
  const sample = sampleOf(await inScope(desk.db, scope, (tx) => templatesOf(tx, scope, connector.id)));
  if (!sample) return false;
  const asking = { purpose: 'validate', values: sample.values, withinMilliseconds: sampleTimeoutMilliseconds } as const;
  return (await askTemplate(desk, connector, sample.template, asking)).result.kind === 'answered';
}

/** Why no requests go to the connector: it is off, not validated, refused, or paused; null if they do. Changes nothing. */
export function whyNotServing(desk: Desk, connector: ConnectorRow): ConnectorFailure | null {
  if (!connector.enabled || connector.status === 'draft' || connector.status === 'needs_reauth')
    return failure('not_serving');
  return breakerOf(desk, connector).openFor() > 0 ? failure('resting') : null;
}

type CallResult = Pick<Called, 'id' | 'result'>;

/**
 * Makes a request if the connector is serving, and learns from its result. After a pause, one request is the trial; if it is
 * not sent after all, the next request is.
 */
export async function askServing<T extends CallResult>(
  desk: Desk,
  connector: ConnectorRow,
  ask: () => Promise<T>,
): Promise<T | ConnectorFailure> {
  const why = whyNotServing(desk, connector);
  if (why) return why;
  const breaker = breakerOf(desk, connector);
  if (!breaker.mayTry()) return failure('resting');
  let left = false;
  try {
    const called = await ask();
    left = called.id !== null;
    if (left) await learnHealth(desk, connector, called.result);
    return called;
  } finally {
    if (!left) breaker.withdrew();
  }
}

const recover = (desk: Desk, { organization_id, id, credentials_fingerprint }: ConnectorRow): Promise<void> => {
  const scope = { organizationId: organization_id };
  return inScope(desk.db, scope, async (tx) => {
    const now = await findConnector(tx, scope, id);
    // The credentials were replaced meanwhile: nothing is known about the new ones.
    if (now?.credentials_fingerprint !== credentials_fingerprint && now?.rotation !== 'fell_back') return;
    const keepsDetail = now.rotation === 'fell_back' ? {} : { status_detail: null };
    await noteConnector(tx, scope, id, { status: 'active', ...keepsDetail });
    await settleDrift(tx, scope, id);
  });
};

async function worsen(
  desk: Desk,
  connector: ConnectorRow,
  status: 'degraded' | 'needs_reauth',
  why: ConnectorFailure,
): Promise<void> {
  if (connector.status === 'draft' || connector.status === status) return;
  const scope = { organizationId: connector.organization_id };
  await inScope(desk.db, scope, async (tx) => {
    const now = await findConnector(tx, scope, connector.id);
    if (now?.credentials_fingerprint !== connector.credentials_fingerprint) return;
    await noteConnector(tx, scope, connector.id, {
      status,
      status_detail: english`${why.message} ${why.remedy}`,
    });
  });
}
