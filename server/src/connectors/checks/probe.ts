import { lookup } from 'node:dns/promises';
import type { Check, Credentials } from '@desk/contract/connectors';
import type { Desk } from '../../platform/desk.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import { call } from '../requests/call.actions.ts';
import type { Exchanged } from '../requests/exchange.ts';
import { failure, type ConnectorFailure } from '../requests/failures.logic.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import { gatherEntered } from '../templates/inputs.logic.ts';
import type { TemplateRow } from '../templates/templates.store.ts';

const sentences = {
  resolved: 'The host name was resolved.',
  certificate_valid: 'The TLS certificate is valid.',
  not_encrypted: 'The connection is not encrypted. The operator of this installation has allowed that.',
  responds: 'The service responds.',
  no_credentials_needed: 'No credentials are needed.',
  credentials_accepted: 'The service accepts the credentials.',
  credentials_not_rejected:
    'The service did not reject the credentials. Whether it accepts them shows once the inputs of a read template have examples.',
  document_uploaded: 'The OpenAPI document was uploaded.',
  no_document: 'No OpenAPI document is named; the schema is learnt from test answers.',
} as const;

export const passed = (id: string, reason: keyof typeof sentences, latency_ms: number | null = null): Check => ({
  id,
  ok: true,
  latency_ms,
  detail: sentences[reason],
  remedy: null,
  reason,
});

export const failedCheck = (id: string, why: ConnectorFailure, latency_ms: number | null = null): Check => ({
  id,
  ok: false,
  latency_ms,
  detail: why.message,
  remedy: why.remedy,
  reason: why.code,
  ...(why.about === undefined ? {} : { about: why.about }),
});

const notTried = (id: string): Check => ({
  id,
  ok: false,
  latency_ms: null,
  detail: 'Not tested, because an earlier step failed.',
  remedy: 'Fix the step above first.',
  reason: 'not_tried',
});

/** Whether the host has an address at all; whether it may be asked is decided when it is. */
export async function checkName({ base_url }: ConnectorRow): Promise<Check> {
  const host = new URL(base_url).hostname.replace(/^\[|\]$/g, '');
  const started = performance.now();
  try {
    await Promise.race([lookup(host), late(3_000)]);
    return passed('dns', 'resolved', since(started));
  } catch {
    return failedCheck('dns', failure('dns_failed'), since(started));
  }
}

const late = (milliseconds: number) =>
  new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('late')), milliseconds).unref());

const since = (started: number) => Math.round(performance.now() - started);

/** How far a real request comes: to a template's example where there is one, else to the base URL. */
export async function checkConnection(
  desk: Desk,
  connector: ConnectorRow,
  { templates, trial }: { templates: readonly TemplateRow[]; trial?: Credentials | undefined },
): Promise<Check[]> {
  const sample = sampleOf(templates);
  const { result, latencyMs } = sample
    ? await askTemplate(desk, connector, sample.template, {
        ...sample,
        purpose: purposeOf(trial),
        ...(trial ? { trial } : {}),
      })
    : await call(desk, connector, {
        purpose: purposeOf(trial),
        template: null,
        request: { method: 'GET', url: new URL(connector.base_url), headers: {}, body: undefined },
        path: '/',
        arguments: {},
        timeoutMs: connector.timeout_ms ?? 10_000,
        ...(trial ? { trial } : {}),
      });
  return verdicts(connector, result, latencyMs);
}

const purposeOf = (trial: Credentials | undefined) => (trial ? 'rotate' : 'validate') as 'rotate' | 'validate';

/** The first template that reads and can be asked with constants and examples alone. */
export const sampleOf = (templates: readonly TemplateRow[]) => samplesOf(templates)[0];

export const samplesOf = (templates: readonly TemplateRow[]) =>
  templates
    .filter(({ enabled, definition }) => enabled && definition.effect === 'read')
    .map((template) => ({ template, ...gatherEntered(template.definition.inputs, {}) }))
    .filter(({ missing }) => missing.length === 0);

function verdicts({ base_url, auth }: ConnectorRow, result: Exchanged, latency: number): Check[] {
  const encrypted = new URL(base_url).protocol === 'https:';
  const tls = passed('tls', encrypted ? 'certificate_valid' : 'not_encrypted', latency);
  if (result.answer === null && result.kind === 'failed') return withoutAnswer(tls, result.failure, latency);
  const reachability = passed('reachability', 'responds', latency);
  if (result.kind === 'failed' && result.failure.code === 'server_error')
    return [tls, failedCheck('reachability', result.failure, latency), notTried('auth')];
  if (result.kind === 'failed' && result.failure.code === 'auth_refused')
    return [tls, reachability, failedCheck('auth', result.failure, latency)];
  return [tls, reachability, passed('auth', standing(auth.kind, result), latency)];
}

// A base URL where there is nothing says so to everybody: only what was given, or a token that was issued, is a proof.
function standing(kind: ConnectorRow['auth']['kind'], { kind: outcome }: Exchanged) {
  if (kind === 'none') return 'no_credentials_needed';
  const isProven = outcome !== 'failed' || kind === 'oauth2_client_credentials';
  return isProven ? 'credentials_accepted' : 'credentials_not_rejected';
}

function withoutAnswer(tls: Check, why: ConnectorFailure, latency: number): Check[] {
  if (why.code === 'tls_failed') return [failedCheck('tls', why, latency), notTried('reachability'), notTried('auth')];
  if (why.code === 'token_refused' || why.code === 'credentials_missing')
    return [tls, notTriedYet, failedCheck('auth', why, latency)];
  const isUnknown = why.code === 'dns_failed' || why.code === 'blocked' || why.code === 'unreachable';
  return [isUnknown ? unconnected : tls, failedCheck('reachability', why, latency), notTried('auth')];
}

const unconnected: Check = {
  id: 'tls',
  ok: false,
  latency_ms: null,
  detail: 'Not tested, because there was no connection.',
  remedy: 'Fix the next step first.',
  reason: 'no_connection',
};

const notTriedYet: Check = {
  id: 'reachability',
  ok: false,
  latency_ms: null,
  detail: 'Not tested, because there are no usable credentials.',
  remedy: 'Fix the credentials first.',
  reason: 'no_usable_credentials',
};

export const skipped = notTried;
