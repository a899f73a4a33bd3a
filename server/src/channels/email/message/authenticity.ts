import type { authenticate as Authenticate } from 'mailauth';
import type { Authenticity } from '../../port/channel.logic.ts';
import { headerOf, type IncomingMail } from './mail.logic.ts';

export type ResolveDns = (name: string, type: string) => Promise<string[] | string[][]>;

export interface AuthenticityOptions {
  resolve: ResolveDns;
  /** The name under which our own relay writes Authentication-Results. */
  relay: string;
  timeoutMs: number;
}

/**
 * Judges whether the mail comes from its From address. Proven by a valid DKIM signature of the From domain. Disowned when
 * our own relay found that DMARC fails, or when the domain's policy asks to refuse mail without such a signature. The
 * relay hides the sender's network address from us, so SPF cannot be judged: without a policy or signature the mail is
 * unproven, which is enough for an answer from the documents but not for account data. Waits for the name servers no
 * longer than `timeoutMs`.
 */
export async function authenticityOf(
  raw: Uint8Array | null,
  mail: IncomingMail,
  options: AuthenticityOptions,
): Promise<Authenticity> {
  if (relaySaysFail(mail, options.relay)) return 'disowned';
  if (!raw || signaturesOf(mail) > mostSignatures) return 'unproven';
  // Import it with the first mail, not at start-up, and before the time of the name servers starts.
  const { authenticate } = await import('mailauth');
  const limit = Promise.withResolvers<Authenticity>();
  const timer = setTimeout(() => limit.resolve('unproven'), options.timeoutMs);
  try {
    return await Promise.race([evaluate(authenticate, { raw, mail }, options), limit.promise]);
  } catch {
    return 'unproven';
  } finally {
    clearTimeout(timer);
  }
}

/** Each signature costs a hash of the body and a DNS query; real mail has one to three. */
const mostSignatures = 10;

const signaturesOf = ({ headers }: IncomingMail) => headers.filter(({ name }) => name === 'dkim-signature').length;

async function evaluate(
  authenticate: typeof Authenticate,
  { raw, mail }: { raw: Uint8Array; mail: IncomingMail },
  { resolve, relay }: AuthenticityOptions,
): Promise<Authenticity> {
  const result = await authenticate(Buffer.from(raw), {
    resolver: resolve,
    mta: relay,
    disableArc: true,
    disableBimi: true,
  });
  if (!isOneAuthor(result.dkim.headerFrom, mail)) return 'disowned';
  if (result.dkim.results.some(vouches)) return 'proven';
  const dmarc = result.dmarc;
  if (!dmarc || dmarc.status.result !== 'fail') return 'unproven';
  return dmarc.policy === 'reject' || dmarc.policy === 'quarantine' ? 'disowned' : 'unproven';
}

// The signature must have been compared with exactly the address that we parsed as the sender. A From line with several
// addresses, or with several readings, identifies nobody.
function isOneAuthor(signedFor: readonly string[] | undefined, mail: IncomingMail): boolean {
  const fields = mail.headers.filter(({ name }) => name === 'from').length;
  const [author, ...others] = signedFor ?? [];
  return fields === 1 && others.length === 0 && author?.toLowerCase() === mail.from?.address;
}

type Signature = Awaited<ReturnType<typeof Authenticate>>['dkim']['results'][number];

// A signature over part of the body does not cover the rest; another domain's signature proves nothing about the sender.
const vouches = ({ status }: Signature): boolean =>
  status.result === 'pass' && Boolean(status.aligned) && !status.underSized;

// Read only the topmost header, and only under our relay's name: the sender may have written any header below it. It can
// only lower the verdict: if it could raise it, a relay that adds none would let a forged one through.
function relaySaysFail(mail: IncomingMail, relay: string): boolean {
  const results = headerOf(mail, 'authentication-results') ?? '';
  const [server = ''] = results.split(';');
  return server.trim().split(/\s/)[0]?.toLowerCase() === relay.toLowerCase() && /\bdmarc\s*=\s*fail\b/i.test(results);
}
