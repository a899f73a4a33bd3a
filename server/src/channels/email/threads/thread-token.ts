import { hmac, sameBytes, sha256 } from '../../../platform/secrets/signatures.ts';

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/**
 * The e-mail thread that a message starts. Derived from its Message-ID, so a second delivery of the same mail gets the
 * same lane even before the first one is stored. 80 bits in base32, to fit in a local part.
 */
export const newThreadId = (organizationId: string, messageKey: string): string =>
  base32(sha256(`${organizationId}\n${messageKey}`).subarray(0, 10));

/** `support@birch.example` → `support+t_<thread>_<mac>@birch.example`: the recipient of a reply then contains the thread. */
export function replyAddress(address: string, thread: string, seal: ThreadTokenKey): string {
  const [local = '', domain = ''] = address.split('@');
  return `${local.split('+')[0]}+t_${thread}_${macOf(thread, seal)}@${domain}`;
}

export interface ThreadTokenKey {
  organizationId: string;
  /** The installation's key. The token of another installation or organization does not fit. */
  key: string;
}

/** The thread named by a recipient address; null without a token, or with one that we did not make. */
export function threadOfAddress(address: string, seals: readonly ThreadTokenKey[]): string | null {
  const [, thread, mac] = /\+t_([a-z2-7]{16})_([a-z2-7]{16})@/.exec(address.toLowerCase()) ?? [];
  if (!thread || !mac) return null;
  const fits = seals.map((seal) => sameBytes(Buffer.from(macOf(thread, seal)), Buffer.from(mac))).includes(true);
  return fits ? thread : null;
}

/**
 * The threads that message ids name as our addresses do. The first reference of our mails is such an id: relays such as Amazon's
 * replace a Message-ID, but no reference.
 */
export const threadsNamedBy = (ids: readonly string[], seals: readonly ThreadTokenKey[]): Map<string, string> =>
  new Map(
    ids.flatMap((id) => {
      const thread = threadOfAddress(id, seals);
      return thread === null ? [] : [[id, thread] as const];
    }),
  );

/** A Message-ID without brackets whose local part carries our seal: `reply.7f…` → `reply.7f….<mac>@domain`. */
export function sealedMessageId(plain: string, seal: ThreadTokenKey): string {
  const [local = '', domain = ''] = plain.split('@');
  return `${local}.${idMacOf(local, seal)}@${domain}`;
}

/** Whether we made this Message-ID. */
export function isSealedMessageId(id: string, seals: readonly ThreadTokenKey[]): boolean {
  const [, local, mac] = /^([^@]{1,200})\.([a-z2-7]{16})@/.exec(id) ?? [];
  if (!local || !mac) return false;
  return seals.map((seal) => sameBytes(Buffer.from(idMacOf(local, seal)), Buffer.from(mac))).includes(true);
}

const idMacOf = (local: string, { organizationId, key }: ThreadTokenKey) =>
  base32(hmac('sha256', hmac('sha256', key, 'email-message-id'), organizationId, local).subarray(0, 10));

const macOf = (thread: string, { organizationId, key }: ThreadTokenKey) =>
  base32(hmac('sha256', hmac('sha256', key, 'email-thread-token'), organizationId, thread).subarray(0, 10));

function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => alphabet[Number.parseInt(five, 2)]).join('');
}
