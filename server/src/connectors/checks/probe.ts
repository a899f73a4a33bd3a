import { lookup } from 'node:dns/promises';
import type { Check, Credentials } from '@desk/contract/connectors';
import type { Desk } from '../../platform/desk.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import { call, type Called } from '../requests/call.actions.ts';
import type { Exchanged } from '../requests/exchange.ts';
import { failure, isOfTls, type ConnectorFailure } from '../requests/failures.logic.ts';
import { askTemplate, withoutCredentials } from '../requests/ask-template.actions.ts';
import { sampleOf } from '../templates/samples.ts';
import type { TemplateRow } from '../templates/templates.store.ts';
import { english, inEnglish, sentence } from '../../platform/words/sentence.logic.ts';

const notRejected = sentence`The service did not reject the credentials, nor did it refuse the same request without any.`;
const sentences = {
  resolved: english`The host name was resolved.`,
  certificate_valid: english`The TLS certificate is valid.`,
  not_encrypted: english`The connection is not encrypted. The operator of this installation has allowed that.`,
  responds: english`The service responds.`,
  no_credentials_needed: english`No credentials are needed.`,
  credentials_accepted: english`The service accepts the credentials.`,
  credentials_not_rejected: english`${notRejected} Whether they are right is unproven.`,
  template_answered: english`It was answered with the new credentials.`,
  template_without_example: english`It was not asked: its required inputs have no example.`,
  document_uploaded: english`The OpenAPI document was uploaded.`,
  no_document: english`No OpenAPI document is named; the schema is learnt from test answers.`,
} as const;

type Passing = keyof typeof sentences;

const addTemplate = sentence`Add a read template for data that needs the credentials, and give its required inputs an example.`;
// The remedy of a check that passes but leaves something unproven.
const remedies: Partial<Record<Passing, string>> = {
  credentials_not_rejected: english`${addTemplate} Then check again.`,
  template_without_example: english`Test it, and give its required inputs an example for the next time.`,
};

export const passed = (id: string, reason: Passing, latency_ms: number | null = null): Check => ({
  id,
  ok: true,
  latency_ms,
  detail: sentences[reason],
  remedy: remedies[reason] ?? null,
  reason,
});

export const failedCheck = (id: string, why: ConnectorFailure, latency_ms: number | null = null): Check => ({
  id,
  ok: false,
  latency_ms,
  detail: inEnglish(why.message),
  remedy: inEnglish(why.remedy),
  reason: why.code,
  ...(why.about === undefined ? {} : { about: why.about }),
});

const notTried = (id: string): Check => ({
  id,
  ok: false,
  latency_ms: null,
  detail: english`Not tested, because an earlier step failed.`,
  remedy: english`Fix the step above first.`,
  reason: 'not_tried',
});

/** Whether the host name resolves. Whether requests to its address are allowed is decided when one is made. */
export async function checkName({ base_url }: ConnectorRow): Promise<Check> {
  const host = new URL(base_url).hostname.replace(/^\[|\]$/g, '');
  const started = performance.now();
  try {
    await Promise.race([lookup(host), rejectAfter(3_000)]);
    return passed('dns', 'resolved', since(started));
  } catch {
    return failedCheck('dns', failure('dns_failed'), since(started));
  }
}

const rejectAfter = (milliseconds: number) =>
  new Promise<never>((_resolve, reject) => setTimeout(() => reject(new Error('late')), milliseconds).unref());

const since = (started: number) => Math.round(performance.now() - started);

interface ConnectionTrial {
  templates: readonly TemplateRow[];
  trial?: Credentials | undefined;
}

export interface CheckedConnection {
  checks: Check[];
  /** The reason of the failed check, if one failed. */
  failed: ConnectorFailure | null;
}

