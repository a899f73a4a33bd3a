import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Sentence } from './http.ts';
import { inputSources, inputTypes, MaskedRequest, Scalar, templateMethods } from './templates.ts';

/** A value that the action needs. `fixed`: it comes from the verified customer or the template, and cannot be changed. */
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

/** A write template, presented as an action that a person may take for the customer of a conversation. */
export const AccountAction = Type.Object({
  template_id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  connector: Type.Object({ id: Id, name: Type.String() }),
  method: Type.Enum(templateMethods),
  path: Type.String(),
  inputs: Type.Array(ActionInput),
  /** Why the action is not possible now, for people; null if it is. */
  blocked: Nullable(Type.Object({ code: Type.String(), message: Sentence })),
});
export type AccountAction = Static<typeof AccountAction>;

/** `dry_run` shows the request and returns an `approval`. `live` needs that approval and the same inputs. */
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
  /** Valid for one `live` call with the shown request; null after that. */
  approval: Nullable(Type.String()),
  status: Nullable(Type.Integer()),
  output: Nullable(Type.Record(Type.String(), Type.Unknown())),
  latency_ms: Nullable(Type.Integer()),
  error: Nullable(Type.Object({ code: Type.String(), message: Sentence, remedy: Sentence })),
  /** The note in the thread that reports it. */
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
