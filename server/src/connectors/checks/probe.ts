import { lookup } from 'node:dns/promises';
import type { Check, Credentials } from '@desk/contract/connectors';
import type { Desk } from '../../platform/desk.ts';
import type { ConnectorRow } from '../registry/connectors.store.ts';
import { call } from '../requests/call.actions.ts';
import type { Exchanged } from '../requests/exchange.ts';
import type { Failure } from '../requests/failures.logic.ts';
import { askTemplate } from '../requests/ask-template.actions.ts';
import { gatherEntered } from '../templates/inputs.logic.ts';
import type { TemplateRow } from '../templates/templates.store.ts';

export const passed = (id: string, detail: string, latency_ms: number | null = null): Check => ({
  id,
  ok: true,
  latency_ms,
  detail,
  remedy: null,
});

export const failedCheck = (id: string, why: Failure, latency_ms: number | null = null): Check => ({
  id,
  ok: false,
  latency_ms,
  detail: why.message,
  remedy: why.remedy,
});

const notTried = (id: string): Check => ({
  id,
  ok: false,
  latency_ms: null,
  detail: 'Not tested, because an earlier step failed.',
  remedy: 'Fix the step above first.',
});

/** Whether the host has an address at all; whether it may be asked is decided when it is. */
export async function checkName({ base_url }: ConnectorRow): Promise<Check> {
  const host = new URL(base_url).hostname.replace(/^\[|\]$/g, '');
  const started = performance.now();
  try {
    await Promise.race([lookup(host), late(3_000)]);
    return passed('dns', 'The host name was resolved.', since(started));
  } catch {
    return {
      id: 'dns',
      ok: false,
      latency_ms: since(started),
      detail: 'The host name cannot be resolved.',
      remedy: 'Check the base URL for a typing error.',
    };
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
  const tls = encrypted
    ? passed('tls', 'The TLS certificate is valid.', latency)
    : passed('tls', 'The connection is not encrypted. The operator of this installation has allowed that.', latency);
  if (result.answer === null && result.kind === 'failed') return withoutAnswer(tls, result.failure, latency);
  const reachability = passed('reachability', 'The service responds.', latency);
  if (result.kind === 'failed' && result.failure.code === 'server_error')
    return [tls, failedCheck('reachability', result.failure, latency), notTried('auth')];
  if (result.kind === 'failed' && result.failure.code === 'auth_refused')
    return [tls, reachability, failedCheck('auth', result.failure, latency)];
  const detail = auth.kind === 'none' ? 'No credentials are needed.' : 'The service accepts the credentials.';
  return [tls, reachability, passed('auth', detail, latency)];
}

function withoutAnswer(tls: Check, why: Failure, latency: number): Check[] {
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
};

const notTriedYet: Check = {
  id: 'reachability',
  ok: false,
  latency_ms: null,
  detail: 'Not tested, because there are no usable credentials.',
  remedy: 'Fix the credentials first.',
};

export const skipped = notTried;