/** Makes a real request and reports which steps it passed: with a template's example if there is one, else to the base URL. */
export async function checkConnection(
  desk: Desk,
  connector: ConnectorRow,
  of: ConnectionTrial,
): Promise<CheckedConnection> {
  const { result, latencyMilliseconds } = await askOnce(desk, connector, of);
  const checks = verdicts(connector, result, latencyMilliseconds);
  if (result.kind === 'failed' && checks.some(({ ok }) => !ok)) return { checks, failed: result.failure };
  const reason = await authVerdict(desk, connector, of);
  return { checks: [...checks, passed('auth', reason, latencyMilliseconds)], failed: null };
}

async function askOnce(
  desk: Desk,
  connector: ConnectorRow,
  { templates, trial, anonymous }: ConnectionTrial & { anonymous?: true },
): Promise<Pick<Called, 'result' | 'latencyMilliseconds'>> {
  const sample = sampleOf(templates);
  const way = {
    purpose: purposeOf(trial),
    ...(trial ? { trial } : {}),
    ...(anonymous ? { anonymous } : {}),
  };
  if (sample) return askTemplate(desk, connector, sample.template, { ...sample, ...way });
  return call(desk, connector, {
    ...way,
    template: null,
    request: { method: 'GET', url: new URL(connector.base_url), headers: {}, body: undefined },
    path: '/',
    arguments: anonymous ? withoutCredentials : {},
    timeoutMilliseconds: connector.timeout_ms ?? 10_000,
  });
}

// A public page or a missing page responds the same to wrong credentials. Credentials are proven if the same request is
// refused without them, or if a token was issued for them.
async function authVerdict(desk: Desk, connector: ConnectorRow, of: ConnectionTrial) {
  const { kind } = connector.auth;
  if (kind === 'none') return 'no_credentials_needed';
  if (kind === 'oauth2_client_credentials') return 'credentials_accepted';
  const { result } = await askOnce(desk, connector, { ...of, anonymous: true });
  const areLookedAt = result.kind === 'failed' && result.failure.code === 'auth_refused';
  return areLookedAt ? 'credentials_accepted' : 'credentials_not_rejected';
}

const purposeOf = (trial: Credentials | undefined) => (trial ? 'rotate' : 'validate') as 'rotate' | 'validate';

/** The checks of the steps before `auth`, and of `auth` if it failed. */
function verdicts({ base_url }: ConnectorRow, result: Exchanged, latency: number): Check[] {
  const encrypted = new URL(base_url).protocol === 'https:';
  const tls = passed('tls', encrypted ? 'certificate_valid' : 'not_encrypted', latency);
  if (result.answer === null && result.kind === 'failed') return withoutAnswer(tls, result.failure, latency);
  const reachability = passed('reachability', 'responds', latency);
  if (result.kind === 'failed' && result.failure.code === 'server_error')
    return [tls, failedCheck('reachability', result.failure, latency), notTried('auth')];
  if (result.kind === 'failed' && result.failure.code === 'auth_refused')
    return [tls, reachability, failedCheck('auth', result.failure, latency)];
  return [tls, reachability];
}

function withoutAnswer(tls: Check, why: ConnectorFailure, latency: number): Check[] {
  if (isOfTls(why.code)) return [failedCheck('tls', why, latency), notTried('reachability'), notTried('auth')];
  if (why.code === 'token_refused' || why.code === 'credentials_missing')
    return [unansweredTls, notTriedYet, failedCheck('auth', why, latency)];
  const isProven = failuresAfterTls.has(why.code);
  return [isProven ? tls : unansweredTls, failedCheck('reachability', why, latency), notTried('auth')];
}

/** Failures after a response had begun: they prove the TLS connection. A time-out may have hit the connection itself. */
const failuresAfterTls: ReadonlySet<string> = new Set(['too_large', 'broken_answer', 'redirect_refused']);

const unansweredTls: Check = {
  id: 'tls',
  ok: false,
  latency_ms: null,
  detail: english`Not tested, because there was no response.`,
  remedy: english`Fix the next step first.`,
  reason: 'no_response',
};

const notTriedYet: Check = {
  id: 'reachability',
  ok: false,
  latency_ms: null,
  detail: english`Not tested, because there are no usable credentials.`,
  remedy: english`Fix the credentials first.`,
  reason: 'no_usable_credentials',
};

export const skipped = notTried;
