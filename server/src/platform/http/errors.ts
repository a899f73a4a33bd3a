import { sentenceOf, type FieldError } from './field-error.logic.ts';
import { inEnglish, sentence, type Sentence } from '../words/sentence.logic.ts';

/**
 * The closed set of application errors. No other code uses HTTP statuses: `problems.ts` translates these errors once.
 * `code` is stable and public; `detail` is shown to the caller, so it never contains secrets, addresses or message text.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  /** If one field is wrong, its error is the detail. */
  readonly detail: Sentence | FieldError;
  readonly errors: FieldError[] | undefined;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  constructor(status: number, code: string, detail: Sentence | FieldError, more: More = {}) {
    super('path' in detail ? sentenceOf(detail) : inEnglish(detail));
    this.name = 'AppError';
    this.status = status;
    this.code = code;
    this.detail = detail;
    this.errors = more.errors;
    this.extra = more.extra ?? {};
    this.headers = more.headers ?? {};
  }
}

interface More {
  errors?: FieldError[];
  extra?: Record<string, unknown>;
  headers?: Record<string, string>;
}

export const malformed = (detail: Sentence, code = 'malformed_request', errors?: FieldError[]) =>
  new AppError(400, code, detail, errors ? { errors } : {});

export const invalid = (path: string, message: Sentence, code = 'validation_failed') =>
  new AppError(422, code, { path, message }, { errors: [{ path, message }] });

export const invalidFields = (errors: FieldError[]) =>
  new AppError(422, 'validation_failed', detailOf(errors), { errors });

/** The request is well-formed, and what is stored or another service refuses it. */
export const unprocessable = (code: string, detail: Sentence, errors?: FieldError[]) =>
  new AppError(422, code, detail, errors ? { errors } : {});

/** Throws 422 with the faults, if there are any. */
export function refuseFaults(faults: readonly FieldError[]): void {
  if (faults.length > 0) throw invalidFields([...faults]);
}

const detailOf = ([first, ...more]: FieldError[]): Sentence | FieldError =>
  first && more.length === 0 ? first : sentence`Some fields are not valid.`;

export const unauthenticated = (code: 'token_missing' | 'token_invalid' | 'token_expired' | 'credentials_invalid') =>
  new AppError(401, code, unauthenticatedDetail[code], { headers: { 'www-authenticate': 'Bearer' } });

const unauthenticatedDetail = {
  token_missing: sentence`A token is required. Send it as Authorization: Bearer <token>.`,
  token_invalid: sentence`The token is not valid.`,
  token_expired: sentence`The token has expired.`,
  credentials_invalid: sentence`The e-mail address or the password is wrong.`,
};

/** An inbound event without proof of its sender. The answer is the same for every cause, so that it is no oracle. */
export const unauthenticEvent = () =>
  new AppError(401, 'signature_invalid', sentence`The event could not be authenticated.`);

export const roleRequired = (role: keyof typeof roleWords) =>
  new AppError(403, 'role_required', sentence`This needs the role ${roleWords[role]}.`, {
    extra: { required_role: role },
  });

const roleWords = {
  member: sentence`member`,
  workspace_admin: sentence`workspace_admin`,
  org_admin: sentence`org_admin`,
};

export const scopeMismatch = () =>
  new AppError(403, 'scope_mismatch', sentence`You are not a member of this organization or workspace.`);

export const personRequired = () =>
  forbidden('person_required', sentence`This is only available to people, not to API keys.`);

/** The deployment allows this to nobody. */
export const forbidden = (code: string, detail: Sentence) => new AppError(403, code, detail);

/** Also for another organization's ids: the text must not depend on the cause. */
export const notFound = () => new AppError(404, 'not_found', sentence`This organization has no such resource.`);

/** The resource exists, and a part of it does not exist yet. */
export const noneYet = (code: string, detail: Sentence) => new AppError(404, code, detail);

/** No operation has this path. */
export const noSuchPath = () => new AppError(404, 'not_found', sentence`There is nothing at this path.`);

/** The path exists, but only for these methods. */
export const methodNotAllowed = (allowed: string[]) =>
  new AppError(405, 'method_not_allowed', sentence`This path accepts ${allowed.join(', ')}.`, {
    headers: { allow: allowed.join(', ') },
  });

export const conflict = (code: string, detail: Sentence, extra?: Record<string, unknown>) =>
  new AppError(409, code, detail, extra ? { extra } : {});

export const nameTaken = () => conflict('already_exists', sentence`This name is taken.`);

export const versionConflict = () =>
  new AppError(
    412,
    'version_conflict',
    sentence`The resource has changed since you read it. Read it again, then retry.`,
  );

/** The versions that `If-Match` names, of which one must be the current one. Null: any version may be changed. */
export type ExpectedVersion = readonly number[] | null;

/** Throws 412 unless the row has a version that `If-Match` names. */
export function requireVersion(row: { version: number }, expectedVersion: ExpectedVersion): void {
  if (expectedVersion?.includes(row.version) === false) throw versionConflict();
}

/** The row: throws 404 if it is missing, 412 unless it has a version that `If-Match` names. */
export function presentAt<Row extends { version: number }>(
  row: Row | undefined,
  expectedVersion: ExpectedVersion,
): Row {
  if (!row) throw notFound();
  requireVersion(row, expectedVersion);
  return row;
}

/** Without a version, the request could overwrite edits that the caller has not seen. */
export const preconditionRequired = (detail: Sentence) => new AppError(428, 'precondition_required', detail);

export const tooLarge = (limit: number) =>
  new AppError(413, 'payload_too_large', sentence`The body is larger than ${limit} bytes.`);

/** The address counts as well: it is in the first line of the headers. */
export const headersTooLarge = (limit: number) =>
  new AppError(431, 'headers_too_large', sentence`The address and the headers are larger than ${limit} bytes.`);

export const tooSlow = () => new AppError(408, 'request_timeout', sentence`The request was not sent in time.`);

export const unsupportedMediaType = (detail: Sentence) => new AppError(415, 'unsupported_media_type', detail);

export const tooMany = (detail: Sentence, retryAfterSeconds: number, headers: Record<string, string> = {}) =>
  new AppError(429, 'rate_limited', detail, { headers: { ...headers, 'retry-after': String(retryAfterSeconds) } });

export const quotaExceeded = (detail: Sentence) => new AppError(507, 'quota', detail);

export const upstreamFailed = (detail: Sentence) => new AppError(502, 'upstream_failed', detail);

export const unavailable = (detail: Sentence, retryAfterSeconds = 30) =>
  new AppError(503, 'unavailable', detail, { headers: { 'retry-after': String(retryAfterSeconds) } });
