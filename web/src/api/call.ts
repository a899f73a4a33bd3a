import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@desk/contract/endpoint';
import { addressOf } from './address.logic.ts';
import { ApiError, readProblem } from './api-error.ts';
import { readerLanguage } from './reader-language.ts';
import { currentToken, endSession, otherMemberships, renewSession, scopeHeaders, type Membership } from './session.ts';
import { noteVersion } from './version.ts';

type Given<Name extends string, T> = undefined extends T ? { [N in Name]?: T } : { [N in Name]: T };
// The address leaves out a value that is undefined.
type GivenQuery<T> = T extends undefined ? { query?: undefined } : { query?: { [K in keyof T]: T[K] | undefined } };
type GivenBody<T> = T extends undefined ? { body?: FormData } : null extends T ? { body?: T } : { body: T };

/** The input of a call, typed by the endpoint's schemas. `ifMatch`: the version that the change is based on. */
export type Input<E extends Endpoint> = Given<'params', ParamsOf<E>> &
  GivenQuery<QueryOf<E>> &
  GivenBody<BodyOf<E>> & { ifMatch?: number | undefined; idempotencyKey?: string | undefined };

/** Calls an operation of the contract. Throws `ApiError`, with status 0 if no complete answer arrived. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  signal?: AbortSignal,
): Promise<ReplyOf<E>> {
  // The call and its retry after a renewed session share one key: the operation happens once.
  const key = endpoint.method === 'POST' ? (input.idempotencyKey ?? crypto.randomUUID()) : undefined;
  return read<ReplyOf<E>>(await inSession(() => attempt(endpoint, { ...input, idempotencyKey: key }, signal)));
}

/** Sends again after renewing an expired session. */
async function inSession(send: () => Promise<Response>): Promise<Response> {
  const before = currentToken();
  const organization = scopeHeaders()['x-organization-id'];
  const first = await send();
  if (first.status !== 401 || !before) return first;
  // A concurrent call may have renewed it already.
  const renewed = currentToken() !== before || (await renewSession());
  if (!renewed) return first;
  // The person was removed from that organization and is in another one now, which this call was not meant for.
  if (organization !== undefined && scopeHeaders()['x-organization-id'] !== organization) return first;
  const second = await send();
  if (second.status === 401) endSession('expired');
  return second;
}

/** Returns the bytes of a file; the caller saves it to disk. */
export async function download(path: string): Promise<Blob> {
  const response = await inSession(() => fetchAddress(path, { headers: { ...authorization(), ...scopeHeaders() } }));
  if (!response.ok) throw await readProblem(response);
  return arrived(response.blob());
}

/** Reads an address whose answer has no type here, such as that of something that another call has failed to change. */
export async function readAt(address: string): Promise<unknown> {
  return read(await inSession(() => fetchAddress(address, { headers: { ...authorization(), ...scopeHeaders() } })));
}

/** The organization of the person's others in which this address can be read; null if it is in none. */
export async function findElsewhere(address: string, signal: AbortSignal): Promise<Membership | null> {
  const found = await Promise.all(
    otherMemberships().map(async (membership) => {
      const headers = () => ({ ...authorization(), ...scopeHeaders(membership) });
      const { ok } = await inSession(() => fetchAddress(address, { headers: headers(), signal }));
      return ok ? membership : null;
    }),
  );
  return found.find((membership) => membership !== null) ?? null;
}

/** Sends a body that is text and not JSON, such as a table; the server answers in JSON. */
export async function sendText(
  method: 'POST' | 'PUT',
  path: string,
  { text, type, ifMatch }: { text: string; type: string; ifMatch?: number },
): Promise<unknown> {
  const match = ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` };
  const response = await inSession(() =>
    fetchAddress(path, {
      method,
      body: text,
      headers: { 'content-type': type, ...authorization(), ...scopeHeaders(), ...match },
    }),
  );
  if (!response.ok) throw await readProblem(response);
  return arrived(response.json());
}

interface AnyInput {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  ifMatch?: number | undefined;
  idempotencyKey?: string | undefined;
}

function attempt({ method, path }: Endpoint, given: AnyInput, signal?: AbortSignal): Promise<Response> {
  const { params, query, body, ifMatch, idempotencyKey } = given;
  const address = addressOf(path, params as Record<string, string>, query as Record<string, string>);
  const form = body instanceof FormData;
  return fetchAddress(address, {
    method,
    credentials: 'same-origin',
    headers: {
      accept: 'application/json',
      ...authorization(),
      ...scopeHeaders(),
      ...(body === undefined || form ? {} : { 'content-type': 'application/json' }),
      ...(ifMatch === undefined ? {} : { 'if-match': `"${ifMatch}"` }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  });
}

interface RequestOptions extends Omit<RequestInit, 'headers'> {
  headers: Record<string, string>;
}

async function fetchAddress(address: string, init: RequestOptions): Promise<Response> {
  const response = await arrived(fetch(address, { ...init, headers: { ...readerLanguage(), ...init.headers } }));
  noteVersion(response.headers.get('x-app-version'));
  return response;
}

/** The answer may break off after its first bytes, or come from a proxy in another format. */
async function arrived<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError({ status: 0 });
  }
}

async function read<T>(response: Response): Promise<T> {
  if (!response.ok) throw await readProblem(response);
  if (response.status === 204 || response.headers.get('content-length') === '0') return null as T;
  return arrived(response.text().then((text) => (text === '' ? null : JSON.parse(text)) as T));
}

function authorization(): Record<string, string> {
  const token = currentToken();
  return token ? { authorization: `Bearer ${token}` } : {};
}
