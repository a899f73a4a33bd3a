import type { Check, Connector, RotateCredentials, Rotation } from '@desk/contract/connectors';
import { record, type Acting } from '../../access/index.ts';
import { beginCheck, endCheck } from './validate.actions.ts';
import { checkConnection, passed } from './probe.ts';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import {
  conflict,
  invalid,
  notFound,
  refuseFaults,
  requireVersion,
  unprocessable,
  type ExpectedVersion,
} from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { faultsOfCredentials, normalized } from '../registry/connector-checks.logic.ts';
import { editConnector, lockConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import { viewCredentials, viewRotation } from '../registry/connectors.view.ts';
import { closeBreaker } from '../requests/breakers.ts';
import type { ConnectorFailure } from '../requests/failures.logic.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import { samplesOf } from '../templates/samples.ts';
import { settleDrift } from '../templates/quarantine.actions.ts';
import type { TemplateRow } from '../templates/templates.store.ts';
import { fingerprintOf, openFrom, sealFor } from '../credentials/seal.ts';
import { refuseInGrace } from '../credentials/fall-back.actions.ts';

export interface Rotated {
  rotation: Rotation;
  credentials: Connector['credentials'];
  /** Whether the service is known to accept the new credentials; otherwise it only has not rejected them. */
  proven: boolean;
  checks: Check[];
}

const usualGraceSeconds = 3600;
/** Templates tried in parallel, because a person is waiting. */
const batchSize = 4;

/**
 * Replaces the credentials in one step, after the new ones have worked on the connection and on every active read template
 * with examples. `staged` keeps the former credentials for the grace period and falls back to them automatically if the new
 * ones are refused; `immediate` deletes them. After a crash at any moment, either the former or the new ones are in force.
 * Throws 404, 409 during a check or grace period, 422 `credentials_rejected`; the former credentials stay in these cases.
 */
export async function rotate(
  desk: Desk,
  acting: Acting,
  { id, expectedVersion, wish }: { id: string; expectedVersion: ExpectedVersion; wish: RotateCredentials },
): Promise<Rotated> {
  const { connector, templates } = await beginCheck(desk, acting, id);
  try {
    requireVersion(connector, expectedVersion);
    refuseInGrace(desk, connector);
    if (connector.auth.kind === 'none')
      throw invalid('/credentials', sentence`This connector has no credentials to rotate.`);
    refuseFaults(faultsOfCredentials(connector.auth, wish.credentials, '/credentials'));
    const credentials = normalized(connector.auth, wish.credentials);
    const checks = await prove(desk, connector, { templates, credentials });
    return await replace(desk, acting, connector, { ...wish, credentials, checks });
  } finally {
    await endCheck(desk, acting, id);
  }
}

const rejected = ({ message, remedy }: Pick<ConnectorFailure, 'message' | 'remedy'>) =>
  unprocessable('credentials_rejected', sentence`${message} ${remedy} The former credentials stay.`, [
    { path: '/credentials', message },
  ]);

interface CredentialTrial {
  templates: TemplateRow[];
  credentials: RotateCredentials['credentials'];
}

async function prove(
  desk: Desk,
  connector: ConnectorRow,
  { templates, credentials }: CredentialTrial,
): Promise<Check[]> {
  const { checks, failed } = await checkConnection(desk, connector, { templates, trial: credentials });
  if (failed) throw rejected(failed);
  const readable = templates.filter(
    ({ quarantine, enabled, definition }) => quarantine === null && enabled && definition.effect === 'read',
  );
  const served = samplesOf(readable);
  for (let at = 0; at < served.length; at += batchSize) {
    const calls = served.slice(at, at + batchSize).map(async ({ template, values }) => {
      const asking = { purpose: 'rotate', values, trial: credentials } as const;
      return { template, ...(await askTemplate(desk, connector, template, asking)) };
    });
    for (const { template, result, latencyMilliseconds } of await Promise.all(calls)) {
      if (result.kind === 'failed') throw rejected(inTemplate(template, result.failure));
      checks.push(passed(`template:${template.name}`, 'template_answered', latencyMilliseconds));
    }
  }
  const untried = readable.filter((each) => !served.some(({ template }) => template.id === each.id));
  return [...checks, ...untried.map(({ name }) => passed(`template:${name}`, 'template_without_example'))];
}

const inTemplate = ({ name }: TemplateRow, { message, remedy }: ConnectorFailure) => ({
  message: sentence`The template ${name} failed: ${message}`,
  remedy,
});

interface Proven extends RotateCredentials {
  /** The checks with the new credentials: the last validation was about the former ones. */
  checks: Check[];
}

const replace = (desk: Desk, acting: Acting, seen: ConnectorRow, wish: Proven): Promise<Rotated> =>
  inScope(desk.db, acting, async (tx) => {
    const row = await lockConnector(tx, acting, seen.id);
    if (!row) throw notFound();
    if (row.version !== seen.version || row.credentials_fingerprint !== seen.credentials_fingerprint)
      throw conflict('conflict', sentence`The connector was changed while the credentials were tested. Try again.`);
    const now = desk.clock.now();
    const mode = wish.mode ?? 'staged';
    const graceSeconds = mode === 'staged' ? (wish.grace_seconds ?? usualGraceSeconds) : 0;
    const former = graceSeconds > 0 ? openFrom(desk, row, 'credentials_sealed') : null;
    const change = {
      credentials_sealed: sealFor(desk, row, 'credentials_sealed', JSON.stringify(wish.credentials)),
      credentials_fingerprint: fingerprintOf(desk, wish.credentials),
      credentials_updated_at: now,
      previous_sealed: former === null ? null : sealFor(desk, row, 'previous_sealed', former),
      previous_fingerprint: former === null ? null : row.credentials_fingerprint,
      grace_until: former === null ? null : new Date(now.getTime() + graceSeconds * 1000),
      rotation: former === null ? ('completed' as const) : ('grace' as const),
      rotation_mode: mode,
      rotated_at: now,
      status: 'active' as const,
      status_detail: null,
      last_validation: JSON.stringify({ ok: true, checks: wish.checks, validated_at: now.toISOString() }),
    };
    const after = await editConnector(tx, acting, { id: row.id, change, now });
    const subject = { type: 'connector', id: row.id, name: row.name };
    record(desk, tx, acting, { action: 'connector.credentials_rotated', subject, changes: { credentials: {} } });
    await settleDrift(tx, acting, row.id);
    closeBreaker(desk, row);
    const proven = wish.checks.some(({ reason }) => reason === 'credentials_accepted');
    const { checks } = wish;
    return { rotation: viewRotation(after, now), credentials: viewCredentials(after), proven, checks };
  });
