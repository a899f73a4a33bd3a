import type { authenticate as Authenticate } from 'mailauth';
import type { Authenticity } from '../../port/channel.logic.ts';
import { endOfHeaders } from './raw/charsets.ts';
import { headerOf, type IncomingMail } from './mail.logic.ts';

/** What a mail says about its sender. */
export type SenderClaims = Pick<IncomingMail, 'from' | 'headers'>;

export type ResolveDns = (name: string, type: string) => Promise<string[] | string[][]>;

export interface AuthenticityOptions {
  resolve: ResolveDns;
  /** The name under which our own relay writes Authentication-Results. */
  relay: string;
  timeoutMilliseconds: number;
}

/**
 * Judges whether the mail comes from its From address. Proven by a valid DKIM signature of the From domain. Disowned when
 * our own relay found that DMARC fails, or when the domain's policy asks to refuse mail without such a signature. The
 * relay hides the sender's network address from us, so SPF cannot be judged: without a policy or signature the mail is
 * unproven, which is enough for an answer from the documents but not for account data. Waits for the name servers no
 * longer than `timeoutMilliseconds`.
 */
export async function authenticityOf(
  raw: Uint8Array | null,
  mail: SenderClaims,
  options: AuthenticityOptions,
): Promise<Authenticity> {
  if (relaySaysFail(mail, options.relay)) return 'disowned';
  if (!raw) return 'unproven';
  // Import it with the first mail, not at start-up, and before the time of the name servers starts.
  const { authenticate } = await import('mailauth');
  const limit = Promise.withResolvers<null>();
  const timer = setTimeout(() => limit.resolve(null), options.timeoutMilliseconds);
  const judge = (bytes: Uint8Array) => evaluate(authenticate, { raw: bytes, mail }, options).catch(() => null);
  try {
    // Asked at the same time: if a signature cannot be checked, the policy of the sender's domain still counts.
    const policy = judge(withoutSignatures(mail));
    const whole = signaturesOf(mail) > mostSignatures ? null : judge(raw);
    const verdict = (await Promise.race([whole, limit.promise])) ?? (await Promise.race([policy, limit.promise]));
    return verdict ?? 'unproven';
  } finally {
    clearTimeout(timer);
  }
}

/** The verdict on a mail whose signatures take too long to check. */
export const authenticityUnchecked = (mail: SenderClaims, options: AuthenticityOptions): Promise<Authenticity> =>
  authenticityOf(withoutSignatures(mail), mail, options);

// A parsed address contains nothing that could end the line.
const withoutSignatures = ({ from }: SenderClaims): Uint8Array => Buffer.from(`From: <${from?.address ?? ''}>\r\n\r\n`);

const most = { bytes: 128 * 1024, headerBytes: 32 * 1024, line: 2_000, blanks: 100 };
const blankBytes = new Set(Buffer.from(' \t\r\n'));

/**
 * Whether the signatures of a mail can be checked in milliseconds. The library's time grows with the square of the number of
 * blanks in a row and of the lines of a header: megabytes of them took minutes.
 */
export function isQuicklyChecked(raw: Uint8Array): boolean {
  if (raw.byteLength > most.bytes) return false;
  let line = 0;
  let blanks = 0;
  for (const byte of raw) {
    line = byte === 10 ? 0 : line + 1;
    blanks = blankBytes.has(byte) ? blanks + 1 : 0;
    if (line > most.line || blanks > most.blanks) return false;
  }
  return endOfHeaders(raw) <= most.headerBytes;
}

/** Each signature costs a hash of the body and a DNS query; real mail has one to three. */
const mostSignatures = 10;

const signaturesOf = ({ headers }: SenderClaims) => headers.filter(({ name }) => name === 'dkim-signature').length;

async function evaluate(
  authenticate: typeof Authenticate,
  { raw, mail }: { raw: Uint8Array; mail: SenderClaims },
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
function isOneAuthor(signedFor: readonly string[] | undefined, mail: SenderClaims): boolean {
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
function relaySaysFail(mail: SenderClaims, relay: string): boolean {
  const results = headerOf(mail, 'authentication-results') ?? '';
  const [server = ''] = results.split(';');
  return server.trim().split(/\s/)[0]?.toLowerCase() === relay.toLowerCase() && /\bdmarc\s*=\s*fail\b/i.test(results);
}
