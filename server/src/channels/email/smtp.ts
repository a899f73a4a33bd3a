import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { Delivered } from '../channel.logic.ts';
import { backoff, type Circumstances } from '../delivery.logic.ts';
import { pace, TooLate } from '../pace.ts';
import type { OutgoingMail } from './outgoing-mail.logic.ts';

/** `handedOver`: the server had asked for the message's bytes, so it may have taken them whatever happened then. */
type Outcome = { kind: 'accepted' } | { kind: 'failed'; handedOver: boolean; status: number | null; code: string };

/**
 * Hands a mail to the relay and says what is certain about it. SMTP has no look-up: a connection that breaks after the
 * bytes have left is `unknown`, never repeated by itself. Before that every failure is safe to retry, unless the server
 * has refused for good (5xx).
 */
export async function deliverBySmtp(url: string, mail: OutgoingMail, circumstances: Circumstances): Promise<Delivered> {
  const bytes = await build(mail);
  const outcome = await transmit(url, mail, bytes);
  if (outcome.kind === 'accepted') return { kind: 'sent', providerMessageId: mail.messageId };
  const { handedOver, status, code } = outcome;
  if (status !== null && status >= 500) {
    return { kind: 'refused', code: 'rejected', detail: `The mail server answered ${status}.` };
  }
  if (handedOver && status === null)
    return { kind: 'unknown', why: `The mail server did not confirm the mail (${code}).` };
  return {
    kind: 'retry',
    afterMs: Math.max(1_000, backoff(circumstances)),
    why: status === null ? code : `SMTP ${status}`,
  };
}

async function build(mail: OutgoingMail): Promise<Buffer> {
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
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return composer.compile().build();
}

function transmit(url: string, mail: OutgoingMail, bytes: Buffer): Promise<Outcome> {
  const started = performance.now();
  const { auth, ...server } = parseConnectionUrl(url);
  const connection = new SMTPConnection({
    ...server,
    connectionTimeout: pace.speakWithin,
    greetingTimeout: pace.speakWithin,
    socketTimeout: pace.speak,
  });
  // Read for the first time when the server has answered DATA with "go on": from then on it may have our bytes.
  let handedOver = false;
  const message = new Readable({
    read() {
      if (performance.now() - started > pace.speakWithin) return void this.destroy(new TooLate('Too late to speak.'));
      handedOver = true;
      this.push(bytes);
      this.push(null);
    },
  });
  return new Promise((resolve) => {
    const fail = (error: unknown) => {
      connection.close();
      resolve({ kind: 'failed', handedOver, ...factsOf(error) });
    };
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
      if (!auth) return send();
      connection.login(auth, (refusal) => (refusal ? fail(refusal) : send()));
    });
  });
}

const bareAddress = (address: string) => /<([^<>]+)>\s*$/.exec(address)?.[1] ?? address;

// The error's text quotes what the server said, which may hold addresses: only its codes go on.
function factsOf(error: unknown): { status: number | null; code: string } {
  const facts = typeof error === 'object' && error !== null ? error : {};
  const status = 'responseCode' in facts && typeof facts.responseCode === 'number' ? facts.responseCode : null;
  return { status, code: 'code' in facts && typeof facts.code === 'string' ? facts.code : 'smtp' };
}
