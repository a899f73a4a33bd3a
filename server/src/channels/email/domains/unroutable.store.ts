import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../port/channels.tables.ts';
import { verifiedDomainsOf } from './mailboxes.store.ts';

const receivedAt = sql<Date>`date_trunc('milliseconds', unroutable_mail.received_at)`;

// A mail belongs to each organization that has verified a domain of its recipients. A mail signed with an organization's
// own secret can belong to that organization only.
const forUs = async (tx: Tx, scope: OrganizationScope) => {
  const domains = await verifiedDomainsOf(tx, scope);
  return {
    mails: tx
      .selectFrom('unroutable_mail')
      .select(['unroutable_mail.id', 'envelope_to', 'envelope_from', receivedAt.as('at')])
      .select(sql<number>`octet_length(raw)`.as('size'))
      .where(sql<boolean>`coalesce(signed_by, ${scope.organizationId}::uuid) = ${scope.organizationId}::uuid`)
      .where(
        sql<boolean>`exists (select from unnest(string_to_array(lower(envelope_to), ',')) recipient
          where rtrim(split_part(recipient, '@', 2), ' >') = any(${domains}::text[]))`,
      ),
    domains,
  };
};

/** Newest first, with the organization's verified domains, which select the mails. Needs the organization's scope. */
export const unroutableFor = async (
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: { at: Date; id: string } | null; limit: number },
) => {
  const { mails, domains } = await forUs(tx, scope);
  const page = mails
    .$if(before !== null, (rows) =>
      rows.where(sql<boolean>`(${receivedAt}, unroutable_mail.id) < (${before?.at}, ${before?.id}::uuid)`),
    )
    .orderBy(receivedAt, 'desc')
    .orderBy('unroutable_mail.id', 'desc')
    .limit(limit);
  return { mails: await page.execute(), domains };
};

export async function findUnroutableFor(tx: Tx, scope: OrganizationScope, id: string) {
  const { mails, domains } = await forUs(tx, scope);
  return { mail: await mails.where('unroutable_mail.id', '=', id).executeTakeFirst(), domains };
}
