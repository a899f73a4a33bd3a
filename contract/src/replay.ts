import Type, { type Static } from 'typebox';
import { Decision, decisionReasons, NamedTag, outcomes } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Id, IdParams, Nullable, Omissible, Strict, Timestamp, Sentence } from './http.ts';
import { Overlay } from './simulation.ts';

export const Difference = Type.Object({
  /** A JSON Pointer into the decision. */
  path: Type.String(),
  recorded: Type.Unknown(),
  replayed: Type.Unknown(),
});
export type Difference = Static<typeof Difference>;

/** `recorded`: with the policy, settings and passages of that time. `current`: with today's, and an overlay if given. */
export const ReplayRequest = Strict({
  against: Type.Enum(['recorded', 'current']),
  overlay: Type.Optional(Overlay),
});
export type ReplayRequest = Static<typeof ReplayRequest>;

export const Replay = Type.Object({
  same: Type.Boolean(),
  recorded: Decision,
  replayed: Decision,
  differences: Type.Array(Difference),
});
export type Replay = Static<typeof Replay>;

export const replayDecision = endpoint({
  method: 'POST',
  path: '/api/decisions/:id/replay',
  operation: 'replayDecision',
  summary: 'Decide past cases again, without any effect',
  tag: 'Validation',
  params: IdParams,
  body: ReplayRequest,
  reply: { 200: Replay },
});

const Decided = Type.Object({
  outcome: Type.Enum(outcomes),
  reason: Type.Enum(decisionReasons),
  destination: Nullable(NamedTag),
});
export type Decided = Static<typeof Decided>;

/** A recent decision that would change under the overlay. */
export const Flipped = Type.Object({
  decision_id: Id,
  conversation_id: Id,
  created_at: Timestamp,
  /** The beginning of the customer's message. */
  message: Type.String(),
  before: Decided,
  after: Decided,
  why: Type.Array(Sentence),
});
export type Flipped = Static<typeof Flipped>;

const AtValue = Type.Object({ value: Type.Number(), flips: Type.Integer() });

export const PreviewRequest = Strict({
  overlay: Type.Optional(Overlay),
  last: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 200 })),
  /** Whether to count also how many would flip at each value of the two thresholds. */
  thresholds: Type.Optional(Type.Boolean()),
});
export type PreviewRequest = Static<typeof PreviewRequest>;

export const Preview = Type.Object({
  /** The number of decisions that were made again. Decisions with incomplete old records cannot be. */
  considered: Type.Integer(),
  skipped: Type.Integer(),
  flips: Type.Array(Flipped),
  thresholds: Nullable(Type.Object({ answer: Type.Array(AtValue), clarify: Type.Array(AtValue) })),
});
export type Preview = Static<typeof Preview>;

export const previewPolicy = endpoint({
  method: 'POST',
  path: '/api/routing/policy/preview',
  operation: 'previewPolicy',
  summary: 'Which recent decisions an unsaved change would flip',
  tag: 'Routing',
  body: Omissible(PreviewRequest),
  reply: { 200: Preview },
});
