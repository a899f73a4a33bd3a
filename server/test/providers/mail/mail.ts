import type { AddressInfo } from 'node:net';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { recordOf, type RecordOf } from '../record.ts';

/** A mail of ours, as the receiving server got it. Header names are lower case; each keeps its values in order. */
export type ReceivedMail = {
  at: Date;
  envelope: { from: string; to: string[] };
  raw: Buffer;
  headers: Record<string, string[]>;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
  messageId: string;
  inReplyTo: string;
  references: string[];
};

/**
 * `refuse`: answers the command with the code and stores nothing (4xx is temporary, 5xx permanent). `hang-after-data` and
 * `drop-after-data`: stores the mail, but never confirms it. `drop-before-data`: cuts the connection and stores nothing.
 */
export type MailFault =
  | { kind: 'refuse'; at: 'connect' | 'login' | 'recipient' | 'data'; code: number }
  | { kind: 'hang-after-data' }
  | { kind: 'drop-after-data' }
  | { kind: 'drop-before-data' };

export type MailSink = {
  /** For `SMTP_URL`. */
  url: string;
  mails: RecordOf<ReceivedMail>;
  mailsTo(address: string): ReceivedMail[];
  failNext(fault: MailFault, times?: number): void;
  /** Removes planned faults; keeps the mails. */
  clearFaults(): void;
  reset(): void;
  close(): Promise<void>;
};

/** An SMTP server on loopback that stores the mails that it receives. It has no TLS and accepts any login. */
export async function startMailSink(): Promise<MailSink> {
  const mails = recordOf<ReceivedMail>();
  const faults: MailFault[] = [];
  const takeIf = (wanted: (fault: MailFault) => boolean): MailFault | undefined => {
    const next = faults[0];
    return next && wanted(next) ? faults.shift() : undefined;
  };
  const refusalAt = (at: 'connect' | 'login' | 'recipient' | 'data') =>
    takeIf((fault) => fault.kind === 'refuse' && fault.at === at);

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    disableReverseLookup: true,
    onConnect: (_session, done) => done(refusal(refusalAt('connect'))),
    onAuth: ({ username }, _session, done) => done(refusal(refusalAt('login')), { user: username }),
    onRcptTo: (_address, _session, done) => done(refusal(refusalAt('recipient'))),
    onData(stream, session, done) {
      receive(stream, session, done).catch((error: Error) => done(error));
    },
  });
  server.on('error', () => undefined);

  async function receive(
    stream: SMTPServerDataStream,
    session: SMTPServerSession,
    done: (error?: Error | null) => void,
  ): Promise<void> {
    const raw = await readAll(stream);
    const fault = refusalAt('data') ?? takeIf((one) => one.kind !== 'refuse');
    if (fault?.kind === 'refuse') return done(refusal(fault));
    if (fault?.kind === 'drop-before-data') return cut(server, session);
    mails.add(await parse(raw, session));
    if (fault?.kind === 'hang-after-data') return;
    if (fault?.kind === 'drop-after-data') return cut(server, session);
    done();
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    mails,
    mailsTo: (address) => mails.all.filter((mail) => mail.envelope.to.includes(address)),
    failNext(fault, times = 1) {
      for (let left = times; left > 0; left -= 1) faults.push(fault);
    },
    clearFaults: () => void faults.splice(0),
    reset() {
      faults.length = 0;
      mails.clear();
    },
    close: () => closeNow(server),
  };
}

function refusal(fault: MailFault | undefined): Error | null {
  if (fault?.kind !== 'refuse') return null;
  return Object.assign(new Error(fault.code < 500 ? 'Try again later' : 'Not accepted'), { responseCode: fault.code });
}

type Connection = { id: string; close(): void; _socket?: { destroy(): void } };

function connectionsOf(server: SMTPServer): Connection[] {
  // The package keeps its open connections in a public but untyped set. Cut them: a regular QUIT would be no fault.
  return [...(server as unknown as { connections: Set<Connection> }).connections];
}

function cut(server: SMTPServer, session: SMTPServerSession): void {
  for (const connection of connectionsOf(server)) if (connection.id === session.id) connection._socket?.destroy();
}

async function closeNow(server: SMTPServer): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(resolve));
  for (const connection of connectionsOf(server)) connection._socket?.destroy();
  await closed;
}

async function readAll(stream: SMTPServerDataStream): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function parse(raw: Buffer, session: SMTPServerSession): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const headers: Record<string, string[]> = {};
  for (const { key, value } of mail.headers) (headers[key] ??= []).push(value);
  const { mailFrom, rcptTo } = session.envelope;
  return {
    at: new Date(),
    envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map((one) => one.address) },
    raw,
    headers,
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map((one) => one.address ?? ''),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    inReplyTo: mail.inReplyTo ?? '',
    references: (mail.references ?? '').split(/\s+/).filter((one) => one !== ''),
  };
}
