import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/database.ts';
import type { OrganizationScope } from '../../../platform/database/transaction.ts';
import '../../port/channels.tables.ts';

const receivedAt = sql<Date>`date_trunc('milliseconds', unroutable_mail.received_at)`;

// A mail belongs to those who have proven a domain that it was sent to; one that an organization's own secret has signed
// could only ever be for that organization.
const forUs = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx
    .selectFrom('unroutable_mail')
    .select(['unroutable_mail.id', 'envelope_to', 'envelope_from', receivedAt.as('at')])
    .select(sql<number>`octet_length(raw)`.as('size'))
    .where(sql<boolean>`coalesce(signed_by, ${organizationId}::uuid) = ${organizationId}::uuid`)
    .where(
      sql<boolean>`exists (select from verified_email_domain d, unnest(string_to_array(lower(envelope_to), ',')) recipient
        where d.organization_id = ${organizationId}::uuid
          and d.domain = rtrim(split_part(recipient, '@', 2), ' >'))`,
    );

/** Newest first; in the organization's scope, as only its own domains choose. */
export const unroutableFor = (
  tx: Tx,
  scope: OrganizationScope,
  { before, limit }: { before: { at: Date; id: string } | null; limit: number },
) =>
  forUs(tx, scope)
    .$if(before !== null, (rows) =>
      rows.where(sql<boolean>`(${receivedAt}, unroutable_mail.id) < (${before?.at}, ${before?.id}::uuid)`),
    )
    .orderBy(receivedAt, 'desc')
    .orderBy('unroutable_mail.id', 'desc')
    .limit(limit)
    .execute();

export const findUnroutableFor = (tx: Tx, scope: OrganizationScope, id: string) =>
  forUs(tx, scope).where('unroutable_mail.id', '=', id).executeTakeFirst();
