import type { AddressInfo, Server } from 'node:net';
import { domainToASCII } from 'node:url';
import type { SMTPServerAddress, SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Desk } from '../../platform/desk.ts';
import { errorCode } from '../../platform/database/database.ts';
import { AppError } from '../../platform/http/errors.ts';
import { countInbound } from '../../platform/process/counters.ts';
import { maxMailBytes } from '../port/limits.logic.ts';
import { routesOf } from './domains/recipients.ts';
import { addressList } from './message/mail.logic.ts';
import { receiveMail } from './receive.actions.ts';

export interface MailListener {
  port: number;
  /** Accepts no further connection, and waits some seconds for mail that is arriving. */
  close(): Promise<void>;
}

/** One host gets at most half of the connections. A mail of 40 MiB arrives within the longest time over a line of 400 kbit/s. */
const bounds = { connections: 100, connectionMilliseconds: 15 * 60_000 };
const mostRecipients = 100;
const silenceMilliseconds = 60_000;
const closeMilliseconds = 5_000;

/**
 * Receives mail by SMTP (RFC 5321) at `address` (host:port), as the webhook receives it: the sender gets 250 after the commit, so
 * that mail is either stored or still the sender's. Recipients that belong to no organization are refused (550), and so is mail
 * above the limit (552); whatever may pass is asked for again (451). There is neither a login nor encryption: whoever may
 * connect may deliver, as to any mail server, and nobody can send onwards.
 */
export async function listenForMail(
  desk: Desk,
  address: string,
  { connections, connectionMilliseconds } = bounds,
): Promise<MailListener> {
  // Import it only if it is used.
  const { SMTPServer } = await import('smtp-server');
  const arriving = new Map<string, SMTPServerDataStream>();
  const options: SMTPServerOptions & { lenientAddressParsing: boolean } = {
    name: desk.config.EMAIL_INBOUND_DOMAIN,
    banner: 'Frontdesk',
    size: maxMailBytes,
    maxClients: connections,
    socketTimeout: silenceMilliseconds,
    closeTimeout: closeMilliseconds,
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    // Senders of some mobile networks have two dots in a row. Recipients are compared with ours in any case.
    lenientAddressParsing: true,
    onConnect: ({ remoteAddress }, done) =>
      connectionsOf(remoteAddress) > connections / 2
        ? done(new SmtpRefusal(421, '4.7.0 Too many connections from your address'))
        : done(),
    onRcptTo: (recipient, session, done) => void settle(desk, admit(desk, recipient, session), done),
    onData(stream, session, done) {
      arriving.set(session.id, stream);
      const received = receive(desk, stream, session).finally(() => arriving.delete(session.id));
      void settle(desk, received, done);
    },
    // A connection that breaks off leaves its stream without an end.
    onClose: ({ id }) => arriving.get(id)?.destroy(new SmtpRefusal(451, '4.4.2 The connection broke off')),
  };
  const server = new SMTPServer(options);
  const connectionsOf = boundConnections(server.server, connectionMilliseconds);
  // A sender that hangs up is its own affair: nothing was acknowledged.
  server.on('error', (error: Error) => desk.log.debug({ code: errorCode(error) }, 'an SMTP connection failed'));
  const port = await listen(server.server, address);
  return { port, close: () => new Promise((done) => server.close(() => done())) };
}

/** Ends each connection after the longest time. Returns how many a host has. */
function boundConnections(server: Server, connectionMilliseconds: number): (host: string) => number {
  const counts = new Map<string, number>();
  server.on('connection', (socket) => {
    // As the library writes an IPv4 address.
    const host = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    counts.set(host, (counts.get(host) ?? 0) + 1);
    // Without this, a sender that delivers nothing keeps the connection for ever.
    const end = setTimeout(() => socket.destroy(), connectionMilliseconds);
    socket.once('close', () => {
      clearTimeout(end);
      const left = (counts.get(host) ?? 1) - 1;
      if (left > 0) counts.set(host, left);
      else counts.delete(host);
    });
  });
  return (host) => counts.get(host) ?? 0;
}

async function listen(server: Server, address: string): Promise<number> {
  const colon = address.lastIndexOf(':');
  const listening = Promise.withResolvers<void>();
  server.once('error', listening.reject);
  server.listen(Number(address.slice(colon + 1)), address.slice(0, colon).replace(/[[\]]/g, ''), listening.resolve);
  await listening.promise;
  server.off('error', listening.reject);
  return (server.address() as AddressInfo).port;
}

/** A refusal in the words of SMTP: 4xx asks the sender to try again, 5xx returns the mail to its writer. */
class SmtpRefusal extends Error {
  readonly responseCode: number;
  constructor(responseCode: number, message: string) {
    super(message);
    this.responseCode = responseCode;
  }
}

/** The library writes domains in Unicode. This is the form in which DNS and mail write letters beyond ASCII: `xn--…`. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return /^\p{ASCII}*$/u.test(domain) ? address : address.slice(0, at) + domainToASCII(domain);
}

async function admit(desk: Desk, { address }: SMTPServerAddress, session: SMTPServerSession): Promise<void> {
  if (session.envelope.rcptTo.length >= mostRecipients) throw new SmtpRefusal(452, '4.5.3 Too many recipients');
  const routes = await routesOf(desk, addressList(withAsciiDomain(address)));
  if (routes.length > 0) return;
  countInbound('email', 'refused');
  throw new SmtpRefusal(550, '5.1.1 Nobody receives mail at this address');
}

async function receive(desk: Desk, stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
  const { mailFrom, rcptTo } = session.envelope;
  // If reading ends early the stream must live on: the rest of the mail stands between us and the sender's next command.
  const parts: AsyncIterable<Buffer> = stream.iterator({ destroyOnReturn: false });
  try {
    const held = await desk.bodies.take(parts, { limit: maxMailBytes, from: session.remoteAddress });
    try {
      const receipt = await receiveMail(desk, {
        raw: held.bytes,
        mediaType: 'message/rfc822',
        envelopeTo: rcptTo.map(({ address }) => withAsciiDomain(address)).join(','),
        envelopeFrom: (mailFrom && withAsciiDomain(mailFrom.address)) || null,
        providerId: null,
        signedBy: null,
      });
      countInbound('email', receipt === 'new' ? 'accepted' : receipt);
    } finally {
      held.release();
    }
  } finally {
    stream.resume();
  }
}

async function settle(desk: Desk, work: Promise<void>, done: (error?: Error) => void): Promise<void> {
  try {
    await work;
    done();
  } catch (error) {
    done(refusalOf(desk, error));
  }
}

function refusalOf(desk: Desk, error: unknown): SmtpRefusal {
  if (error instanceof SmtpRefusal) return error;
  if (error instanceof AppError && error.status === 413)
    return new SmtpRefusal(552, '5.3.4 The mail is larger than the desk accepts');
  countInbound('email', 'failed');
  if (!(error instanceof AppError)) desk.log.error({ code: errorCode(error) }, 'mail could not be stored');
  return new SmtpRefusal(451, '4.3.0 The mail could not be stored; send it again');
}
