import Type, { type Static, type TSchema } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Page, PageQuery, Strict, Timestamp, Sentence } from './http.ts';

/** The name of an input or output. */
const Name = Type.String({ minLength: 1, maxLength: 60, pattern: '^[A-Za-z][A-Za-z0-9_-]*$' });
/** Rules and sentences write it between dots and braces. */
const TemplateName = Type.String({
  minLength: 1,
  maxLength: 80,
  pattern: '^[^.{}|/\\s\\p{Cc}](?:[^.{}|/\\p{Cc}\\u2028\\u2029]*[^.{}|/\\s\\p{Cc}])?$',
});

export const templateMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type TemplateMethod = (typeof templateMethods)[number];

export const inputTypes = ['string', 'integer', 'number', 'boolean'] as const;
export const inputSources = [
  'customer.email',
  'customer.external_id',
  'conversation',
  'message',
  'constant',
  'model',
] as const;
export type InputSource = (typeof inputSources)[number];

export const Scalar = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]);

/**
 * `value` is the value of a constant, or the member of the conversation (`channel` by default, or `language`).
 * `example` is a value that a connection check may send, so that new credentials are tried on a real request.
 */
export const TemplateInput = Strict({
  name: Name,
  type: Type.Enum(inputTypes),
  required: Type.Optional(Type.Boolean()),
  source: Type.Enum(inputSources),
  value: Type.Optional(Nullable(Scalar)),
  example: Type.Optional(Nullable(Scalar)),
  description: Type.Optional(Nullable(Type.String({ maxLength: 500 }))),
});
export type TemplateInput = Static<typeof TemplateInput>;

/** Refuses a name that does not match the pattern. Otherwise the schema would accept it with any value. */
const onlySuchNames = { additionalProperties: false } as const;

const Pointer = Type.String({ maxLength: 500, pattern: '^(?:/(?:[^~/]|~0|~1)*)*$' });
const Fixed = <T extends TSchema>(value: T) =>
  Type.Record(Type.String({ minLength: 1, maxLength: 200 }), value, { maxProperties: 50 });
/** The sentence with the outputs for the customer, by language: `Your order {order.number} arrives on {order.eta | date}`. */
const Sentences = <T extends TSchema>(value: T) =>
  Type.Record(Type.String({ pattern: '^[a-z]{2}$' }), value, onlySuchNames);
const Output = <T extends TSchema>(value: T) => Type.Record(Name, value, { maxProperties: 50, ...onlySuchNames });
const Text = Type.String({ maxLength: 2000 });
const CacheSeconds = Type.Integer({ minimum: 0, maximum: 3600 });
const templateUses = ['answer', 'facts'] as const;

const members = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  body: Type.Optional(Type.Unknown()),
  requires_verified_customer: Type.Optional(Type.Boolean()),
  /** The place of the owner in the answer. Nothing is disclosed unless it is the verified customer's e-mail address or external id. */
  owner_match: Type.Optional(Nullable(Pointer)),
  /** `facts`: the outputs are for rules only, and never shown to customers. */
  use: Type.Optional(Type.Enum(templateUses)),
  cache_seconds: Type.Optional(CacheSeconds),
  timeout_ms: Type.Optional(Nullable(Type.Integer({ minimum: 100, maximum: 10_000 }))),
  enabled: Type.Optional(Type.Boolean()),
};
const inputs = Type.Array(TemplateInput, { maxItems: 30 });
const path = Type.String({ minLength: 1, maxLength: 1000, pattern: '^/' });

export const CreateTemplate = Strict({
  name: TemplateName,
  method: Type.Enum(templateMethods),
  path,
  query: Type.Optional(Fixed(Text)),
  headers: Type.Optional(Fixed(Text)),
  inputs: Type.Optional(inputs),
  output: Type.Optional(Output(Pointer)),
  answer: Type.Optional(Nullable(Sentences(Text))),
  effect: Type.Optional(Type.Enum(['read', 'write'])),
  ...members,
});
export type CreateTemplate = Static<typeof CreateTemplate>;

/**
 * A merge patch: null removes a member of a map or the whole map, and gives other members their default back.
 * `body` is a single value that may contain null.
 */
