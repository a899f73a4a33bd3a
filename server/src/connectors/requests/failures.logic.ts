import type { ConnectorFailureCode as FailureCode } from '@desk/contract/connector-calls';
import { inEnglish, sentence, type Sentence } from '../../platform/words/sentence.logic.ts';
import { failureWords } from './words/failure-words.logic.ts';

export interface ConnectorFailure {
  code: FailureCode;
  message: Sentence;
  remedy: Sentence;
  /** The part of the message that its code does not determine. */
  about?: string;
}

export const failure = (code: FailureCode, message?: Sentence): ConnectorFailure => {
  const [usual, remedy] = failureWords[code];
  return { code, message: message ?? usual, remedy, ...(message === undefined ? {} : { about: inEnglish(message) }) };
};

/** The failure in the form of the API. */
export const viewFailure = ({ code, message, remedy }: ConnectorFailure): ToldFailure => ({
  code,
  message: inEnglish(message),
  remedy: inEnglish(remedy),
});

export interface ToldFailure {
  code: FailureCode;
  message: string;
  remedy: string;
}

/** The failure for a response with this error status. */
export function failureOfStatus(status: number): ConnectorFailure {
  if (status === 401 || status === 403) return failure('auth_refused');
  if (status === 404 || status === 410) return failure('not_found');
  if (status === 429) return failure('rate_limited');
  if (status >= 500) return failure('server_error');
  return { ...failure('refused', sentence`The service rejected the request (status ${status}).`), about: `${status}` };
}

/** Whether the failure is about the health of the service, not about one request. */
export const isOutage = ({ code }: ConnectorFailure): boolean => outages.has(code) || isOfTls(code);

const outages: ReadonlySet<FailureCode> = new Set([
  'dns_failed',
  'unreachable',
  'timeout',
  'broken_answer',
  'server_error',
  'rate_limited',
  'blocked',
]);

/** TLS failures, the more specific ones first: an error of the certificate also has a TLS code. */
const tls: readonly (readonly [FailureCode, RegExp])[] = [
  ['certificate_expired', /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate_of_another_host', /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/],
  ['certificate_untrusted', /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/],
  ['tls_failed', /^(?:ERR_TLS|ERR_SSL|EPROTO$)/],
];

/** Whether the request was not sent because the TLS connection could not be trusted. */
export const isOfTls = (code: FailureCode): boolean => tls.some(([known]) => known === code);

const timeouts = new Set([
  'TimeoutError',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
  'ETIMEDOUT',
  'AbortError',
]);
const broken =
  /^(?:HPE_|Z_|UND_ERR_RES|UND_ERR_SOCKET|UND_ERR_HEADERS_OVERFLOW|ERR__ERROR|ERR_PADDING|HTTPParserError)/;

/** By the codes and names of an error and its causes, outermost first. */
export function failureOfError(codes: readonly string[]): ConnectorFailure {
  const has = (test: (code: string) => boolean) => codes.some(test);
  if (has((code) => code === 'egress_blocked')) return failure('blocked');
  if (has((code) => code === 'too_large')) return failure('too_large');
  if (has((code) => timeouts.has(code))) return failure('timeout');
  if (has((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN')) return failure('dns_failed');
  const encryption = tls.find(([, pattern]) => has((code) => pattern.test(code)));
  if (encryption) return failure(encryption[0]);
  if (has((code) => broken.test(code))) return failure('broken_answer');
  // An error without a network code comes from the response, for example one with too many content encodings.
  return failure(has((code) => /^E[A-Z0-9]+$/.test(code)) ? 'unreachable' : 'broken_answer');
}
