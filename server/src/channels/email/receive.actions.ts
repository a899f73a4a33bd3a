import type { Desk } from '../../platform/desk.ts';
import { isId, newId } from '../../platform/process/ids.ts';
import { sha256 } from '../../platform/secrets/signatures.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { ingest } from '../inbound/ingest.actions.ts';
import type { IngestOutcome } from '../inbound/ingest.store.ts';
import { isWrittenByProgram, reportedMessageIds } from './message/automated.logic.ts';
import { judge } from './judge.actions.ts';
import { loopMark, threadTokenKeys } from './threads/installation.ts';
import { addressList, askerOf, headerOf, type Correspondent, type IncomingMail } from './message/mail.logic.ts';
import {
  findUnroutable,
  forgetUnroutable,
  keepUnroutable,
  noteReceived,
  verifiedDomainsOf,
} from './domains/mailboxes.store.ts';
import { knownMessages, participantsOf, rememberMail } from './threads/messages.store.ts';
import { ourAddresses } from './domains/our-addresses.ts';
import { parseHeaders } from './message/parse-mail.ts';
import { routesOf, type RecipientRoute } from './domains/recipients.ts';
import { chooseThread, type ThreadChoice } from './threads/thread.logic.ts';
import { isSealedMessageId, newThreadId, threadOfAddress, threadsNamedBy } from './threads/thread-token.ts';

/** An authentic delivery of mail, as the transport described it. */
export interface MailDelivery {
  raw: Buffer;
  mediaType: 'message/rfc822' | 'application/json';
  envelopeTo: string | null;
  envelopeFrom: string | null;
  /** The transport's own id of the delivery, for mail that has no Message-ID. */
  providerId: string | null;
  /** The organization whose own secret signed it: only that organization may get it. null: the installation's delivery. */
  signedBy: string | null;
}

export type MailReceipt = 'new' | 'duplicate' | 'unroutable';

/**
 * Stores a mail for each organization that one of its envelope recipients belongs to, in the lane of its thread. Headers
 * such as `To` never choose the organization: anybody can write them. Mail without an organization is kept as unroutable.
 */
export async function receiveMail(desk: Desk, delivery: MailDelivery): Promise<MailReceipt> {
  const all = await routesOf(desk, addressList(delivery.envelopeTo));
  const routes = all.filter(({ organizationId }) => (delivery.signedBy ?? organizationId) === organizationId);
  // Check all limits before storing anything; unroutable mail counts as one organization's.
  for (const id of routes.length > 0 ? routes.map((route) => route.organizationId) : ['nobody'])
    desk.limits.admitEvent(id);
  const mail = await parseHeaders(delivery.raw, delivery.mediaType);
  const identity = mail?.messageId
    ? `mid:${mail.messageId}`
    : `raw:${delivery.providerId ?? sha256(delivery.raw).toString('hex')}`;
  if (routes.length === 0) {
    const reason = delivery.envelopeTo ? 'unknown_recipient' : 'no_recipient';
    await keepUnroutable(desk.db, {
      id: newId(),
      event_id: identity,
      reason,
      media_type: delivery.mediaType,
      envelope_to: delivery.envelopeTo,
      envelope_from: delivery.envelopeFrom,
      signed_by: delivery.signedBy,
      raw: delivery.raw,
    });
    return 'unroutable';
  }
  const outcomes = [];
  for (const route of routes) outcomes.push(await keepFor(desk, route, { delivery, mail, identity }));
  return outcomes.includes('new') ? 'new' : 'duplicate';
}

interface ArrivedMail {
  delivery: MailDelivery;
  /** Its headers; null if the bytes cannot be read as a mail. It is kept anyway, because people may want to see it. */
  mail: IncomingMail | null;
  identity: string;
}

/** A mail with the facts that depend on the receiving organization. */
interface MailForUs extends ArrivedMail {
  ours: ReadonlySet<string>;
  asker: Correspondent | null;
}

/** Delivers unroutable mail to its organization if it has one by now; false if there is no organization, or no such mail. */
export async function deliverUnroutable(desk: Desk, id: string): Promise<boolean> {
  const kept = isId(id) ? await findUnroutable(desk.db, id) : undefined;
  if (!kept) return false;
  const receipt = await receiveMail(desk, {
    raw: kept.raw,
    mediaType: kept.media_type,
    envelopeTo: kept.envelope_to,
    envelopeFrom: kept.envelope_from,
    providerId: null,
    signedBy: kept.signed_by,
  });
  if (receipt === 'unroutable') return false;
  await forgetUnroutable(desk.db, id);
  return true;
}

