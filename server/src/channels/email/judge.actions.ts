import type { Desk } from '../../platform/desk.ts';
import type { Authenticity } from '../port/channel.logic.ts';
import { readInThread } from '../reading/read-in-thread.ts';
import { resolverOf } from './domains/name-servers.ts';
import { authenticityOf, authenticityUnchecked, isQuicklyChecked } from './message/authenticity.ts';
import type { Correspondent, IncomingMail } from './message/mail.logic.ts';
import { rawMail } from './message/parse-mail.ts';
import { hasOddHeaders } from './message/raw/odd-headers.ts';

interface JudgedMail {
  mail: IncomingMail;
  asker: Correspondent | null;
  /** How long to wait for the name servers. */
  timeoutMilliseconds: number;
}

/**
 * Judges whether a mail comes from the person who asks. Signatures that take long to check are checked in another thread; if
 * it does not finish, the policy of the sender's domain decides.
 */
export async function judge(
  desk: Desk,
  { raw, mediaType }: { raw: Uint8Array; mediaType: string },
  { mail, asker, timeoutMilliseconds }: JudgedMail,
): Promise<Authenticity> {
  const given = rawMail(raw, mediaType);
  const relay = desk.config.EMAIL_INBOUND_DOMAIN;
  const options = { resolve: resolverOf(desk.config), relay, timeoutMilliseconds };
  const claims = { from: mail.from, headers: mail.headers };
  // A signature is no proof of headers that its signer may have read otherwise.
  if (given && hasOddHeaders(given)) return authenticityUnchecked(claims, options);
  const verdict =
    given === null || isQuicklyChecked(given)
      ? await authenticityOf(given, claims, options)
      : await readInThread({
          kind: 'authenticity',
          raw: given,
          mail: claims,
          relay,
          nameServers: desk.config.DNS_SERVERS,
          timeoutMilliseconds,
        }).catch(() => authenticityUnchecked(claims, options));
  // Proof of the sender's address is no proof of another address that the sender names in Reply-To.
  return verdict === 'proven' && asker !== mail.from ? 'unproven' : verdict;
}
