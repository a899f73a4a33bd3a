import { Readable } from 'node:stream';
import type { Config } from '../config/config.ts';

/** A mail before it is built into MIME. Ids have no angle brackets. */
export interface OutgoingMail {
  from: string;
  to: { address: string; name: string };
  replyTo: string | null;
  subject: string;
  text: string;
  html: string | null;
  messageId: string;
  inReplyTo: string | null;
  references: string[];
  headers: Record<string, string>;
  files?: { name: string; mediaType: string; content: Uint8Array }[];
}

/**
 * `handedOver`: the server had requested the message's bytes, so it may have accepted them despite the failure. `refused`: it
 * refuses this mail permanently. Errors before that (connection, login, sender) concern our settings, and can be repaired.
 */
export type Transmission =
  | { kind: 'accepted' }
  | { kind: 'failed'; handedOver: boolean; refused: boolean; status: number | null; code: string };

/**
 * In milliseconds: `speakWithin` is the deadline to start sending the body; `silence` is how long the server may be silent;
 * `over` is when the mail is given up, even from a server that goes on speaking without an answer.
 */
export interface SmtpTimeouts {
  speakWithin: number;
  silence: number;
  over: number;
}

/** The sender of mail that does not reply from a particular address. */
export const defaultSender = (config: Config): string => config.MAIL_FROM || `support@${config.EMAIL_INBOUND_DOMAIN}`;

// Import nodemailer with the first mail, not at start-up: a desk without a relay never needs it.
async function mailer() {
  const [composer, shared, connection] = await Promise.all([
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/shared'),
    import('nodemailer/lib/smtp-connection'),
  ]);
  return { MailComposer: composer.default, SMTPConnection: connection.default, ...shared };
}

/** Sends a mail to the relay and reports what is certain. SMTP has no look-up, so the caller decides about uncertain cases. */
export async function transmitMail(
  url: string,
  mail: OutgoingMail,
  { speakWithin, silence, over }: SmtpTimeouts,
): Promise<Transmission> {
  const { SMTPConnection, parseConnectionUrl } = await mailer();
  const bytes = await build(mail);
  const started = performance.now();
  const { auth, ...server } = parseConnectionUrl(url);
  const timeouts = { connectionTimeout: speakWithin, greetingTimeout: speakWithin, socketTimeout: silence };
  const connection = new SMTPConnection({ ...server, ...timeouts });
  // The stream is first read when the server has accepted DATA: from then on it may have our bytes.
  let handedOver = false;
  const message = new Readable({
    read() {
      if (performance.now() - started > speakWithin) return void this.destroy(tooLate());
      handedOver = true;
      this.push(bytes);
      this.push(null);
    },
  });
  const { promise: done, resolve } = Promise.withResolvers<Transmission>();
  const fail = (error: unknown) => {
    connection.close();
    resolve({ kind: 'failed', handedOver, ...factsOf(error) });
  };
  const deadline = setTimeout(() => fail(neverDone()), over);
  const send = () =>
    connection.send({ from: bareAddress(mail.from), to: [mail.to.address] }, message, (refusal) => {
      if (refusal) return fail(refusal);
      connection.quit();
      resolve({ kind: 'accepted' });
    });
  connection.on('error', fail);
  message.on('error', fail);
  connection.connect((error) => {
    if (error) return fail(error);
    return auth ? connection.login(auth, (refusal) => (refusal ? fail(refusal) : send())) : send();
  });
  return done.finally(() => clearTimeout(deadline));
}

/**
 * Checks whether the relay accepts our credentials; sends no mail. `within` limits the whole check, in milliseconds, because a relay
 * may go on speaking without an answer. Returns null if the relay accepts them, or else a code or status.
 */
export async function checkRelay(url: string, within: number): Promise<string | null> {
  const { SMTPConnection, parseConnectionUrl } = await mailer();
  const { auth, ...server } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: within,
    greetingTimeout: within,
    socketTimeout: within,
  });
  const { promise: done, resolve } = Promise.withResolvers<string | null>();
  const end = (error?: unknown) => {
    connection.close();
    if (!error) return resolve(null);
    const { status, code } = factsOf(error);
    resolve(status === null ? code : `SMTP ${status}`);
  };
  const deadline = setTimeout(() => end(neverDone()), within);
  connection.on('error', end);
  connection.connect((error) => (error || !auth ? end(error) : connection.login(auth, end)));
  return done.finally(() => clearTimeout(deadline));
}

async function build(mail: OutgoingMail): Promise<Buffer> {
  const { MailComposer } = await mailer();
  const angle = (id: string) => `<${id}>`;
  const composer = new MailComposer({
    from: mail.from,
    to: mail.to,
    ...(mail.replyTo ? { replyTo: mail.replyTo } : {}),
    subject: mail.subject,
    text: mail.text,
    ...(mail.html === null ? {} : { html: mail.html }),
    messageId: angle(mail.messageId),
    ...(mail.inReplyTo ? { inReplyTo: angle(mail.inReplyTo) } : {}),
    ...(mail.references.length > 0 ? { references: mail.references.map(angle) } : {}),
    headers: mail.headers,
    attachments: (mail.files ?? []).map(({ name, mediaType, content }) => ({
      filename: name,
      contentType: mediaType,
      content: Buffer.from(content),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

const tooLate = () => Object.assign(new Error('Too late to speak.'), { code: 'too_late' });

const neverDone = () => Object.assign(new Error('The server came to no end.'), { code: 'ETIMEDOUT' });

const bareAddress = (address: string) => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;

// Keep only the codes: the error's text quotes the server's reply, which may contain addresses.
function factsOf(error: unknown): { refused: boolean; status: number | null; code: string } {
  const facts = typeof error === 'object' && error !== null ? error : {};
  const status = 'responseCode' in facts && typeof facts.responseCode === 'number' ? facts.responseCode : null;
  const ofMail = 'command' in facts && (facts.command === 'RCPT TO' || facts.command === 'DATA');
  const refused = ofMail && status !== null && status >= 500;
  return { refused, status, code: 'code' in facts && typeof facts.code === 'string' ? facts.code : 'smtp' };
}
