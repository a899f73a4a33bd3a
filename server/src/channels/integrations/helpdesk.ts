import type { TargetKind } from '@desk/contract/routing';
import type { IncomingHttpHeaders } from 'node:http';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { InboundRequest, Receipt } from '../inbound/inbound-request.ts';
import type { Translated, TranslationContext } from '../inbound/translation.ts';
import type { RefusalReason } from '../log/request-counts.ts';
import type { MakeTestEvent } from '../test-events/test-event.actions.ts';
import type { Circumstances } from '../outbound/delivery.logic.ts';
import type { Grant, AccountRefusal, Seat, VendorAccount } from '../outbound/vendor-account.ts';
import type { Delivered, OutgoingNote, OutgoingReply } from '../port/channel.logic.ts';
import type { AppCredentials } from './connections.ts';
import type { IntegrationRow } from './integrations.store.ts';
import type { HelpdeskName } from '../port/channel.logic.ts';

/**
 * A helpdesk as the rest of the desk uses it: connect, verify, receive, translate, send. Each vendor's folder has one of
 * these, and `vendors.ts` a line for each (CONTRIBUTING.md, "Adding a vendor"). Its asynchronous methods may call the
 * vendor, so call them outside of a transaction.
 */
export interface Helpdesk {
  readonly name: HelpdeskName;
  /** What people must do while its events cannot be authenticated. */
  readonly signingRemedy: string;
  /** The kinds of destinations that it has. */
  readonly targetKinds: readonly TargetKind[];

  /** The page where an admin's browser grants access. */
  authorizationUrl(desk: Desk, request: HelpdeskAuthorization): string;
  exchangeCode(desk: Desk, code: CodeGrant): Promise<(Grant & { kind: 'granted' }) | AccountRefusal>;
  /** Finds the account of a token. Throws 422 if the account must be named and is not. */
  identify(desk: Desk, token: NamedToken): Promise<(VendorAccount & { kind: 'identified' }) | AccountRefusal>;
  /** Whether the stored secrets can authenticate its events. */
  canAuthenticate(desk: Desk, row: IntegrationRow): boolean;
  /** Throws 409 `not_connected` without a valid grant, and 502 if the token could not be renewed, as does `listTargets`. */
  findSeat(desk: Desk, scope: OrganizationScope, id: string): Promise<FoundSeat>;
  listTargets(
    desk: Desk,
    scope: OrganizationScope,
    kind: TargetKind,
  ): Promise<{ kind: 'targets'; targets: Seat[] } | AccountRefusal>;
  /** Reads the grant before it is deleted. Returns a function that revokes it, if the vendor supports that. */
  revoking(desk: Desk, scope: OrganizationScope): Promise<() => Promise<void>>;

  /** Whether the headers alone could belong to an authentic event. */
  looksSigned(headers: IncomingHttpHeaders, now: Date): boolean;
  /** Why headers that could not are refused. */
  unsignedBecause(headers: IncomingHttpHeaders): RefusalReason;
  /** Stores an authentic event; throws the same 401 for everything else. */
  receive(desk: Desk, request: InboundRequest): Promise<Receipt>;
  /** A customer's message as the vendor would sign and send it. */
  readonly makeTestEvent: MakeTestEvent;
  /** Translates a stored event. Throws `TranslationFailed`. */
  translate(desk: Desk, scope: OrganizationScope, context: TranslationContext): Promise<Translated[]>;

  /** Sends a message to the thread; a dead grant stops the channel. */
  speak(desk: Desk, scope: OrganizationScope, egress: Egress, speech: Speech): Promise<Delivered>;
  /** The headers that let us read the file at this address; none for another host. */
  fileHeaders(desk: Desk, scope: OrganizationScope, url: string): Promise<Record<string, string>>;
}

export interface HelpdeskAuthorization {
  clientId: string;
  state: string;
  redirectUri: string;
  subdomain: string | null;
}

export interface CodeGrant {
  app: AppCredentials;
  code: string;
  redirectUri: string;
  subdomain: string | null;
}

export interface NamedToken {
  token: string;
  subdomain: string | null;
}

export type FoundSeat = (Seat & { kind: 'seat' }) | { kind: 'none' } | AccountRefusal;

export interface Speech {
  outgoing: OutgoingReply | OutgoingNote;
  circumstances: Circumstances;
}
