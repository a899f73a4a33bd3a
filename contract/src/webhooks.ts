import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';
import { Changed, liveEventTypes } from './live.ts';

/** The events of `GET /api/events`, but presence: it is over before anybody could act on it. */
export const webhookEventTypes = liveEventTypes.filter((type) => type !== 'presence.updated');
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** The body of each request to an endpoint: ids and versions, never text of a message. */
export const WebhookEvent = Type.Object({
  /** Also the header `webhook-id`: the same at every attempt and in every replay. */
  id: Type.String(),
  type: Type.Enum([...webhookEventTypes, 'webhook.test']),
  at: Timestamp,
  data: Changed,
});
export type WebhookEvent = Static<typeof WebhookEvent>;

/** `gone`: the address answered 410. `failing`: every attempt of three days failed. */
export const disabledReasons = ['gone', 'failing'] as const;

export const WebhookEndpoint = Type.Object({
  id: Id,
  url: Type.String(),
  events: Type.Array(Type.Enum(webhookEventTypes)),
  enabled: Type.Boolean(),
  /** Why the desk has disabled it; null if it is enabled, or if a person has disabled it. */
  disabled_reason: Nullable(Type.Enum(disabledReasons)),
  disabled_at: Nullable(Timestamp),
  /** The first failed attempt since the last accepted one. */
  failing_since: Nullable(Timestamp),
  /** The former secret signs until this time, and each earlier one for a day of its own. Null: only the current secret signs. */
  previous_secret_until: Nullable(Timestamp),
  replaying: Type.Boolean({ description: 'Whether a replay is under way' }),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type WebhookEndpoint = Static<typeof WebhookEndpoint>;

const WithSecret = Type.Object({
  ...WebhookEndpoint.properties,
  secret: Type.String({ description: 'whsec_…; shown this once' }),
});
export type WebhookEndpointWithSecret = Static<typeof WithSecret>;

const Url = Type.String({ minLength: 1, maxLength: 2000 });
const Events = Type.Array(Type.Enum(webhookEventTypes), { minItems: 1, uniqueItems: true });

export const CreateWebhookEndpoint = Strict({
  url: Url,
  events: Events,
  enabled: Type.Optional(Type.Boolean()),
});
export type CreateWebhookEndpoint = Static<typeof CreateWebhookEndpoint>;

export const UpdateWebhookEndpoint = Strict({
  url: Type.Optional(Url),
  events: Type.Optional(Events),
  enabled: Type.Optional(Type.Boolean()),
});
export type UpdateWebhookEndpoint = Static<typeof UpdateWebhookEndpoint>;

export const attemptOutcomes = [
  'accepted',
  'refused',
  'redirected',
  'gone',
  'timeout',
  'blocked',
  'unreachable',
] as const;
export type AttemptOutcome = (typeof attemptOutcomes)[number];

export const WebhookAttempt = Type.Object({
  at: Timestamp,
  outcome: Type.Enum(attemptOutcomes),
  /** The status of the answer; null if none came. */
  status: Nullable(Type.Integer()),
  latency_ms: Type.Integer(),
  /** The first 4 KiB of the answer, as text. The list has that of the last attempt only, `GET …/deliveries/{delivery_id}` all. */
  response: Nullable(Type.String()),
});
export type WebhookAttempt = Static<typeof WebhookAttempt>;

export const deliveryStates = ['pending', 'delivered', 'failed', 'dropped'] as const;

/** One event for one endpoint. `dropped`: the endpoint was disabled before the event was accepted. */
export const WebhookDelivery = Type.Object({
  id: Id,
  event: WebhookEvent,
  cause: Type.Enum(['event', 'replay', 'test']),
  state: Type.Enum(deliveryStates),
  attempts: Type.Array(WebhookAttempt),
  /** Null also while an attempt is under way. */
  next_attempt_at: Nullable(Timestamp),
  created_at: Timestamp,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const tag = 'Webhooks';
const path = '/api/webhook-endpoints';
const DeliveryParams = Strict({ id: Id, delivery_id: Id });

export const listWebhookEndpoints = endpoint({
  method: 'GET',
  path,
  operation: 'listWebhookEndpoints',
  summary: 'The addresses that events are sent to, without their secrets',
  tag,
  query: Strict(PageQuery),
  reply: { 200: Page(WebhookEndpoint) },
});
export const createWebhookEndpoint = endpoint({
  method: 'POST',
  path,
  operation: 'createWebhookEndpoint',
  summary: 'Send events to an address from now on; the secret that signs them is in this answer only',
  tag,
  body: CreateWebhookEndpoint,
  reply: { 201: WithSecret },
});
export const readWebhookEndpoint = endpoint({
  method: 'GET',
  path: `${path}/:id`,
  operation: 'readWebhookEndpoint',
  summary: 'One endpoint, without its secret',
  tag,
  params: IdParams,
  reply: { 200: WebhookEndpoint },
});
export const updateWebhookEndpoint = endpoint({
  method: 'PATCH',
  path: `${path}/:id`,
  operation: 'updateWebhookEndpoint',
  summary: 'Change an endpoint; a disabled one gets nothing, and an enabled one gets what happens from then on',
  tag,
  params: IdParams,
  body: UpdateWebhookEndpoint,
  reply: { 200: WebhookEndpoint },
});
export const deleteWebhookEndpoint = endpoint({
  method: 'DELETE',
  path: `${path}/:id`,
  operation: 'deleteWebhookEndpoint',
  summary: 'Delete an endpoint with its deliveries',
  tag,
  params: IdParams,
  reply: { 204: Type.Null() },
});
export const rotateWebhookSecret = endpoint({
  method: 'POST',
  path: `${path}/:id/rotate-secret`,
  operation: 'rotateWebhookSecret',
  summary: 'Make a new secret, which is in this answer only; for 24 hours the former one signs as well',
  tag,
  params: IdParams,
  reply: { 200: WithSecret },
});
export const testWebhookEndpoint = endpoint({
  method: 'POST',
  path: `${path}/:id/test`,
  operation: 'testWebhookEndpoint',
  summary: 'Send an event of type webhook.test, once',
  tag,
  params: IdParams,
  limit: { times: 20, seconds: 60 },
  reply: { 202: WebhookDelivery },
});
export const replayWebhookEvents = endpoint({
  method: 'POST',
  path: `${path}/:id/replay`,
  operation: 'replayWebhookEvents',
  summary: 'Send again what has happened since a time, at most seven days ago, with the original ids',
  tag,
  params: IdParams,
  body: Strict({ since: Timestamp }),
  limit: { times: 10, seconds: 3600 },
  reply: { 202: WebhookEndpoint },
});
export const listWebhookDeliveries = endpoint({
  method: 'GET',
  path: `${path}/:id/deliveries`,
  operation: 'listWebhookDeliveries',
  summary: 'What was sent during the last seven days, newest first, with each attempt',
  tag,
  params: IdParams,
  query: Strict({ ...PageQuery, state: Type.Optional(Type.Enum(deliveryStates)) }),
  reply: { 200: Page(WebhookDelivery) },
});
export const readWebhookDelivery = endpoint({
  method: 'GET',
  path: `${path}/:id/deliveries/:delivery_id`,
  operation: 'readWebhookDelivery',
  summary: 'One delivery, with each attempt',
  tag,
  params: DeliveryParams,
  reply: { 200: WebhookDelivery },
});
export const retryWebhookDelivery = endpoint({
  method: 'POST',
  path: `${path}/:id/deliveries/:delivery_id/retry`,
  operation: 'retryWebhookDelivery',
  summary: 'Send a delivery again now, with the same webhook-id',
  tag,
  params: DeliveryParams,
  limit: { times: 20, seconds: 60 },
  reply: { 202: WebhookDelivery },
});
