import type { UnroutableMail } from '@desk/contract/channel-log';
import { record, type Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { pageOf, timeAndIdIn } from '../../platform/http/page.ts';
import { addressList } from './message/mail.logic.ts';
import { findUnroutableFor, unroutableFor } from './domains/unroutable.store.ts';
import { deliverUnroutable } from './receive.actions.ts';

/** Mail to the organization's verified domains that has no recipient, without its content and its other addresses. */
export async function pageOfUnroutable(
  desk: Desk,
  scope: OrganizationScope,
  { limit, cursor }: { limit: number; cursor: string | undefined },
): Promise<{ items: UnroutableMail[]; next_cursor: string | null }> {
  const before = timeAndIdIn(cursor);
  const { mails, domains } = await inScope(desk.db, scope, (tx) =>
    unroutableFor(tx, scope, { before, limit: limit + 1 }),
  );
  const { rows, next_cursor } = pageOf(mails, limit, ({ at, id }) => [at.toISOString(), id]);
  const ours = (address: string) => domains.includes(address.split('@')[1] ?? '');
  const items = rows.map(({ id, at, envelope_to: to, envelope_from: from, size }) => ({
    id,
    at: at.toISOString(),
    to: addressList(to).filter(ours),
    from,
    size,
  }));
  return { items, next_cursor };
}

/** Delivers such a mail to the organization. Throws 404, and 409 if its address still has no recipient. */
export async function deliverForOrganization(desk: Desk, acting: Acting, id: string): Promise<void> {
  const mail = await inScope(desk.db, acting, (tx) => findUnroutableFor(tx, acting, id));
  if (!mail) throw notFound();
  if (!(await deliverUnroutable(desk, id)))
    throw conflict('invalid_transition', sentence`Nobody here receives mail for this address yet.`);
  await inScope(desk.db, acting, async (tx) =>
    record(desk, tx, acting, { action: 'unroutable_mail.delivered', subject: { type: 'unroutable_mail', id } }),
  );
}
