import type { ConnectorFailureCode as FailureCode } from '@desk/contract/connector-calls';
import { sentence, type Sentence } from '../../../platform/words/sentence.logic.ts';

/** The message of each failure, and its remedy. */
export const failureWords: Readonly<Record<FailureCode, readonly [message: Sentence, remedy: Sentence]>> = {
  dns_failed: [sentence`The host name cannot be resolved.`, sentence`Check the base URL for a typing error.`],
  blocked: [
    sentence`This address is not allowed. Only public addresses over https are.`,
    sentence`Use the public https address of the service, or ask the operator of this installation to allow the host.`,
  ],
  tls_failed: [
    sentence`No encrypted connection can be made to the host.`,
    sentence`Check the port of the base URL: the service may not use TLS there.`,
  ],
  certificate_untrusted: [
    sentence`The certificate of the host is not signed by an authority that this installation trusts.`,
    sentence`Ask the operator of the service for a certificate of a public authority, or the operator of this installation to trust theirs.`,
  ],
  certificate_expired: [
    sentence`The certificate of the host is not valid at present.`,
    sentence`Ask the operator of the service to renew it. If it is valid, check the clock of this installation.`,
  ],
  certificate_of_another_host: [
    sentence`The certificate of the host is for another host name.`,
    sentence`Use the host name that the certificate is for as the base URL, or ask the operator of the service to correct it.`,
  ],
  unreachable: [
    sentence`The host does not accept connections.`,
    sentence`Check the base URL and whether the service is running.`,
  ],
  timeout: [
    sentence`The service did not respond in time.`,
    sentence`Try again later. If it is always slow, raise the time limit.`,
  ],
  too_large: [
    sentence`The response is larger than 1 MiB.`,
    sentence`Request a single record, or fewer records at once.`,
  ],
  broken_answer: [
    sentence`The response is incomplete or malformed.`,
    sentence`Ask the operator of the service to fix it.`,
  ],
  not_json: [sentence`The response is not JSON.`, sentence`Check the path of the template: it may lead to a web page.`],
  redirect_refused: [
    sentence`The service redirects to another host. Credentials are not sent there.`,
    sentence`Use the address that it redirects to as the base URL.`,
  ],
  auth_refused: [
    sentence`The service rejected the credentials.`,
    sentence`Enter new credentials, or grant these more permissions.`,
  ],
  not_found: [
    sentence`The service has no such record.`,
    sentence`Check the path of the template and the requested value.`,
  ],
  rate_limited: [
    sentence`The rate limit of the service is reached.`,
    sentence`Wait, or lower the limit of requests per minute.`,
  ],
  refused: [
    sentence`The service rejected the request.`,
    sentence`Check the parameters of the template against its documentation.`,
  ],
  server_error: [
    sentence`The service failed.`,
    sentence`Try again later. If it keeps failing, ask the operator of the service.`,
  ],
  token_refused: [
    sentence`The service did not issue a token for these credentials.`,
    sentence`Check the client id, the client secret and the token URL.`,
  ],
  credentials_missing: [sentence`No credentials are configured.`, sentence`Enter the credentials of the connector.`],
  resting: [
    sentence`The service has failed several times, so requests to it are paused.`,
    sentence`Requests resume automatically.`,
  ],
  limit_reached: [
    sentence`The limit of requests per minute is reached.`,
    sentence`Wait a minute, or raise the limit of the connector.`,
  ],
  not_serving: [sentence`The connector is not active.`, sentence`Switch it on and validate it.`],
  quarantined: [
    sentence`The service has changed what this template depends on.`,
    sentence`Compare the template with the schema, change it, and test it.`,
  ],
  missing_input: [sentence`A required value is missing.`, sentence`Enter the value, or make the input optional.`],
  unrenderable: [
    sentence`No valid request can be made with these values.`,
    sentence`Check the values and the template.`,
  ],
  no_output: [
    sentence`The response has none of the outputs of the template.`,
    sentence`Compare the outputs of the template with the response. If only rules need it, set its use to facts.`,
  ],
  not_owner: [
    sentence`The record belongs to somebody else.`,
    sentence`No action is needed. It is not shown to the customer.`,
  ],
};
