import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Sentence } from './http.ts';
import { inputSources, inputTypes, MaskedRequest, Scalar, templateMethods } from './templates.ts';

/** One value that the action needs. `fixed`: it comes from the verified customer or the template, and nobody can change it. */
export const ActionInput = Type.Object({
  name: Type.String(),
  type: Type.Enum(inputTypes),
  required: Type.Boolean(),
  source: Type.Enum(inputSources),
  description: Nullable(Type.String()),
  value: Nullable(Scalar),
  fixed: Type.Boolean(),
});
export type ActionInput = Static<typeof ActionInput>;

/** A write template as something that a person may do for the customer of a conversation. */
export const AccountAction = Type.Object({
  template_id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  connector: Type.Object({ id: Id, name: Type.String() }),
  method: Type.Enum(templateMethods),
  path: Type.String(),
  inputs: Type.Array(ActionInput),
  /** Why it cannot be done now, for people; null: it can. */
  blocked: Nullable(Type.Object({ code: Type.String(), message: Sentence })),
});
export type AccountAction = Static<typeof AccountAction>;

/** First `dry_run`, which shows the request and gives an `approval`; then `live` with it and the same inputs. */
export const RunAction = Strict({
  template_id: Id,
  inputs: Type.Optional(Type.Record(Type.String({ maxLength: 60 }), Nullable(Scalar), { maxProperties: 50 })),
  mode: Type.Enum(['dry_run', 'live']),
  approval: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
});
export type RunAction = Static<typeof RunAction>;

export const ActionResult = Type.Object({
  ok: Type.Boolean(),
  request: Nullable(MaskedRequest),
  /** For one `live` call about what was shown; null after that. */
  approval: Nullable(Type.String()),
  status: Nullable(Type.Integer()),
  output: Nullable(Type.Record(Type.String(), Type.Unknown())),
  latency_ms: Nullable(Type.Integer()),
  error: Nullable(Type.Object({ code: Type.String(), message: Sentence, remedy: Sentence })),
  /** The note in the thread that tells of it. */
  message_id: Nullable(Id),
});
export type ActionResult = Static<typeof ActionResult>;

const path = '/api/conversations/:id/actions';
const tag = 'Connectors';

export const listAccountActions = endpoint({
  method: 'GET',
  path,
  operation: 'listAccountActions',
  summary: 'The actions that a person may take for the customer in connected systems, with inputs filled in',
  tag,
  params: IdParams,
  query: Strict(PageQuery),
  reply: { 200: Page(AccountAction) },
});
export const runAccountAction = endpoint({
  method: 'POST',
  path,
  operation: 'runAccountAction',
  summary: 'Show the request of an action, and make it once a person has approved it',
  tag,
  params: IdParams,
  body: RunAction,
  limit: { times: 30, seconds: 60 },
  reply: { 200: ActionResult },
});
