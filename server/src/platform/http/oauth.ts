import { invalid, upstreamFailed } from './errors.ts';
import { sentence } from '../words/sentence.logic.ts';
import type { Clock } from '../process/clock.ts';

/** Errors that a person caused or can resolve at the vendor, so not failures of it (RFC 6749 §4.1.2.1, OpenID Connect §3.1.2.6). */
const deniedByPerson = new Set(['access_denied', 'consent_required', 'login_required', 'interaction_required']);

export const isDeniedByPerson = (error: string): boolean => deniedByPerson.has(error);

/** Returns the code of a callback. Throws 422 `access_denied` if a person did not allow access, 502 for other errors. */
export function codeOfCallback({ code, error }: { code?: string; error?: string }): string {
  if (error !== undefined) throw refusalOf(error);
  if (code === undefined) throw invalid('/code', sentence`The code is missing.`);
  return code;
}

/** Returns the time at which a token that is granted now expires. `expiresIn` is in seconds; null means that the vendor gives none. */
export const expiryOf = ({ clock }: { readonly clock: Clock }, expiresIn: number | null): Date | null =>
  expiresIn === null ? null : new Date(clock.now().getTime() + expiresIn * 1_000);

function refusalOf(error: string) {
  if (isDeniedByPerson(error))
    return invalid(
      '/error',
      sentence`Access was not allowed there. Start again, and agree to what is asked for.`,
      error,
    );
  return upstreamFailed(
    /^[a-z_]{1,40}$/.test(error)
      ? sentence`The vendor refused: ${error}. Try again later.`
      : sentence`The vendor refused. Try again later.`,
  );
}
