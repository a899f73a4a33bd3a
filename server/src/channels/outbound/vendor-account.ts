import { object, text } from '../port/json.logic.ts';
import type { Delivered } from '../port/channel.logic.ts';
import { retry, type Circumstances, type VendorAnswer } from './delivery.logic.ts';
import { type Sentence, english, sentence } from '../../platform/words/sentence.logic.ts';

/** The account and the user behind a token. Only one organization may be bound to an `account`. */
export interface VendorAccount {
  account: { id: string; name: string | null };
  /** The seat or user that writes our messages. */
  actorId: string;
  region: string | null;
}

/** A colleague's seat at the helpdesk, under which messages can appear. */
export interface Seat {
  id: string;
  name: string | null;
}

export interface Grant {
  accessToken: string;
  refreshToken: string | null;
  /** Seconds; null when the token does not expire. */
  expiresIn: number | null;
}

/** The vendor's own refusal (a wrong token, a used code), or no answer: the caller turns both into 502. */
export type AccountRefusal = { kind: 'refused'; reauthorize: boolean; detail: Sentence };

/** `unrenewed`: the token has expired and could not be renewed yet. `needs_reauth`: only an admin can restore access. */
export type HelpdeskConnection<Access> =
  | { kind: 'open'; access: Access }
  | { kind: 'not_connected' }
  | { kind: 'unrenewed'; why: string }
  | { kind: 'needs_reauth' };

/** The outcome of a delivery while there is no access. */
export function withoutAccess(
  connection: Exclude<HelpdeskConnection<unknown>, { kind: 'open' }>,
  circumstances: Circumstances,
): Delivered {
  switch (connection.kind) {
    case 'not_connected':
      return { kind: 'refused', code: 'not_connected', detail: english`The helpdesk is not connected.` };
    case 'unrenewed':
      return retry(connection.why, circumstances);
    case 'needs_reauth':
      return { kind: 'needs_reauth' };
  }
}

export function refusalOf(answer: VendorAnswer): AccountRefusal {
  if (answer.kind !== 'answered') {
    return {
      kind: 'refused',
      reauthorize: false,
      detail: answer.kind === 'blocked' ? sentence`its address is not allowed` : sentence`no answer (${answer.why})`,
    };
  }
  const grantIsDead = answer.status === 401 || text(object(answer.body)['error']) === 'invalid_grant';
  return { kind: 'refused', reauthorize: grantIsDead, detail: sentence`HTTP ${answer.status}` };
}
