import { reportedMessageIds } from './automated.logic.ts';
import type { IncomingMail } from './mail.logic.ts';
import { english, inEnglish, sentence, type Sentence } from '../../../platform/words/sentence.logic.ts';

/** A mail system's report about a mail that did not arrive. */
export interface BounceReport {
  /** The ids that it quotes, among them that of the mail that did not arrive. */
  messageIds: string[];
  /** RFC 3463: class 5 is permanent, class 4 temporary. */
  status: string | null;
  /** The report is that the mail has arrived, or was passed on. */
  arrived: boolean;
  /** Delivery of this mail has been given up. */
  final: boolean;
  /** No other mail to the address would arrive, either. */
  aboutAddress: boolean;
  /** An explanation in words, with the status. */
  reason: string;
}

/** Text beyond this length belongs to the returned mail. */
const mostWords = 20_000;

/**
 * Parses a report of RFC 3464, or one in plain text, as qmail, Exim and old Exchange servers write it. The status comes
 * from the fields, else from the enhanced code after a server's reply code, else from the reply code.
 */
export function bounceOf(mail: IncomingMail): BounceReport {
  const about = worstOf(mail.attachments.map(({ report }) => report).join('\n'));
  const words = withoutCopy((mail.text ?? '').slice(0, mostWords));
  const action = field(about, 'Action')?.toLowerCase() ?? null;
  // If the fields report another action than a failure, the text may still describe failures in general: ignore it.
  const status = statusOf(about) ?? (action === null || action === 'failed' ? statusIn(words) : null);
  // The action "failed" says that nobody tries any more (RFC 3464, 2.3.3), also with a temporary status, as Postfix's after five days.
  const final = action?.startsWith('failed') || isFinal(status, action ?? actionIn(words));
  const reported = [...new Set([...reportedMessageIds(mail), ...quotedIds(mail.text ?? '')])];
  const explanation =
    sentences[status ?? ''] ?? sentences[status?.replace(/\d{1,3}$/, 'x') ?? ''] ?? sentence`The mail bounced.`;
  return {
    messageIds: reported.length > 0 ? reported : answeredIds(mail),
    status,
    arrived: action !== null && arrivals.has(action),
    final,
    aboutAddress: final && (status === null || (status.startsWith('5') && !aboutMail.includes(status))),
    reason: status === null ? inEnglish(explanation) : english`${explanation} (${status})`,
  };
}

/**
 * The ids that a report of RFC 5965 quotes, if it says that a person did not want the mail. Such reports also tell that a signature failed
 * (RFC 6591) or that a filter was wrong: null.
 */
export function complainedIds(mail: IncomingMail): string[] | null {
  const type = field(mail.attachments.map(({ report }) => report).join('\n'), 'Feedback-Type')?.toLowerCase();
  return type && unwanted.has(type) ? reportedMessageIds(mail) : null;
}

const unwanted = new Set(['abuse', 'fraud', 'opt-out']);

// A report that quotes nothing of the mail may still be threaded to it.
const answeredIds = ({ inReplyTo, references }: IncomingMail): string[] =>
  inReplyTo === null ? references.slice(-1) : [inReplyTo];

const arrivals = new Set(['delivered', 'relayed', 'expanded']);

/** Returns the fields of the recipient whom the mail did not reach; each recipient has a paragraph of fields. */
function worstOf(parts: string): string {
  // A line that begins with a blank continues the field above it.
  const unfolded = parts.replaceAll(/\r?\n[ \t]+/g, ' ');
  const recipients = unfolded.split(/\r?\n\r?\n/).filter((each) => field(each, 'Action') !== null);
  const of = (action: string) => recipients.find((each) => field(each, 'Action')?.toLowerCase().startsWith(action));
  return of('failed') ?? of('delayed') ?? recipients[0] ?? unfolded;
}