/** Discards unroutable mail permanently; false if there is no such mail. */
export const discardUnroutable = async (desk: Desk, id: string): Promise<boolean> =>
  isId(id) && (await forgetUnroutable(desk.db, id));

async function keepFor(desk: Desk, route: RecipientRoute, arrival: ArrivedMail): Promise<IngestOutcome> {
  const { delivery, mail, identity } = arrival;
  const { organizationId } = route;
  const [ours, ourAddress] = await Promise.all([ourAddresses(desk, route), publicAddress(desk, route, mail)]);
  if (ourAddress) ours.add(ourAddress);
  const asker = mail && askerOf(mail, ours);
  const choice = await chooseThreadOf(desk, route, { ...arrival, ours, asker });
  const event = {
    organizationId,
    channel: 'email' as const,
    eventId: identity,
    thread: choice.thread,
    raw: delivery.raw,
    headers: { 'content-type': delivery.mediaType },
    facts: { stranger: choice.stranger, claims: choice.claims, ourAddress, envelopeFrom: delivery.envelopeFrom },
  };
  return ingest(desk, event, async (tx) => {
    if (ourAddress) await noteReceived(tx, route, ourAddress, desk.clock.now());
    if (!mail?.messageId) return;
    await rememberMail(tx, {
      organization_id: organizationId,
      message_id: mail.messageId,
      thread: choice.thread,
      direction: 'in',
      counterpart: asker?.address ?? null,
      our_address: ourAddress,
      subject: mail.subject,
      ancestors: ancestorsOf(mail),
      automated: isWrittenByProgram(mail, {
        envelopeFrom: delivery.envelopeFrom,
        ourAddresses: ours,
        loopMark: loopMark(desk),
      }),
    });
  });
}

// Some programs send In-Reply-To without References.
const ancestorsOf = ({ references, inReplyTo }: IncomingMail): string[] =>
  references.length > 0 || inReplyTo === null ? references : [inReplyTo];

async function chooseThreadOf(
  desk: Desk,
  route: RecipientRoute,
  { delivery, mail, identity, asker }: MailForUs,
): Promise<ThreadChoice> {
  const newThread = newThreadId(route.organizationId, identity);
  const seals = threadTokenKeys(desk, route.organizationId);
  const token = threadOfAddress(route.recipient, seals);
  const reported = mail ? reportedMessageIds(mail) : [];
  const ancestors = mail
    ? [mail.inReplyTo, ...mail.references.toReversed(), ...reported].filter((id) => id !== null)
    : [];
  const named = threadsNamedBy(ancestors, seals);
  const { known, participants } = await inScope(desk.db, route, async (tx) => {
    const messages = new Map([...(await knownMessages(tx, route, ancestors)), ...named]);
    const threads = new Set(messages.values());
    if (token) threads.add(token);
    return { known: messages, participants: await participantsOf(tx, route, [...threads]) };
  });
  const clues = {
    token,
    sender: asker?.address ?? null,
    ancestors,
    known: new Map(
      [...known].map(
        ([id, thread]) => [id, { thread, sealed: named.has(id) || isSealedMessageId(id, seals) }] as const,
      ),
    ),
    participants,
    isReport: isReport(mail),
    newThread,
  };
  // Only a mail that would join a thread by its ids needs DNS now; other mail is judged later, in its lane.
  const wouldJoin = !token && known.size > 0 && mail !== null;
  const authenticity = wouldJoin
    ? await judge(desk, delivery, { mail, asker, timeoutMilliseconds: 2_000 })
    : 'unproven';
  return chooseThread({ ...clues, authenticity });
}

const isReport = (mail: IncomingMail | null) =>
  /^\s*multipart\/report/i.test((mail && headerOf(mail, 'content-type')) ?? '');

// Mail forwarded to the organization's own inbox still has in its headers the public address that it was written to. Here
// the headers only choose among addresses of domains that the organization has proven.
async function publicAddress(desk: Desk, route: RecipientRoute, mail: IncomingMail | null): Promise<string | null> {
  if (route.by === 'domain') return route.address;
  const domains = await inScope(desk.db, route, (tx) => verifiedDomainsOf(tx, route));
  const hints = ['delivered-to', 'x-forwarded-to', 'x-original-to'].flatMap((name) =>
    addressList(mail && headerOf(mail, name)),
  );
  const named = [...(mail?.to ?? []), ...hints].find((address) => domains.includes(address.split('@')[1] ?? ''));
  return named?.replace(/\+[^@]*@/, '@') ?? null;
}
