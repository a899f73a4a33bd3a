import type { Channel } from '@desk/contract/conversations';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { newId } from '../../platform/process/ids.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import type { CustomerRow } from '../record/conversations.store.ts';

/** The prefix of the identity of a customer of whom only a thread is known. */
export const unread = 'unread:';

/** The writer of a message, as the channel describes them. */
export interface Arrival extends Pick<
  CustomerRow,
  'channel' | 'identity' | 'external_id' | 'email' | 'name' | 'locale' | 'attributes'
> {
  /** Whether the message is proven to come from its sender. Only then do address and external id link it to a person. */
  proven: boolean;
  receivedAt: Date;
  /** By the vendor's clock; null for mail, whose date is its sender's. */
  writtenAt: Date | null;
}

/**
 * Stores the writer of a message, and links a new identity to the person with the same proven address or external id. The link
 * gives no trust, which belongs to each message. Returns undefined if the message was written before its writer was erased. It is
 * one statement, because it runs for every message.
 */
export async function recordArrival(
  desk: Pick<Desk, 'pepper'>,
  tx: Tx,
  { organizationId }: OrganizationScope,
  arrival: Arrival,
): Promise<CustomerRow | undefined> {
  const { channel, identity, proven, receivedAt, writtenAt } = arrival;
  const id = newId();
  const email = proven ? (arrival.email?.toLowerCase() ?? null) : null;
  const externalId = proven ? arrival.external_id : null;
  const hash = identityHash(desk, { organizationId, channel, identity });
  const { rows } = await sql<CustomerRow>`
    insert into customer as known (organization_id, id, person_id, channel, identity, external_id, email, name, verified, locale,
      attributes, given, proven_email, proven_external_id)
    select ${organizationId}::uuid, ${id}::uuid, coalesce(linked.person_id, ${id}::uuid), ${channel}::text, ${identity}::text,
      ${arrival.external_id}::text, ${arrival.email}::text, coalesce(linked.given->>'name', ${arrival.name}::text),
      ${proven}::boolean, ${arrival.locale}::text,
      ${JSON.stringify(arrival.attributes)}::jsonb || coalesce(linked.given->'attributes', '{}'), coalesce(linked.given, '{}'),
      ${email}::text, ${externalId}::text
    from (select) arrival left join lateral (${personBehind(organizationId, arrival, { email, externalId })}) linked on true
    where not exists (select from erased_mark gone
      where gone.organization_id = ${organizationId} and gone.mark_hash = ${hash}
        -- Vendors tell whole seconds: a message of the same second may be new.
        and (${receivedAt}::timestamptz <= gone.erased_at or ${writtenAt}::timestamptz < date_trunc('second', gone.erased_at)))
    ${keepingWhatIsKnown}
    returning known.*`.execute(tx);
  return rows[0];
}

/**
 * Finds the person to whom a new identity is linked: null if the identity already belongs to a person with several identities,
 * because only people merge persons. Looks up address and external id separately, each in the order of its index, so that of many
 * identities with the same address only the oldest is read.
 */
const personBehind = (
  organizationId: string,
  { channel, identity }: Arrival,
  { email, externalId }: { email: string | null; externalId: string | null },
) => {
  const oldest = (
    mark: RawBuilder<unknown>,
  ) => sql`(select other.created_at, other.id, person.id as person_id, person.given
    from customer other join customer person on person.organization_id = other.organization_id and person.id = other.person_id
    where other.organization_id = ${organizationId} and ${mark} and other.erasure_id is null and person.erasure_id is null
      and not (other.channel = ${channel} and other.identity = ${identity})
    order by other.created_at, other.id limit 1)`;
  return sql`select oldest.person_id, oldest.given from (${oldest(sql`other.proven_email = ${email}::text`)}
    union all ${oldest(sql`other.proven_external_id = ${externalId}::text`)}) oldest
  where (select exists (select from customer mine where mine.organization_id = self.organization_id
        and mine.person_id = self.person_id and mine.id <> self.id)
      from customer self where self.organization_id = ${organizationId} and self.channel = ${channel} and self.identity = ${identity})
    is not true
  order by oldest.created_at, oldest.id limit 1`;
};

// A later event may contain less than an earlier one: it must erase neither known values nor those that people have given. An
// unproven event must not rename somebody who has proven their address, because anybody can send one.
const keepingWhatIsKnown = sql`on conflict (organization_id, channel, identity) do update set
    name = coalesce(excluded.given->>'name', known.given->>'name',
      case when excluded.verified or coalesce(known.proven_email, known.proven_external_id) is null then excluded.name end,
      known.name, excluded.name),
    email = coalesce(excluded.email, known.email),
    external_id = coalesce(excluded.external_id, known.external_id),
    locale = coalesce(excluded.locale, known.locale),
    attributes = known.attributes || excluded.attributes || coalesce(known.given->'attributes', '{}')
      || coalesce(excluded.given->'attributes', '{}'),
    given = known.given || excluded.given,
    verified = excluded.verified,
    proven_email = coalesce(excluded.proven_email, known.proven_email),
    proven_external_id = coalesce(excluded.proven_external_id, known.proven_external_id),
    person_id = case when excluded.person_id <> excluded.id then excluded.person_id else known.person_id end,
    updated_at = clock_timestamp()`;

/** The mark of an erased identity. It is keyed, so that nobody can tell from a copy of the database whose it is. */
export const identityHash = (
  { pepper }: Pick<Desk, 'pepper'>,
  { organizationId, channel, identity }: { organizationId: string; channel: Channel; identity: string },
): Buffer => pepper('erased mark', JSON.stringify([organizationId, channel, identity]));