export const UpdateTemplate = Strict({
  name: Type.Optional(TemplateName),
  method: Type.Optional(Type.Enum(templateMethods)),
  path: Type.Optional(path),
  query: Type.Optional(Nullable(Fixed(Nullable(Text)))),
  headers: Type.Optional(Nullable(Fixed(Nullable(Text)))),
  inputs: Type.Optional(Nullable(inputs)),
  output: Type.Optional(Nullable(Output(Nullable(Pointer)))),
  answer: Type.Optional(Nullable(Sentences(Nullable(Text)))),
  effect: Type.Optional(Type.Enum(['read', 'write'])),
  ...members,
  requires_verified_customer: Type.Optional(Nullable(Type.Boolean())),
  use: Type.Optional(Nullable(Type.Enum(templateUses))),
  cache_seconds: Type.Optional(Nullable(CacheSeconds)),
});
export type UpdateTemplate = Static<typeof UpdateTemplate>;

export const Template = Type.Object({
  id: Id,
  connector_id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  method: Type.Enum(templateMethods),
  path: Type.String(),
  query: Type.Record(Type.String(), Type.String()),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Unknown(),
  inputs: Type.Array(TemplateInput),
  output: Type.Record(Type.String(), Type.String()),
  effect: Type.Enum(['read', 'write']),
  requires_verified_customer: Type.Boolean(),
  owner_match: Nullable(Type.String()),
  answer: Nullable(Type.Record(Type.String(), Type.String())),
  use: Type.Enum(templateUses),
  cache_seconds: Type.Integer(),
  timeout_ms: Nullable(Type.Integer()),
  enabled: Type.Boolean(),
  /** Why the template is not used: the service has changed what the template depends on. */
  quarantine: Nullable(Sentence),
  warnings: Type.Array(Type.Object({ code: Type.String(), message: Sentence })),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Template = Static<typeof Template>;

export const MaskedRequest = Type.Object({
  method: Type.String(),
  url: Type.String(),
  headers: Type.Record(Type.String(), Type.String()),
  body: Type.Unknown(),
});
export type MaskedRequest = Static<typeof MaskedRequest>;

export const TestTemplate = Strict({
  inputs: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Nullable(Scalar), { maxProperties: 50 })),
  mode: Type.Enum(['dry_run', 'live']),
  allow_write: Type.Optional(Type.Boolean()),
  /** The language of the preview. */
  language: Type.Optional(Type.String({ pattern: '^[a-z]{2}$' })),
});
export type TestTemplate = Static<typeof TestTemplate>;

export const TemplateTest = Type.Object({
  ok: Type.Boolean(),
  request: Nullable(MaskedRequest),
  response: Nullable(Type.Object({ status: Type.Integer(), media_type: Type.String(), body: Type.Unknown() })),
  output: Nullable(Type.Record(Type.String(), Type.Unknown())),
  /** The text that a customer would read. */
  words: Nullable(Type.String()),
  latency_ms: Nullable(Type.Number()),
  error: Nullable(Type.Object({ code: Type.String(), message: Sentence, remedy: Sentence })),
});
export type TemplateTest = Static<typeof TemplateTest>;

const tag = 'Connectors';
const params = Strict({ id: Id });
const one = Strict({ id: Id, template_id: Id });
const at = '/api/connectors/:id/templates';

export const listTemplates = endpoint({
  method: 'GET',
  path: at,
  operation: 'listTemplates',
  summary: 'Templates of a connector, by name',
  tag,
  params,
  query: Strict(PageQuery),
  reply: { 200: Page(Template) },
});
export const readTemplate = endpoint({
  method: 'GET',
  path: `${at}/:template_id`,
  operation: 'readTemplate',
  summary: 'One template',
  tag,
  params: one,
  reply: { 200: Template },
});
export const createTemplate = endpoint({
  method: 'POST',
  path: at,
  operation: 'createTemplate',
  summary: 'Create a template: one request that may be made',
  tag,
  params,
  body: CreateTemplate,
  reply: { 201: Template },
});
export const updateTemplate = endpoint({
  method: 'PATCH',
  path: `${at}/:template_id`,
  operation: 'updateTemplate',
  summary: 'Change a template',
  tag,
  params: one,
  body: UpdateTemplate,
  reply: { 200: Template },
});
export const deleteTemplate = endpoint({
  method: 'DELETE',
  path: `${at}/:template_id`,
  operation: 'deleteTemplate',
  summary: 'Delete a template that no rule names',
  tag,
  params: one,
  reply: { 204: Type.Null() },
});
export const testTemplate = endpoint({
  method: 'POST',
  path: `${at}/:template_id/test`,
  operation: 'testTemplate',
  summary: 'Show the exact request, or make it',
  tag,
  params: one,
  body: TestTemplate,
  limit: { times: 10, seconds: 60 },
  reply: { 200: TemplateTest },
});
