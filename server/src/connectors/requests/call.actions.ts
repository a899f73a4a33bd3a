import type { ConnectorCall } from '@desk/contract/connector-calls';
import type { Credentials } from '@desk/contract/connectors';
import { inScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import { newId } from '../../platform/process/ids.ts';
import { authorized } from '../credentials/authorize.ts';
import { openCredentials } from '../credentials/seal.ts';
import { fallBack, mayFallBack } from '../credentials/fall-back.actions.ts';
import { tokenFor, type TokenResult } from './tokens.actions.ts';
import { lockConnector, type ConnectorRow } from '../registry/connectors.store.ts';
import type { OutgoingRequest } from '../credentials/masking.logic.ts';
import { callsSince, endCall, insertCall } from './calls.store.ts';
import { exchange, type Exchanged } from './exchange.ts';
import { failure, type ConnectorFailure } from './failures.logic.ts';

export interface ServiceCall {
  purpose: ConnectorCall['purpose'];
  template: { id: string; name: string } | null;
  request: OutgoingRequest;
  /** The path for the call log: with the names of its inputs instead of their values. */
  path: string;
  /** The arguments for the call log, masked. */
  arguments: Record<string, string>;
  timeoutMilliseconds: number;
  /** Set for a write that a person has approved. */
  approved?: Approved;
  /** Credentials to try instead of the stored ones; a refusal does not fall back to the former ones. */
  trial?: Credentials;
  /** Send no credentials, to learn whether the service checks them; then a refusal is no failure. */
  anonymous?: true;
}

/** Who approved the write, in which conversation, and the approval, which can be used once. */
export interface Approved {
  conversationId: string;
  by: { id: string; name: string };
  approval: string;
}

export interface Called {
  id: string | null;
  result: Exchanged;
  latencyMilliseconds: number;
  /** The secrets that were sent, to be removed from everything that is shown. */
  secrets: string[];
}

const longestMilliseconds = 10_000;

/** Makes one request within the connector's limits, and logs it before it leaves and after it ends. */
export async function call(desk: Desk, connector: ConnectorRow, wanted: ServiceCall): Promise<Called> {
  const scope = { organizationId: connector.organization_id };
  const now = desk.clock.now();
  const id = newId(now.getTime());
  const begun = await inScope(desk.db, scope, async (tx) => {
    // Lock, so that calls are counted one at a time: concurrent requests must not all take the last place.
    await lockConnector(tx, scope, connector.id);
    const recent = await callsSince(tx, scope, connector.id, new Date(now.getTime() - 60_000));
    if (recent >= connector.requests_per_minute) return false;
    await insertCall(tx, {
      organization_id: scope.organizationId,
      id,
      connector_id: connector.id,
      template_id: wanted.template?.id ?? null,
      template_name: wanted.template?.name ?? null,
      purpose: wanted.purpose,
      method: wanted.request.method,
      path: wanted.path,
      arguments: JSON.stringify(wanted.arguments),
      conversation_id: wanted.approved?.conversationId ?? null,
      approved_by: wanted.approved ? JSON.stringify(wanted.approved.by) : null,
      approval: wanted.approved?.approval ?? null,
      at: now,
    });
    return true;
  });
  if (!begun) return { id: null, result: failed(failure('limit_reached')), latencyMilliseconds: 0, secrets: [] };
  const started = performance.now();
  const { result, secrets } = await attempt(desk, connector, wanted);
  const latencyMilliseconds = Math.round(performance.now() - started);
  const ending = {
    status: result.answer?.status ?? null,
    latency_ms: latencyMilliseconds,
    error: errorOf(result, wanted),
  };
  await inScope(desk.db, scope, (tx) => endCall(tx, scope, id, ending));
  return { id, result, latencyMilliseconds, secrets };
}

const errorOf = (result: Exchanged, { anonymous }: ServiceCall) =>
  result.kind === 'answered' || (anonymous && result.failure.code === 'auth_refused') ? null : result.failure.code;

const failed = (why: ConnectorFailure): Exchanged => ({ kind: 'failed', failure: why, answer: null });

interface Attempted {
  result: Exchanged;
  secrets: string[];
}

async function attempt(desk: Desk, connector: ConnectorRow, wanted: ServiceCall): Promise<Attempted> {
  const signal = AbortSignal.timeout(Math.min(wanted.timeoutMilliseconds, longestMilliseconds));
  if (wanted.anonymous)
    return { result: await exchange(desk, wanted.request, { authorize: (request) => request, signal }), secrets: [] };
  const credentials = wanted.trial ?? openCredentials(desk, connector, 'credentials_sealed');
  const first = await withCredentials(desk, connector, { ...wanted, signal, credentials });
  const isRefused = first.result.kind === 'failed' && refusals.has(first.result.failure.code);
  if (!isRefused || wanted.trial || !mayFallBack(desk, connector)) return first;
  const former = openCredentials(desk, connector, 'previous_sealed');
  const second = await withCredentials(desk, connector, { ...wanted, signal, credentials: former });
  if (isAccepted(second.result)) await fallBack(desk, connector);
  return { ...second, secrets: [...first.secrets, ...second.secrets] };
}

const refusals: ReadonlySet<string> = new Set(['auth_refused', 'token_refused']);

// A missing record also counts as accepted: the service has recognised the credentials.
const isAccepted = (result: Exchanged): boolean =>
  result.kind === 'answered' || ['not_found', 'refused', 'not_json'].includes(result.failure.code);

type CredentialedCall = ServiceCall & { signal: AbortSignal; credentials: Credentials };

async function withCredentials(desk: Desk, connector: ConnectorRow, way: CredentialedCall): Promise<Attempted> {
  const { auth } = connector;
  const { credentials, signal } = way;
  const secrets = secretsOf(credentials);
  if (auth.kind !== 'none' && Object.keys(credentials).length === 0)
    return { result: failed(failure('credentials_missing')), secrets };
  const send = (token: string | null) =>
    exchange(desk, way.request, {
      authorize: (request) => authorized(request, { auth, credentials, token, now: desk.clock.now() }),
      signal,
    });
  if (auth.kind !== 'oauth2_client_credentials') return { result: await send(null), secrets };

  const wish = { auth, credentials, signal, trial: way.trial !== undefined };
  const token = await tokenFor(desk, connector, wish);
  if (token.kind === 'failed') return { result: failed(token.failure), secrets };
  const result = await send(token.token);
  const known = [...secrets, token.token];
  if (result.kind === 'answered' || result.answer?.status !== 401) return { result, secrets: known };
  // The token may have been revoked early: fetch a second one, but no third.
  const again: TokenResult = await tokenFor(desk, connector, { ...wish, refused: token.token });
  if (again.kind === 'failed') return { result: failed(again.failure), secrets: known };
  return { result: await send(again.token), secrets: [...known, again.token] };
}

// The form of a value in a query: unlike `encodeURIComponent`, it encodes `!'()~` and writes a space as `+`.
const asParameter = (value: string): string => new URLSearchParams([['', value]]).toString().slice(1);

// The secrets of the request, in the forms in which the service may echo them.
const secretsOf = (credentials: Credentials): string[] => {
  const values = Object.entries(credentials)
    .filter(([name]) => name !== 'username' && name !== 'client_id' && name !== 'key_id')
    .map(([, value]) => value);
  const { username, password } = credentials;
  const pair = username === undefined ? [] : [Buffer.from(`${username}:${password ?? ''}`, 'utf8').toString('base64')];
  return [...values, ...values.map(encodeURIComponent), ...values.map(asParameter), ...pair];
};
