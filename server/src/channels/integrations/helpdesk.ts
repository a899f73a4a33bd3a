import type { TargetKind } from '@desk/contract/routing';
import type { IncomingHttpHeaders } from 'node:http';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Egress } from '../../platform/egress/egress.ts';
import type { InboundRequest, Receipt } from '../inbound/inbound-request.ts';
import type { Translated, TranslationContext } from '../inbound/translation.ts';
import type { RefusalReason } from '../log/door-counts.ts';
import type { MakeTestEvent } from '../test-events/test-event.actions.ts';
import type { Circumstances } from '../outbound/delivery.logic.ts';
import type { Grant, AccountRefusal, Seat, VendorAccount } from '../outbound/vendor-account.ts';
import type { Delivered, OutgoingNote, OutgoingReply } from '../port/channel.logic.ts';
import type { AppCredentials } from './connections.ts';
import type { HelpdeskName, IntegrationRow } from './integrations.store.ts';

/**
 * A helpdesk as the rest of the desk uses it: connect, verify, receive, translate, speak. Each vendor's folder has one of these, and
 * `vendors.ts` a line for each (CONTRIBUTING.md, "Adding a vendor"). What is asked of it outside of a transaction may ask the vendor.
 */
export interface Helpdesk {
  readonly name: HelpdeskName;
  /** What to do while its events cannot be authenticated. */
  readonly signingRemedy: string;
  /** The kinds of destinations that lie there. */
  readonly targetKinds: readonly TargetKind[];

  /** Where an admin's browser grants access. */
  authorizationUrl(desk: Desk, request: HelpdeskAuthorization): string;
  exchangeCode(desk: Desk, code: CodeGrant): Promise<(Grant & { kind: 'granted' }) | AccountRefusal>;
  /** Whose token it is. 422 where the account must be named and is not. */
  identify(desk: Desk, token: NamedToken): Promise<(VendorAccount & { kind: 'identified' }) | AccountRefusal>;
  /** Whether what is kept can authenticate its events. */
  canAuthenticate(desk: Desk, row: IntegrationRow): boolean;
  /** 409 `not_connected` without a grant, as for its targets. */
  findSeat(desk: Desk, scope: OrganizationScope, id: string): Promise<FoundSeat>;
  listTargets(
    desk: Desk,
    scope: OrganizationScope,
    kind: TargetKind,
  ): Promise<{ kind: 'targets'; targets: Seat[] } | AccountRefusal>;
  /** Takes the grant in hand before it is forgotten; what is returned revokes it, where the vendor supports that. */
  revoking(desk: Desk, scope: OrganizationScope): Promise<() => Promise<void>>;

  /** Whether the headers alone could belong to an authentic event. */
  looksSigned(headers: IncomingHttpHeaders, now: Date): boolean;
  /** Why headers that do not are refused. */
  unsignedBecause(headers: IncomingHttpHeaders): RefusalReason;
  /** Keeps an authentic event; one and the same 401 for everything else. */
  receive(desk: Desk, request: InboundRequest): Promise<Receipt>;
  /** A customer's message as the vendor would sign and send it. */
  readonly makeTestEvent: MakeTestEvent;
  /** What a kept event means. Throws `TranslationFailed`. */
  translate(desk: Desk, scope: OrganizationScope, context: TranslationContext): Promise<Translated[]>;

  /** Says it in the thread; a dead grant stops the channel. */
  speak(desk: Desk, scope: OrganizationScope, egress: Egress, speech: Speech): Promise<Delivered>;
  /** What proves to the vendor that the file at this address is ours to read; nothing for another host. */
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
