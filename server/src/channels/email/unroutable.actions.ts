import type { UnroutableMail } from '@desk/contract/channel-log';
import { record, type Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { conflict, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { pageOf, timeAndIdIn, type PageQuery } from '../../platform/http/page.ts';
import { addressList } from './message/mail.logic.ts';
import { findUnroutableFor, unroutableFor } from './domains/unroutable.store.ts';
import { deliverUnroutable } from './receive.actions.ts';

/** Mail to the organization's verified domains that has no recipient, without its content and its other addresses. */
export async function pageOfUnroutable(
  desk: Desk,
  scope: OrganizationScope,
  { limit, cursor }: PageQuery,
): Promise<{ items: UnroutableMail[]; next_cursor: string | null }> {
  const before = timeAndIdIn(cursor);
  const { mails, domains } = await inScope(desk.db, scope, (tx) =>
    unroutableFor(tx, scope, { before, limit: limit + 1 }),
  );
  const { rows, next_cursor } = pageOf(mails, limit, ({ at, id }) => [at.toISOString(), id]);
  return { items: rows.map((row) => view(row, domains)), next_cursor };
}

/** Throws 404. */
export async function showUnroutable(desk: Desk, scope: OrganizationScope, id: string): Promise<UnroutableMail> {
  const { mail, domains } = await inScope(desk.db, scope, (tx) => findUnroutableFor(tx, scope, id));
  if (!mail) throw notFound();
  return view(mail, domains);
}

type UnroutableRow = Awaited<ReturnType<typeof unroutableFor>>['mails'][number];

function view({ id, at, envelope_to, envelope_from: from, size }: UnroutableRow, domains: string[]): UnroutableMail {
  const ours = (address: string) => domains.includes(address.split('@')[1] ?? '');
  return { id, at: at.toISOString(), to: addressList(envelope_to).filter(ours), from, size };
}

/** Delivers such a mail to the organization. Throws 404, and 409 if its address still has no recipient. */
export async function deliverForOrganization(desk: Desk, acting: Acting, id: string): Promise<void> {
  const { mail } = await inScope(desk.db, acting, (tx) => findUnroutableFor(tx, acting, id));
  if (!mail) throw notFound();
  if (!(await deliverUnroutable(desk, id)))
    throw conflict('invalid_transition', sentence`Nobody here receives mail for this address yet.`);
  await inScope(desk.db, acting, async (tx) =>
    record(desk, tx, acting, { action: 'unroutable_mail.delivered', subject: { type: 'unroutable_mail', id } }),
  );
}
