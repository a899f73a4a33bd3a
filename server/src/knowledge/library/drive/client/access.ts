import { errorCode } from '../../../../platform/database/database.ts';
import type { Egress } from '../../../../platform/egress/egress.ts';
import { retryAfter } from '../../../../platform/egress/retry-after.logic.ts';
import { refusalOf, type DriveRefusal } from './refusal.logic.ts';

/** The right to speak to an organization's drive. */
export interface DriveAccess {
  egress: Egress;
  apiUrl: string;
  /** Where the drive lives, by the configuration: its API, its consent page, its token office. */
  homes: readonly string[];
  /** A token that is good now; another one than `refused`, when the drive did not take that. Throws if there is no token. */
  authorize(refused: string | null): Promise<string>;
  /** Even a fresh token was refused: says so to the admins. */
  giveUp(): Promise<void>;
}

/** The drive did not do what it was asked for. Says nothing of the file but what kind of trouble it is. */
export class DriveFailure extends Error {
  readonly refusal: DriveRefusal;
  /** Seconds that it asks us to wait. */
  readonly wait: number | null;
  /** For the log: `http_404`, or the code of the network. */
  readonly code: string;

  constructor(refusal: DriveRefusal, code: string, wait: number | null = null) {
    super(`The drive refused: ${refusal}.`);
    this.refusal = refusal;
    this.code = code;
    this.wait = wait;
  }
}

/** Of the API; or a link that the drive has given. */
export type DriveRequest = ({ path: string; query: Record<string, string> } | { link: string }) & { maxBytes?: number };

/** One reading. A token that is refused is renewed once. Throws `DriveFailure`. */
export async function ask(access: DriveAccess, request: DriveRequest): Promise<Buffer> {
  const token = await access.authorize(null);
  const first = await attempt(access, request, token);
  if (first.status !== 401) return contentOf(first);
  const second = await attempt(access, request, await access.authorize(token));
  // A link's host is not the API: what it refuses says nothing of the grant.
  if (second.status === 401 && !('link' in request)) await access.giveUp();
  return contentOf(second);
}

/** As `ask`. Something else with a 200 is no answer of the drive's: a page of a proxy on the way, or half of one. */
export async function askJson(access: DriveAccess, request: DriveRequest): Promise<unknown> {
  const answer = parse(await ask(access, request));
  if (typeof answer !== 'object' || answer === null) throw new DriveFailure('away', 'no_json');
  return answer;
}

interface DriveResponse {
  status: number;
  /** Seconds that the drive asks us to wait. */
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
      timeoutMs: 20_000,
      // A link leads to another host, which gets no token (`egress.ts`).
      redirects: 'link' in request ? 3 : 0,
      ...(request.maxBytes === undefined ? {} : { maxBytes: request.maxBytes }),
    });
    const answer = await answerOf(response);
    // Whom a link's host does not know it shows a page to sign in, as if that were the document.
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

/** What kept an answer from coming, in our terms. */
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

/** null for what is no JSON. */
export function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}
