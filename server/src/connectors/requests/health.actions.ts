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

/** What an answer, or its absence, says about the connector: its status and its breaker follow. */
export async function learnHealth(desk: Desk, connector: ConnectorRow, result: Exchanged): Promise<void> {
  const breaker = breakerOf(desk, connector);
  if (result.kind === 'answered') {
    breaker.succeeded();
    return connector.status === 'active' || connector.status === 'drifted' ? undefined : recover(desk, connector);
  }
  const why = result.failure;
  if (isOutage(why)) {
    if (breaker.failed(result.answer?.restMs ?? null) >= degradedAfter) await worsen(desk, connector, 'degraded', why);
    return;
  }
  // It answered, if only with a refusal.
  breaker.succeeded();
  if (why.code !== 'auth_refused' && why.code !== 'token_refused') return;
  if (why.code === 'auth_refused' && (await isKnownElsewhere(desk, connector))) return;
  await worsen(desk, connector, 'needs_reauth', why);
}

const longestSecondLook = 2_000;

/**
 * A refusal may be about one record only, such as somebody else's order, whose number any customer can write, or one bad moment:
 * neither must end the lookups of all others. The example of a template shows which it is. Without an example, the
 * credentials count as refused.
 */
async function isKnownElsewhere(desk: Desk, connector: ConnectorRow): Promise<boolean> {
  const scope = { organizationId: connector.organization_id };
  const sample = sampleOf(await inScope(desk.db, scope, (tx) => templatesOf(tx, scope, connector.id)));
  if (!sample) return false;
  const asking = { purpose: 'validate', values: sample.values, withinMs: longestSecondLook } as const;
  return (await askTemplate(desk, connector, sample.template, asking)).result.kind === 'answered';
}

/** Nothing is asked of a connector that is off, not validated, refused, or resting. Null: it may be asked. It only looks. */
export function whyNotServing(desk: Desk, connector: ConnectorRow): ConnectorFailure | null {
  if (!connector.enabled || connector.status === 'draft' || connector.status === 'needs_reauth')
    return failure('not_serving');
  return breakerOf(desk, connector).openFor() > 0 ? failure('resting') : null;
}

type CallResult = Pick<Called, 'id' | 'result'>;

/**
 * Asks a connector that serves, and learns from what becomes of it. After a rest one request finds out how things are; where
 * it does not leave after all, the next one does.
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
    // Other credentials have been entered meanwhile: of those nothing is known.
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
