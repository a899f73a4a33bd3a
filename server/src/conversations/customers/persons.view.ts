import type { Erasure, Customer } from '@desk/contract/customers';
import { erasedThings } from '@desk/contract/customers';
import type { CustomerRow } from '../record/conversations.store.ts';
import type { ErasureRow } from './erasure.store.ts';
import type { ConversationCount } from './persons.store.ts';

/** `identities` are all identities of the person, the oldest first. */
export function viewPerson(
  id: string,
  identities: readonly CustomerRow[],
  counts: readonly ConversationCount[],
): Customer {
  const first = identities.find((each) => each.id === id);
  if (!first) throw new Error('A person without their first identity.');
  const ordered = [first, ...identities.filter((each) => each !== first)];
  const known = <Field extends 'name' | 'email' | 'external_id'>(field: Field) =>
    ordered.find((each) => each[field] !== null)?.[field] ?? null;
  const own = counts.filter(({ customer_id }) => identities.some((each) => each.id === customer_id));
  return {
    id,
    name: first.given.name ?? known('name'),
    email: known('email'),
    external_id: known('external_id'),
    attributes: Object.assign({}, ...ordered.toReversed().map(({ attributes }) => attributes)),
    identities: ordered.map(viewIdentity),
    conversations: total(own.map(({ conversations }) => conversations)),
    open_conversations: total(own.map(({ open_conversations }) => open_conversations)),
    created_at: first.created_at.toISOString(),
    last_contact_at: newest(identities.map(({ updated_at }) => updated_at)).toISOString(),
    version: first.version,
  };
}

const viewIdentity = (row: CustomerRow): Customer['identities'][number] => ({
  id: row.id,
  channel: row.channel,
  name: row.name,
  email: row.email,
  external_id: row.external_id,
  verified: row.verified,
  locale: row.locale,
  created_at: row.created_at.toISOString(),
  last_contact_at: row.updated_at.toISOString(),
});

export const viewErasure = (row: ErasureRow): Erasure => ({
  id: row.id,
  customer_id: row.customer_id,
  status: row.status,
  counts: Object.fromEntries(erasedThings.map((thing) => [thing, row.counts[thing] ?? 0])) as Erasure['counts'],
  requested_at: row.requested_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});

const total = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
const newest = (times: readonly Date[]) => new Date(Math.max(...times.map((each) => each.getTime())));
