import type { Desk } from '../../platform/desk.ts';
import { retryAfter } from '../../platform/egress/retry-after.logic.ts';
import type { OutgoingRequest } from '../credentials/masking.logic.ts';
import { readJson } from './json.logic.ts';
import { failure, failureOfError, failureOfStatus, type ConnectorFailure } from './failures.logic.ts';
import { sentence, type Sentence } from '../../platform/words/sentence.logic.ts';

/** The service's response, with any status. `body` is null if it is empty. */
export interface ServiceResponse {
  status: number;
  mediaType: string;
  body: unknown;
  /** The service's Retry-After, in milliseconds. */
  restMilliseconds: number | null;
}

export type Exchanged =
  | { kind: 'answered'; answer: ServiceResponse }
  | { kind: 'failed'; failure: ConnectorFailure; answer: ServiceResponse | null };

const mostBytes = 1024 * 1024;
const mostRedirects = 3;

export interface ExchangeTerms {
  /** Adds the credentials. Called for each address: a signature covers the path, and a key may be a query parameter. */
  authorize(request: OutgoingRequest): OutgoingRequest;
  signal: AbortSignal;
}

/** Makes one request, with JSON both ways. Follows redirects on the same host only. Always ends, and never throws. */
export async function exchange(
  { egress, clock }: Pick<Desk, 'egress' | 'clock'>,
  request: OutgoingRequest,
  { authorize, signal }: ExchangeTerms,
): Promise<Exchanged> {
  try {
    let { url } = request;
    for (let hops = 0; ; hops++) {
      const authorized = authorize({ ...request, url });
      const response = await egress.fetch(authorized.url.href, {
        method: authorized.method,
        headers: { accept: 'application/json', ...authorized.headers },
        ...(authorized.body === undefined ? {} : { body: authorized.body }),
        signal,
        timeoutMilliseconds: 10_000,
        maxBytes: mostBytes,
      });
      const location = [301, 302, 303, 307, 308].includes(response.status) ? response.headers.get('location') : null;
      if (location === null) return await read(response, clock.now());
      await response.body?.cancel();
      const next = URL.canParse(location, url.href) ? new URL(location, url) : null;
      if (next?.origin !== url.origin) return refusedRedirect();
      if (request.method !== 'GET')
        return refusedRedirect(sentence`The service redirects. Only a GET request is sent again.`);
      if (hops === mostRedirects) return refusedRedirect(sentence`The service redirects too often.`);
      url = next;
    }
  } catch (error) {
    return { kind: 'failed', failure: failureOfError(codesOf(error)), answer: null };
  }
}

const refusedRedirect = (message?: Sentence): Exchanged => ({
  kind: 'failed',
  failure: failure('redirect_refused', message),
  answer: null,
});

async function read(response: Awaited<ReturnType<Desk['egress']['fetch']>>, now: Date): Promise<Exchanged> {
  const text = await response.text();
  const mediaType = (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const body = readJson(text);
  const restMilliseconds = retryAfter(response.headers.get('retry-after'), now);
  const answer = {
    status: response.status,
    mediaType,
    body: body.kind === 'read' ? body.value : null,
    restMilliseconds,
  };
  if (!response.ok) return { kind: 'failed', failure: failureOfStatus(response.status), answer };
  return body.kind === 'read'
    ? { kind: 'answered', answer }
    : { kind: 'failed', failure: failure(body.kind === 'too_deep' ? 'broken_answer' : 'not_json'), answer };
}

/** The codes and names of an error and its causes, outermost first. */
export function codesOf(error: unknown, depth = 5): string[] {
  if (depth === 0 || typeof error !== 'object' || error === null) return [];
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: unknown };
  const own = [code, name].filter((each) => typeof each === 'string');
  return [...own, ...codesOf(cause, depth - 1)];
}
