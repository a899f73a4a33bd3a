import type { Desk } from '../../../platform/desk.ts';
import { defaultSender } from '../../../platform/egress/smtp.ts';
import { inScope, type OrganizationScope } from '../../../platform/database/transaction.ts';
import { plainAddress } from '../message/mail.logic.ts';
import { inboxOf, listAddresses } from './mailboxes.store.ts';

/** `<random>@<inbound domain>`: the organization forwards its mail there. */
export const inboxAddress = (desk: Desk, localPart: string): string =>
  `${localPart}@${desk.config.EMAIL_INBOUND_DOMAIN}`;

/**
 * The addresses that the organization sends from or receives at. Mail from one of them is our own coming back, whatever
 * its headers contain.
 */
export async function ourAddresses(desk: Desk, scope: OrganizationScope): Promise<Set<string>> {
  const { inbox, addresses } = await inScope(desk.db, scope, async (tx) => ({
    inbox: await inboxOf(tx, scope),
    addresses: await listAddresses(tx, scope),
  }));
  const sender = plainAddress(defaultSender(desk.config));
  return new Set([inboxAddress(desk, inbox), ...addresses.map((each) => each.address), ...(sender ? [sender] : [])]);
}
