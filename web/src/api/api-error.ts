import type { Problem } from '@desk/contract/http';
import { secondsUntilRetry } from './retry-after.logic.ts';

/** A case of the suite that passes today and would fail after a refused change. */
export interface Regression {
  case_id: string;
  name: string | null;
  critical: boolean;
}

/** A failed call. `status` 0: no answer arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly requestId: string | null;
  readonly requiredRole: string | null;
  readonly errors: readonly { path: string; message: string }[];
  /** Only with the code `gate_failed`. */
  readonly regressions: readonly Regression[];
  /** Seconds after which the server accepts a retry. */
  readonly retryAfter: number | null;
  /** When that is, by the clock of this machine. */
  readonly retryAt: number | null;
  /** Where the refused request was sent. */
  readonly address: string | null;

  constructor(
    problem: Partial<Problem> & { status: number },
    { retryAfter = null, address = null }: { retryAfter?: number | null; address?: string | null } = {},
  ) {
    super(problem.detail ?? problem.title ?? 'The request failed.');
    this.name = 'ApiError';
    this.status = problem.status;
    this.code = problem.code ?? (problem.status === 0 ? 'network' : 'unknown');
    this.title = problem.title ?? '';
    this.detail = problem.detail ?? '';
    this.requestId = problem.request_id ?? null;
    this.requiredRole = problem.required_role ?? null;
    this.errors = problem.errors ?? [];
    this.regressions = (problem.regressions ?? []) as Regression[];
    this.retryAfter = retryAfter;
    this.retryAt = retryAfter === null ? null : Date.now() + retryAfter * 1000;
    this.address = address;
  }

  /** Whether the same request may succeed later: no answer, a time-out, too many requests, a fault of the server. Never a refusal. */
  get mayPass(): boolean {
    return [0, 408, 425, 429].includes(this.status) || (this.status >= 500 && this.status !== 507);
  }
}

/** Reads problem+json; a proxy in between may have answered in another format. */
export async function readProblem(response: Response): Promise<ApiError> {
  const { headers } = response;
  const retryAfter = secondsUntilRetry(headers.get('retry-after'), headers.get('date'), Date.now());
  const given: unknown = await response.json().catch(() => null);
  const problem = typeof given === 'object' && given !== null ? (given as Partial<Problem>) : {};
  const requestId = problem.request_id ?? headers.get('x-request-id');
  return new ApiError(
    {
      ...problem,
      status: response.status,
      title: problem.title ?? response.statusText,
      ...(requestId ? { request_id: requestId } : {}),
    },
    { retryAfter, address: response.url },
  );
}

export const isApiError = (error: unknown): error is ApiError => error instanceof ApiError;
