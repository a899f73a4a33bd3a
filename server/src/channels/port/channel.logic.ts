/**
 * The port between a support product and Frontdesk: incoming events, outgoing messages, and the outcomes of deliveries.
 * Nothing here depends on a vendor; every vendor's folder translates into these shapes and out of them.
 */

import type { Channel } from '@desk/contract/conversations';

/** The channels besides e-mail. */
export type HelpdeskName = Exclude<Channel, 'email'>;

export interface IncomingCustomer {
  /** The person's key within this organization and channel: a contact id, a requester id, a lower-case address. */
  identity: string;
  externalId: string | null;
  email: string | null;
  name: string | null;
  locale: string | null;
  attributes: Record<string, string | number | boolean>;
}

/**
 * Whether a message comes from the sender that it names. `proven`: its channel or the sender's domain vouches for it.
 * `disowned`: the domain disowns it. Account data is for proven messages only; unproven ones still get answers.
 */
export type Authenticity = 'proven' | 'unproven' | 'disowned';

export interface IncomingAttachment {
  name: string;
  mediaType: string;
  bytes: number | null;
  /** The file's address at the helpdesk. */
  url?: string;
  /** The bytes, if the message contained them. */
  content?: Uint8Array;
}

/** A file that we send. `read` returns its stored bytes; null if they are gone. */
export interface OutgoingFile {
  name: string;
  mediaType: string;
  bytes: number;
  read(): Promise<Uint8Array | null>;
}

export type AutomatedKind =
  | 'auto_reply'
  | 'bounce'
  | 'read_receipt'
  | 'complaint'
  | 'mailing_list'
  | 'bulk'
  | 'no_reply_sender'
  | 'own_loop'
  | 'spam';

/** `strong`: store it and never answer. `weak`: a person may have written it; do not auto-answer, hand over instead. */
export interface Automated {
  kind: AutomatedKind;
  strength: 'strong' | 'weak';
}

interface ThreadEvent {
  /** `channel_reference` of the conversation: chatdesk conversation id, ticketdesk ticket id, e-mail thread id. */
  thread: string;
  /** When it happened by the sender's clock; for display, never for order. */
  at: Date;
}

export interface CustomerMessage extends ThreadEvent {
  kind: 'customer_message';
  providerMessageId: string;
  subject: string | null;
  /** The customer's new words, without quoted history. */
  text: string;
  /** The rest of what arrived: the quoted message; '' when nothing was quoted. */
  quotedText: string;
  /** It was too long: the end of its words is only in the original. */
  isCut?: boolean;
  /** Sanitised. */
  html: string | null;
  customer: IncomingCustomer;
  authenticity: Authenticity;
  /** Another thread that the message refers to, without proof that its sender takes part in it. */
  claims: string | null;
  attachments: IncomingAttachment[];
  automated: Automated | null;
}

/** A person answered in the helpdesk itself: that is a takeover. */
export interface HumanReply extends ThreadEvent {
  kind: 'human_reply';
  providerMessageId: string;
  text: string;
  html: string | null;
  /** They stay in the helpdesk. */
  attachments: IncomingAttachment[];
  author: { id: string; name: string | null };
  /** It is what the thread begins with: whom it is for. */
  opens?: { customer: IncomingCustomer; subject: string | null };
  /** Written under our seat but without our mark: our own message coming back, or the person who owns the seat. */
  bySeat: boolean;
}

/** The vendor's own bot answered; we store its message and do not answer on top of it. */
export interface VendorBotReply extends ThreadEvent {
  kind: 'vendor_bot_reply';
  providerMessageId: string;
  text: string;
  author: { id: string; name: string | null };
}

export type ThreadState = 'closed' | 'snoozed' | 'opened' | 'assigned_to_people' | 'assigned_to_us';

export interface StateChanged extends ThreadEvent {
  kind: 'state_changed';
  to: ThreadState;
  snoozedUntil: Date | null;
}

/** Our own message coming back. */
export interface OwnEcho extends ThreadEvent {
  kind: 'own_echo';
  providerMessageId: string;
}

