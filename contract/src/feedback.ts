import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Strict, Timestamp } from './http.ts';

export const ratings = ['good', 'bad'] as const;
export type Rating = (typeof ratings)[number];

/** A person's rating of a reply by the desk. */
export const Feedback = Type.Object({
  message_id: Id,
  conversation_id: Id,
  rating: Type.Enum(ratings),
  reason: Nullable(Type.String()),
  comment: Nullable(Type.String()),
  rated_by: Type.Object({ id: Type.String(), name: Nullable(Type.String()) }),
  rated_at: Timestamp,
});
export type Feedback = Static<typeof Feedback>;

const RateMessage = Strict({
  rating: Type.Enum(ratings),
  reason: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
  comment: Type.Optional(Nullable(Type.String({ maxLength: 5_000 }))),
});
export type RateMessage = Static<typeof RateMessage>;

export const rateMessage = endpoint({
  method: 'POST',
  path: '/api/conversations/:id/messages/:message_id/feedback',
  operation: 'rateMessage',
  summary: 'Rate an answer by the desk, drafted or sent; rating it again replaces the rating',
  tag: 'Conversations',
  params: Strict({ id: Id, message_id: Id }),
  body: RateMessage,
  reply: { 200: Feedback, 201: Feedback },
});
