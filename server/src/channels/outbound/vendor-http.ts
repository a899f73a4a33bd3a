import type { Egress } from '../../platform/egress/egress.ts';
import { deepestRecord, depthOfJson } from '../../platform/http/json-depth.logic.ts';
import type { VendorAnswer } from './delivery.logic.ts';
import { CircuitOpen } from './circuit-breaker.ts';

export interface VendorRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent unchanged, in place of JSON. */
  file?: { bytes: Uint8Array; mediaType: string };
}

/** Sends one request to a vendor. Never throws: an error becomes part of the answer, as a code without addresses. */
export async function ask(egress: Egress, { method, url, headers, json, file }: VendorRequest): Promise<VendorAnswer> {
  try {
    const response = await egress.fetch(url, {
      method,
      maxBytes: longestAnswer,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(json === undefined ? {} : { 'content-type': 'application/json' }),
        ...(file ? { 'content-type': file.mediaType } : {}),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      ...(file ? { body: file.bytes } : {}),
    });
    const body = parse(await response.text());
    return { kind: 'answered', status: response.status, headers: Object.fromEntries(response.headers), body };
  } catch (error) {
    return failure(error);
  }
}

/** A hundred comments of the vendor's greatest length, in its three forms of each. */
const longestAnswer = 25 * 1024 * 1024;

const notSent = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'too_late',
]);

function failure(error: unknown): VendorAnswer {
  const codes = [error, cause(error)].map(codeOf);
  if (codes.includes('egress_blocked')) return { kind: 'blocked' };
  const code = codes.find((each) => each !== null) ?? 'network';
  if (error instanceof CircuitOpen) return { kind: 'unreachable', why: error.code, afterMilliseconds: error.openFor };
  return notSent.has(code) ? { kind: 'unreachable', why: code } : { kind: 'cut', why: code };
}

const cause = (error: unknown) => (error instanceof Error ? error.cause : undefined);

function codeOf(error: unknown): string | null {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  if (typeof error !== 'object' || error === null) return null;
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error && error.name === 'TimeoutError' ? 'timeout' : null;
}

function parse(body: string): unknown {
  if (depthOfJson(body) > deepestRecord) return null;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
