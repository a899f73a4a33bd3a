import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { unread } from './arrival.store.ts';
import type { CustomerRow } from '../record/conversations.store.ts';
import type { Given } from '../record/given.logic.ts';

// Looks one link further than `person_id`: if a link was made while its person was merged, it names the former first identity.
const ofPersons = ({ organizationId }: OrganizationScope, personIds: readonly string[]) =>
  sql<boolean>`customer.person_id in (select former.id from customer former
    where former.organization_id = ${organizationId} and former.person_id = any(${[...personIds]}::uuid[]))`;

const known = (tx: Tx, { organizationId }: OrganizationScope) =>
  tx.selectFrom('customer').selectAll().where('organization_id', '=', organizationId).where('erasure_id', 'is', null);

/** The person's id by the id of any of their identities; undefined if there is none, or if they are being erased. */
export async function personOf(tx: Tx, scope: OrganizationScope, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`select person.person_id as id from customer one
    join customer person on person.organization_id = one.organization_id and person.id = one.person_id
    where one.organization_id = ${scope.organizationId} and one.id = ${id} and one.erasure_id is null
      and person.erasure_id is null`.execute(tx);
  return rows[0]?.id;
}

/** The identities of these persons, the oldest first. */
export const identitiesOf = async (tx: Tx, scope: OrganizationScope, personIds: readonly string[]) =>
  personIds.length === 0
    ? []
    : known(tx, scope).where(ofPersons(scope, personIds)).orderBy('created_at').orderBy('id').execute();

/** Ids of all identities of the person whose identity this is; none if there is no such person. */
export async function idsOfPerson(tx: Tx, scope: OrganizationScope, id: string): Promise<string[]> {
  const personId = await personOf(tx, scope, id);
  return personId === undefined ? [] : (await identitiesOf(tx, scope, [personId])).map((row) => row.id);
}

/** Locks and returns the identities of one person, so that nobody merges, edits or erases them meanwhile. */
export const lockPerson = (tx: Tx, scope: OrganizationScope, personId: string): Promise<CustomerRow[]> =>
  known(tx, scope)
    .where(ofPersons(scope, [personId]))
    .orderBy('id')
    .forUpdate()
    .execute();

/** If more match, they are not looked up: the list is read until the page is full. */
const mostMatches = 10_000;

/** Ids of the persons with these words or this external id, possibly repeated; null if they are too many to look up. */
export async function lookUpPersons(tx: Tx, text: string): Promise<string[] | null> {
  const { rows } = await sql<{ ids: string[] | null }>`
    select persons_with(${text}, ${sql.lit(mostMatches)}) as ids`.execute(tx);
  return rows[0]?.ids ?? null;
}

interface PersonPage {
  before: string | null;
  limit: number;
  /** Only persons with these ids; null for all. */
  ids: readonly string[] | null;
  /** Only persons with these words in a name or an address; null for all. */
  words: string | null;
}

/** The first identities of persons, newest first; one more than `limit` if there is a next page. */
export function personsBefore(tx: Tx, scope: OrganizationScope, { before, limit, ids, words }: PersonPage) {
  const { organizationId } = scope;
  return known(tx, scope)
    .where(sql<boolean>`person_id = id`)
    .where(
      sql<boolean>`exists (select from customer read where read.organization_id = ${organizationId}
        and read.person_id = customer.id and read.identity not like ${`${unread}%`})`,
    )
    .$if(before !== null, (rows) => rows.where('id', '<', before))
    .$if(ids !== null, (rows) => rows.where(sql<boolean>`id in (select unnest(${[...(ids ?? [])]}::uuid[]))`))
    .$if(words !== null, (rows) =>
      rows.where(
        sql<boolean>`exists (select from customer named where named.organization_id = ${organizationId}
          and named.person_id = customer.id
          and words_of(named.organization_id, coalesce(named.name, '') || ' ' || coalesce(named.email, ''))
            @@ query_of(${organizationId}, ${words}))`,
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
}

export interface ConversationCount {
  customer_id: string;
  conversations: number;
  open_conversations: number;
}

export const countConversations = async (
  tx: Tx,
  scope: OrganizationScope,
  customerIds: readonly string[],
): Promise<ConversationCount[]> =>
  customerIds.length === 0
    ? []
    : tx
        .selectFrom('conversation')
        .select([
          'customer_id',
          sql<number>`count(*)::int`.as('conversations'),
          sql<number>`(count(*) filter (where status not in ('resolved', 'spam')))::int`.as('open_conversations'),
        ])
        .where('organization_id', '=', scope.organizationId)
        .where('customer_id', 'in', customerIds)
        .groupBy('customer_id')
        .execute();

/** Saves the values that people have given to a person in each identity, because rules and lists read identities. */
export const saveGiven = (
  tx: Tx,
  row: CustomerRow,
  change: { given: Given; name: string | null; attributes: Record<string, unknown> },
) =>
  tx
    .updateTable('customer')
    .set({ name: change.name, given: JSON.stringify(change.given), attributes: JSON.stringify(change.attributes) })
    .where('organization_id', '=', row.organization_id)
    .where('id', '=', row.id)
    .execute();

export const raiseVersion = (tx: Tx, { organization_id, id }: Pick<CustomerRow, 'organization_id' | 'id'>) =>
  tx
    .updateTable('customer')
    .set({ version: sql`version + 1` })
    .where('organization_id', '=', organization_id)
    .where('id', '=', id)
    .execute();

/**
 * Joins all identities of one person to another. It must be a separate statement after `lockPerson`, so that it also sees an
 * identity that was linked while that waited.
 */
export const joinPerson = (tx: Tx, scope: OrganizationScope, { from, to }: { from: string; to: string }) =>
  tx
    .updateTable('customer')
    .set({ person_id: to })
    .where('organization_id', '=', scope.organizationId)
    .where(ofPersons(scope, [from]))
    .execute();

/** The ids of the persons with this address, external id or id, by which an operator may name a person. */
export const personsNamed = async (tx: Tx, { organizationId }: OrganizationScope, name: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select distinct person_id as id from customer
    where organization_id = ${organizationId} and erasure_id is null
      and (lower(email) = lower(${name}) or external_id = ${name} or identity = lower(${name}) or id::text = ${name})
    order by 1`.execute(tx);
  return rows.map(({ id }) => id);
};
