import { errorCode } from '../../../../platform/database/database.ts';
import type { Egress } from '../../../../platform/egress/egress.ts';
import { retryAfter } from '../../../../platform/egress/retry-after.logic.ts';
import { deepestRecord, depthOfJson } from '../../../../platform/http/json-depth.logic.ts';
import { refusalOf, type DriveRefusal } from './refusal.logic.ts';

/** Authorized access to an organization's drive. */
export interface DriveAccess {
  egress: Egress;
  apiUrl: string;
  /** The drive's own URLs from the configuration: its API, consent page and token endpoint. */
  homes: readonly string[];
  /** Returns a valid token other than `refused`, which the drive has just refused. Throws if there is none. */
  authorize(refused: string | null): Promise<string>;
  /** Called when even a fresh token is refused: marks the grant as refused for the admins. */
  giveUp(): Promise<void>;
}

/** A failed request to the drive. It contains the kind of failure, and nothing about the file. */
export class DriveFailure extends Error {
  readonly refusal: DriveRefusal;
  /** Seconds to wait, as requested by the drive. */
  readonly wait: number | null;
  /** For the log: for example `http_404`, or a network error code. */
  readonly code: string;

  constructor(refusal: DriveRefusal, code: string, wait: number | null = null) {
    super(`The drive refused: ${refusal}.`);
    this.refusal = refusal;
    this.code = code;
    this.wait = wait;
  }
}

/** A path of the API, or a link from an answer of the drive. */
export type DriveRequest = ({ path: string; query: Record<string, string> } | { link: string }) & { maxBytes?: number };

/** Sends one GET request. Renews a refused token once. Throws `DriveFailure`. */
export async function getBytes(access: DriveAccess, request: DriveRequest): Promise<Buffer> {
  const token = await access.authorize(null);
  const first = await attempt(access, request, token);
  if (first.status !== 401) return contentOf(first);
  const second = await attempt(access, request, await access.authorize(token));
  // A link leads to another host than the API, so its refusal does not mean that the grant is refused.
  if (second.status === 401 && !('link' in request)) await access.giveUp();
  return contentOf(second);
}

/** Like `getBytes`, for JSON. A 200 without JSON comes from a proxy on the way, or is truncated. */
export async function getJson(access: DriveAccess, request: DriveRequest): Promise<unknown> {
  const answer = parse(await getBytes(access, request));
  if (typeof answer !== 'object' || answer === null) throw new DriveFailure('away', 'no_json');
  return answer;
}

interface DriveResponse {
  status: number;
  /** Seconds to wait, as requested by the drive. */
  wait: number | null;
  body: Buffer;
}

function contentOf({ status, wait, body }: DriveResponse): Buffer {
  if (status === 200) return body;
  throw new DriveFailure(refusalOf(status, parse(body)), `http_${status}`, wait);
}

async function attempt({ egress, apiUrl }: DriveAccess, request: DriveRequest, token: string): Promise<DriveResponse> {
  const url =
    'link' in request
      ? request.link
      : `${apiUrl.replace(/(?<!\/)\/+$/, '')}${request.path}?${new URLSearchParams(request.query).toString()}`;
  try {
    const response = await egress.fetch(url, {
      headers: { authorization: `Bearer ${token}` },
      timeoutMilliseconds: 20_000,
      // A link leads to another host, which gets no token (`egress.ts`).
      redirects: 'link' in request ? 3 : 0,
      ...(request.maxBytes === undefined ? {} : { maxBytes: request.maxBytes }),
    });
    const answer = await answerOf(response);
    // For an unauthorized request, a link's host returns a sign-in page with status 200.
    const isPage = 'link' in request && response.headers.get('content-type')?.startsWith('text/html');
    return isPage ? { ...answer, status: 403 } : answer;
  } catch (error) {
    throw failureOf(error);
  }
}

export async function answerOf(response: Awaited<ReturnType<Egress['fetch']>>): Promise<DriveResponse> {
  const milliseconds = retryAfter(response.headers.get('retry-after'), new Date());
  const wait = milliseconds === null ? null : Math.ceil(milliseconds / 1_000);
  return { status: response.status, wait, body: Buffer.from(await response.arrayBuffer()) };
}

/** Converts an error of the network to a `DriveFailure`. */
export function failureOf(error: unknown): DriveFailure {
  const codes = [error, error instanceof Error ? error.cause : undefined].map(codeOf);
  if (codes.includes('too_large')) return new DriveFailure('too_large', 'too_large');
  return new DriveFailure('away', codes.find((code) => code !== null) ?? 'network');
}

function codeOf(error: unknown): string | null {
  if (typeof error !== 'object' || error === null) return null;
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  return 'code' in error && typeof error.code === 'string' ? errorCode(error) : null;
}

/** Returns null if the body is not JSON. */
export function parse(body: Buffer): unknown {
  const json = body.toString('utf8');
  if (depthOfJson(json) > deepestRecord) return null;
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