export interface Ignored {
  kind: 'ignored';
  why: string;
}

/** A mail of ours did not reach its address. `final`: it never will; else its mail system keeps trying. */
export interface Bounced extends ThreadEvent {
  kind: 'bounced';
  /** The report's own id. */
  providerMessageId: string;
  /** The mail of ours that did not arrive. */
  sentMessageId: string;
  address: string;
  final: boolean;
  /** No other mail to the address would arrive. */
  aboutAddress: boolean;
  /** RFC 3463, if the report has one. */
  status: string | null;
  /** An explanation in words. */
  reason: string;
}

/** The recipient of a mail of ours has reported it as spam. */
export interface Complained extends ThreadEvent {
  kind: 'complained';
  /** The report's own id. */
  providerMessageId: string;
  sentMessageId: string;
  address: string;
}

/** An event that has an effect in its thread. */
export type HandledEvent =
  | Bounced
  | Complained
  | CustomerMessage
  | HumanReply
  | VendorBotReply
  | StateChanged
  | OwnEcho;

export type IncomingEvent = HandledEvent | Ignored;

export type HelpdeskStatus = 'open' | 'pending' | 'solved';

/** Where the helpdesk should put the conversation. `target` is the vendor's id of the team, admin, group or agent. */
export interface Assignment {
  kind: 'chatdesk_team' | 'chatdesk_admin' | 'ticketdesk_group' | 'ticketdesk_agent';
  target: string;
}

interface DeliveryAttempt {
  channel: Channel;
  thread: string;
  /** Stable for ever: the same message always has the same key. `[a-z0-9:_-]`, at most 120 characters. */
  key: string;
  /** 1 for the first attempt. From 2 on, the channel looks for the message before it sends it again. */
  attempt: number;
  firstAttemptAt: Date;
}

export interface OutgoingReply extends DeliveryAttempt {
  kind: 'reply';
  text: string;
  /** If null, the text is turned into simple paragraphs. */
  html: string | null;
  subject: string | null;
  /** Needed for e-mail only, where it is the recipient. */
  customer: { email: string; name: string | null } | null;
  /** The AI's messages carry the marks that stop other machines from answering them. */
  author: 'ai' | 'human';
  status: HelpdeskStatus | null;
  tags: readonly string[];
  /** Sent with the text. */
  files?: readonly OutgoingFile[];
}

/** A note for our colleagues in the helpdesk. E-mail has no notes: there it is refused as `not_supported`. */
export interface OutgoingNote extends DeliveryAttempt {
  kind: 'note';
  text: string;
  assignment: Assignment | null;
  status: HelpdeskStatus | null;
  tags: readonly string[];
}

export interface NotifyEmail extends DeliveryAttempt {
  kind: 'notify_email';
  to: string;
  subject: string;
  text: string;
}

export interface NotifyWebhook extends DeliveryAttempt {
  kind: 'notify_webhook';
  url: string;
  payload: Record<string, unknown>;
}

export type Outgoing = OutgoingReply | OutgoingNote | NotifyEmail | NotifyWebhook;

export type RefusalCode =
  | 'smtp_not_configured'
  | 'not_connected'
  | 'not_supported'
  | 'no_recipient'
  | 'thread_not_found'
  | 'thread_closed'
  | 'suppressed_address'
  | 'file_gone'
  | 'blocked_address'
  | 'rejected';

/**
 * The outcome of an attempt. `unknown` is neither sent nor failed: the request was sent, but whether it took effect is
 * not known, so it must not be repeated blindly.
 */
export type Delivered =
  | {
      kind: 'sent';
      providerMessageId: string;
      /** Why the helpdesk refused the note's assignment, although it took the note; absent if it did not. */
      unassigned?: string;
    }
  | { kind: 'retry'; afterMilliseconds: number; why: string }
  | { kind: 'refused'; code: RefusalCode; detail: string }
  | { kind: 'needs_reauth' }
  | { kind: 'unknown'; why: string };
