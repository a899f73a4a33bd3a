import Type, { type Static } from 'typebox';
import { channels } from './conversations.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, NameOf, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

const tag = 'Customers';

const Attributes = Type.Record(Type.String(), Type.Unknown());

/** A person in one channel, as the channel names them. */
const Identity = Type.Object({
  /** The `customer.id` of the conversations of this identity. */
  id: Id,
  channel: Type.Enum(channels),
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  /** Whether the last message of this identity was proven. A proven one gives no other any trust. */
  verified: Type.Boolean(),
  locale: Nullable(Type.String()),
  created_at: Timestamp,
  last_contact_at: Timestamp,
});

/** One person across channels. The id is that of the first identity; those of the others name the same person. */
export const Customer = Type.Object({
  id: Id,
  name: Nullable(Type.String()),
  email: Nullable(Type.String()),
  external_id: Nullable(Type.String()),
  attributes: Attributes,
  identities: Type.Array(Identity),
  conversations: Type.Integer(),
  /** Those that are neither resolved nor spam. */
  open_conversations: Type.Integer(),
  created_at: Timestamp,
  last_contact_at: Timestamp,
  version: Type.Integer(),
});
export type Customer = Static<typeof Customer>;

/** What has been removed: rows, or files. Nothing about the person stays in it. */
export const erasedThings = [
  'identities',
  'conversations',
  'messages',
  'files',
  'decisions',
  'handovers',
  'sends',
  'events',
  'mails',
  'questions',
  'calls',
  'playground',
  'cases',
] as const;
export type ErasedThing = (typeof erasedThings)[number];

export const Erasure = Type.Object({
  id: Id,
  /** The person, who can be read no more. */
  customer_id: Id,
  status: Type.Enum(['pending', 'done']),
  counts: Type.Object(Object.fromEntries(erasedThings.map((thing) => [thing, Type.Integer()]))),
  requested_at: Timestamp,
  finished_at: Nullable(Timestamp),
});
export interface Erasure extends Omit<Static<typeof Erasure>, 'counts'> {
  counts: Record<ErasedThing, number>;
}

export const listCustomers = endpoint({
  method: 'GET',
  path: '/api/customers',
  operation: 'listCustomers',
  summary: 'The people who write, newest first; q finds words of names and addresses, and whole external ids',
  tag,
  query: Strict({ ...PageQuery, q: Type.Optional(Type.String({ maxLength: 200 })) }),
  reply: { 200: Page(Customer) },
});

export const getCustomer = endpoint({
  method: 'GET',
  path: '/api/customers/:id',
  operation: 'getCustomer',
  summary: 'One person, by the id of any of their identities',
  tag,
  params: IdParams,
  reply: { 200: Customer },
});

export const mostAttributes = 100;

export const updateCustomer = endpoint({
  method: 'PATCH',
  path: '/api/customers/:id',
  operation: 'updateCustomer',
  summary:
    'Name a person and note attributes, which no later message overwrites; null leaves them to the channels again',
  tag,
  params: IdParams,
  body: Strict({
    name: Type.Optional(Nullable(NameOf(200))),
    attributes: Type.Optional(
      Nullable(
        Type.Record(
          Type.String({ minLength: 1, maxLength: 100 }),
          Nullable(Type.Union([Type.String({ maxLength: 1_000 }), Type.Number(), Type.Boolean()])),
          { maxProperties: mostAttributes },
        ),
      ),
    ),
  }),
  reply: { 200: Customer },
});

export const mergeCustomers = endpoint({
  method: 'POST',
  path: '/api/customers/:id/merge',
  operation: 'mergeCustomers',
  summary:
    'Another customer is the same person: its identities and conversations become those of this one. Trust stays with each',
  tag,
  params: IdParams,
  body: Strict({ customer_id: Id }),
  reply: { 200: Customer },
});

export const eraseCustomer = endpoint({
  method: 'DELETE',
  path: '/api/customers/:id',
  operation: 'eraseCustomer',
  summary: 'Erase the person and all their words; nothing is sent to them',
  tag,
  params: IdParams,
  reply: { 202: Erasure },
});

export const listErasures = endpoint({
  method: 'GET',
  path: '/api/erasures',
  operation: 'listErasures',
  summary: 'The erasures of customers, newest first, with what each removed',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(Erasure) },
});

export const getErasure = endpoint({
  method: 'GET',
  path: '/api/erasures/:id',
  operation: 'getErasure',
  summary: 'One erasure',
  tag,
  params: IdParams,
  reply: { 200: Erasure },
});