/** Returns the status. If it only names its class (5.0.0), the server's own code of that class is more precise. */
function statusOf(fields: string): string | null {
  const status = statusIn(field(fields, 'Status'));
  const diagnosed = statusIn(field(fields, 'Diagnostic-Code'));
  return status?.endsWith('.0.0') && diagnosed?.[0] === status[0] ? diagnosed : (status ?? diagnosed);
}

// Cut off the returned mail below the report: our own text is no evidence of its delivery.
function withoutCopy(words: string): string {
  const copy = /^(?:-{2,100}[^\n]{0,80}(?:copy|original|below)|(?:Return-Path|Received|Message-ID):)/im.exec(words);
  return copy ? words.slice(0, copy.index) : words;
}

/** Returns the value of a field, wherever it is in the report. */
const field = (parts: string, name: string): string | null =>
  new RegExp(`^${name}:[ \\t]{0,20}([^\\r\\n]{1,500})`, 'im').exec(parts)?.[1]?.trim() ?? null;

// The text may end with a copy of the mail and its headers, indented or with marks; HTML has no lines.
const quotedIds = (words: string): string[] =>
  [...words.slice(0, 200_000).matchAll(/\bMessage-ID:\s{0,5}<([^<>\s]{1,900})>/gi)].flatMap((match) => match[1] ?? []);

function statusIn(text: string | null): string | null {
  if (text === null) return null;
  const enhanced = /(?<![\d.])([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1];
  if (enhanced) return enhanced;
  // A server without enhanced codes sends only `550`: only its class is certain.
  const code = /(?<![\d.])(4|5)[0-5]\d[ -](?=\D)/.exec(text)?.[1];
  return code ? `${code}.0.0` : null;
}

const givenUp = new RegExp(
  'permanent(ly)? (error|fail)|giving up|given up|could not be delivered|did not reach|unable to deliver|undeliverable|' +
    'nicht zugestellt werden|nicht erreicht|unzustellbar|pas pu être (remis|distribué)|no se (pudo|ha podido) entregar|' +
    'non è stato possibile (recapitare|consegnare)|niet worden (bezorgd|afgeleverd)|não pôde ser entregue',
  'i',
);
const goesOn = new RegExp(
  'delayed|not yet been delivered|still trying|will (be )?(retr|try)|no action is required|temporar|' +
    'verzögert|vorübergehend|erneut versucht|provisoire|nouvelle tentative|se volver. a intentar|riprover|opnieuw geprobeerd',
  'i',
);

function actionIn(words: string): string | null {
  if (goesOn.test(words)) return 'delayed';
  return givenUp.test(words) ? 'failed' : null;
}

/** The mail waited too long (4.4.7) and was given up, though its address may be good. */
const expired = '4.4.7';

function isFinal(status: string | null, action: string | null): boolean {
  if (action === 'delayed') return false;
  if (status === null || status === expired) return action === 'failed';
  return status.startsWith('5');
}

/** Too large: a smaller mail would arrive. */
const aboutMail = ['5.2.3', '5.3.4'];

const sentences: Record<string, Sentence> = {
  '4.4.7': sentence`The receiving mail system did not accept it in time.`,
  '5.1.0': sentence`The receiving mail system does not know the address.`,
  '5.1.1': sentence`The address does not exist.`,
  '5.1.2': sentence`The domain of the address does not exist.`,
  '5.1.3': sentence`The address is malformed.`,
  '5.1.6': sentence`The person has moved to another address.`,
  '5.1.10': sentence`The address does not exist.`,
  '5.2.1': sentence`The mailbox is closed.`,
  '5.2.2': sentence`The mailbox is full.`,
  '5.2.3': sentence`The mail is too large for the mailbox.`,
  '5.3.4': sentence`The mail is too large for its mail system.`,
  '5.4.1': sentence`The receiving mail system does not accept it.`,
  '5.4.4': sentence`The domain of the address does not accept mail.`,
  '5.7.x': sentence`The receiving mail system rejects our mail.`,
  '4.2.2': sentence`The mailbox is full at the moment.`,
  '4.x.x': sentence`The receiving mail system does not accept mail at the moment.`,
};
