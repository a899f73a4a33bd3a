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
 * Does the mail come from whom it names? Proven by a valid DKIM signature of the From domain. Disowned when our own relay
 * found that DMARC fails, or when the domain's policy asks to refuse mail without such a signature. The relay hides the
 * sender's address from us, so SPF cannot be judged: without a policy or signature the mail is unproven, which is
 * enough to be answered from the documents but not to be shown account data. Asks nobody for longer than `timeoutMs`.
 */
export async function authenticityOf(
  raw: Uint8Array | null,
  mail: IncomingMail,
  options: AuthenticityOptions,
): Promise<Authenticity> {
  if (relaySaysFail(mail, options.relay)) return 'disowned';
  if (!raw || signaturesOf(mail) > mostSignatures) return 'unproven';
  // Loaded by the first mail: a desk without mail does not wait for it. Not the name servers' fault, so not in their time.
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

/** Each one costs the body's hash and a question to the name servers; real mail has one to three. */
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

// The address that the signature was compared with must be the one that we take the sender for, and nobody else's: a From
// line that several people, or several readings, can be found in names nobody.
function isOneAuthor(signedFor: readonly string[] | undefined, mail: IncomingMail): boolean {
  const fields = mail.headers.filter(({ name }) => name === 'from').length;
  const [author, ...others] = signedFor ?? [];
  return fields === 1 && others.length === 0 && author?.toLowerCase() === mail.from?.address;
}

type Signature = Awaited<ReturnType<typeof Authenticate>>['dkim']['results'][number];

// A signature over a part of the body says nothing of the words behind it; a foreign domain's says nothing at all.
const vouches = ({ status }: Signature): boolean =>
  status.result === 'pass' && Boolean(status.aligned) && !status.underSized;

// Only the topmost one and only under our relay's name: whatever is further down, the sender may have written himself.
// It can only lower the verdict, as a relay that adds none would let a forged one through.
function relaySaysFail(mail: IncomingMail, relay: string): boolean {
  const results = headerOf(mail, 'authentication-results') ?? '';
  const [server = ''] = results.split(';');
  return server.trim().split(/\s/)[0]?.toLowerCase() === relay.toLowerCase() && /\bdmarc\s*=\s*fail\b/i.test(results);
}
