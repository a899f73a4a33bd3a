import type { listCustomers, Customer } from '@desk/contract/customers';
import type { FilledQueryOf } from '@desk/contract/endpoint';
import { changesNothing, record, type Acting } from '../../access/index.ts';
import type { Desk } from '../../platform/desk.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { OrganizationScope } from '../../platform/database/transaction.ts';
import { invalid, notFound, presentAt, type ExpectedVersion } from '../../platform/http/errors.ts';
import { idAfter, pageOf } from '../../platform/http/page.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { CustomerRow } from '../record/conversations.store.ts';
import { attributesAfter, givenAfter, type PersonEdit } from '../record/given.logic.ts';
import {
  countConversations,
  identitiesOf,
  joinPerson,
  lockPerson,
  lookUpPersons,
  personOf,
  personsBefore,
  raiseVersion,
  saveGiven,
} from './persons.store.ts';
import { viewPerson } from './persons.view.ts';

/** Newest first. If few persons match `q`, they are looked up; if many do, the list is read until the page is full. */
export async function pageOfPersons(tx: Tx, scope: OrganizationScope, query: FilledQueryOf<typeof listCustomers>) {
  const { limit, cursor, q } = query;
  const words = q?.trim() || null;
  const ids = words === null ? null : await lookUpPersons(tx, words);
  const page = { before: idAfter(cursor), limit, ids, words: ids === null ? words : null };
  const { rows, next_cursor } = pageOf(await personsBefore(tx, scope, page), limit, ({ id }) => [id]);
  return {
    items: await shownOnes(
      tx,
      scope,
      rows.map(({ id }) => id),
    ),
    next_cursor,
  };
}

/** Finds a person by the id of any of their identities. Throws 404, also while the person is being erased. */
export async function readPerson(tx: Tx, scope: OrganizationScope, id: string): Promise<Customer> {
  const personId = await personOf(tx, scope, id);
  if (personId === undefined) throw notFound();
  return shown(tx, scope, personId);
}

interface Editing {
  id: string;
  edit: PersonEdit;
  expectedVersion: ExpectedVersion;
}

/**
 * Saves what people write about a person; no later message overwrites it. The values are the customer's and stay out of the audit
 * log. Throws 404, 412.
 */
export async function editPerson(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, edit, expectedVersion }: Editing,
): Promise<Customer> {
  const { first, identities } = await lockedPerson(tx, acting, { id, expectedVersion });
  const given = givenAfter(first.given, edit);
  const edited = identities.map((row) => ({
    row,
    change: {
      given,
      name: edit.name === undefined ? row.name : (given.name ?? null),
      attributes: attributesAfter(row.attributes, edit.attributes),
    },
  }));
  if (edited.every(({ row, change }) => changesNothing(row, change, ['given', 'name', 'attributes'])))
    return shown(tx, acting, first.id);
  for (const { row, change } of edited) await saveGiven(tx, row, change);
  await raiseVersion(tx, first);
  record(desk, tx, acting, { action: 'customer.updated', subject: { type: 'customer', id: first.id } });
  return shown(tx, acting, first.id);
}

/**
 * Makes two customers one person. Neither gets the trust of the other, because trust belongs to each message. Where people gave
 * both a value, that of the person with `id` counts. Throws 404, 412, 422.
 */
export async function mergePersons(
  desk: Desk,
  tx: Tx,
  acting: Acting,
  { id, otherId, expectedVersion }: { id: string; otherId: string; expectedVersion: ExpectedVersion },
): Promise<Customer> {
  const [personId, otherPersonId] = [await personOf(tx, acting, id), await personOf(tx, acting, otherId)];
  if (personId === undefined) throw notFound();
  if (otherPersonId === undefined) throw invalid('/customer_id', sentence`This customer does not exist.`);
  if (personId === otherPersonId) throw invalid('/customer_id', sentence`This is the same customer already.`);
  // Always lock in the same order: two merges in opposite directions would otherwise wait for each other for ever.
  for (const each of [personId, otherPersonId].sort()) await lockPerson(tx, acting, each);
  const { first } = await lockedPerson(tx, acting, { id: personId, expectedVersion });
  const { first: other } = await lockedPerson(tx, acting, { id: otherPersonId, expectedVersion: null });
  const given = {
    ...other.given,
    ...first.given,
    ...(other.given.attributes || first.given.attributes
      ? { attributes: { ...other.given.attributes, ...first.given.attributes } }
      : {}),
  };
  await joinPerson(tx, acting, { from: other.id, to: first.id });
  for (const row of await identitiesOf(tx, acting, [first.id]))
    await saveGiven(tx, row, {
      given,
      name: given.name ?? row.name,
      attributes: { ...row.attributes, ...given.attributes },
    });
  await raiseVersion(tx, first);
  const changes = { merged_customer_id: { from: null, to: other.id } };
  record(desk, tx, acting, { action: 'customer.merged', subject: { type: 'customer', id: first.id }, changes });
  return shown(tx, acting, first.id);
}

/** Returns the person's identities and locks them. Throws 404 and 412. */
export async function lockedPerson(
  tx: Tx,
  scope: OrganizationScope,
  { id, expectedVersion }: { id: string; expectedVersion: ExpectedVersion },
): Promise<{ first: CustomerRow; identities: CustomerRow[] }> {
  const personId = await personOf(tx, scope, id);
  const identities = personId === undefined ? [] : await lockPerson(tx, scope, personId);
  // It is missing if somebody merged or erased the person while this waited for the lock.
  const first = identities.find((each) => each.id === personId && each.person_id === personId);
  return { first: presentAt(first, expectedVersion), identities };
}

async function shown(tx: Tx, scope: OrganizationScope, personId: string): Promise<Customer> {
  const [person] = await shownOnes(tx, scope, [personId]);
  if (!person) throw notFound();
  return person;
}

async function shownOnes(tx: Tx, scope: OrganizationScope, personIds: readonly string[]): Promise<Customer[]> {
  const rows = await identitiesOf(tx, scope, personIds);
  const counts = await countConversations(
    tx,
    scope,
    rows.map(({ id }) => id),
  );
  const former = new Map(rows.map((row) => [row.id, row.person_id]));
  const personOfRow = (row: CustomerRow) =>
    personIds.includes(row.person_id) ? row.person_id : former.get(row.person_id);
  return personIds.map((id) =>
    viewPerson(
      id,
      rows.filter((row) => personOfRow(row) === id),
      counts,
    ),
  );
}
