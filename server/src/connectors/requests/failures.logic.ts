import type { ConnectorFailureCode as FailureCode } from '@desk/contract/connector-calls';

export interface ConnectorFailure {
  code: FailureCode;
  message: string;
  remedy: string;
  /** What the message says beyond its code. */
  about?: string;
}

export const failure = (code: FailureCode, message?: string): ConnectorFailure => {
  const [usual, remedy] = words[code];
  return { code, message: message ?? usual, remedy, ...(message === undefined ? {} : { about: message }) };
};

const words: Readonly<Record<FailureCode, readonly [message: string, remedy: string]>> = {
  dns_failed: ['The host name cannot be resolved.', 'Check the base URL for a typing error.'],
  blocked: [
    'This address is not allowed. Only public addresses over https are.',
    'Use the public https address of the service, or ask the operator of this installation to allow the host.',
  ],
  tls_failed: [
    'No encrypted connection can be made to the host.',
    'Check the port of the base URL: the service may not use TLS there.',
  ],
  certificate_untrusted: [
    'The certificate of the host is not signed by an authority that this installation trusts.',
    'Ask the operator of the service for a certificate of a public authority, or the operator of this installation to trust theirs.',
  ],
  certificate_expired: [
    'The certificate of the host is not valid at present.',
    'Ask the operator of the service to renew it. If it is valid, check the clock of this installation.',
  ],
  certificate_of_another_host: [
    'The certificate of the host is for another host name.',
    'Use the host name that the certificate is for as the base URL, or ask the operator of the service to correct it.',
  ],
  unreachable: ['The host does not accept connections.', 'Check the base URL and whether the service is running.'],
  timeout: ['The service did not respond in time.', 'Try again later. If it is always slow, raise the time limit.'],
  too_large: ['The response is larger than 1 MiB.', 'Request a single record, or fewer records at once.'],
  broken_answer: ['The response is incomplete or malformed.', 'Ask the operator of the service to fix it.'],
  not_json: ['The response is not JSON.', 'Check the path of the template: it may lead to a web page.'],
  redirect_refused: [
    'The service redirects to another host. Credentials are not sent there.',
    'Use the address that it redirects to as the base URL.',
  ],
  auth_refused: ['The service rejected the credentials.', 'Enter new credentials, or grant these more permissions.'],
  not_found: ['The service has no such record.', 'Check the path of the template and the requested value.'],
  rate_limited: ['The rate limit of the service is reached.', 'Wait, or lower the limit of requests per minute.'],
  refused: ['The service rejected the request.', 'Check the parameters of the template against its documentation.'],
  server_error: ['The service failed.', 'Try again later. If it keeps failing, ask the operator of the service.'],
  token_refused: [
    'The service did not issue a token for these credentials.',
    'Check the client id, the client secret and the token URL.',
  ],
  credentials_missing: ['No credentials are configured.', 'Enter the credentials of the connector.'],
  resting: ['The service has failed several times, so requests to it are paused.', 'Requests resume automatically.'],
  limit_reached: [
    'The limit of requests per minute is reached.',
    'Wait a minute, or raise the limit of the connector.',
  ],
  not_serving: ['The connector is not active.', 'Switch it on and validate it.'],
  quarantined: [
    'The service has changed what this template depends on.',
    'Compare the template with the schema, change it, and test it.',
  ],
  missing_input: ['A required value is missing.', 'Enter the value, or make the input optional.'],
  unrenderable: ['No valid request can be made with these values.', 'Check the values and the template.'],
  no_output: [
    'The response has none of the outputs of the template.',
    'Compare the outputs of the template with the response. If only rules need it, set its use to facts.',
  ],
  not_owner: ['The record belongs to somebody else.', 'No action is needed. It is not shown to the customer.'],
};

/** An answer that is no success, by its status. */
export function failureOfStatus(status: number): ConnectorFailure {
  if (status === 401 || status === 403) return failure('auth_refused');
  if (status === 404 || status === 410) return failure('not_found');
  if (status === 429) return failure('rate_limited');
  if (status >= 500) return failure('server_error');
  return { ...failure('refused', `The service rejected the request (status ${status}).`), about: `${status}` };
}

/** Failures that say something about the health of the service, and not about one request. */
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

/** Failures of the encryption, the more telling ones first: an error of the certificate is one of TLS, too. */
const tls: readonly (readonly [FailureCode, RegExp])[] = [
  ['certificate_expired', /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/],
  ['certificate_of_another_host', /^(?:ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/],
  ['certificate_untrusted', /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/],
  ['tls_failed', /^(?:ERR_TLS|ERR_SSL|EPROTO$)/],
];

/** Whether no request was sent, because the encryption could not be relied on. */
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
  // What has no code of the network was said by the service: more encodings than anybody needs, for example.
  return failure(has((code) => /^E[A-Z0-9]+$/.test(code)) ? 'unreachable' : 'broken_answer');
}
