import Type, { type Static } from 'typebox';
import { Id, Nullable, Strict } from './http.ts';

/** What the desk may do with a customer's message (docs/behaviour.md). */
export const outcomes = ['answer', 'clarify', 'escalate', 'draft', 'suppress'] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a conversation changes hands. Closed: reports and clients count on it (docs/behaviour.md). */
export const handoverReasons = [
  'customer_request',
  'frustration',
  'repeated_loop',
  'missing_knowledge',
  'low_confidence',
  'ambiguous_after_clarification',
  'policy_rule',
  'guardrail',
  'verification_required',
  'connector_failure',
  'attachment_unsupported',
  'language_unsupported',
  'other_participant',
  'turn_limit',
  'budget_limit',
  'ai_timeout',
  'ai_error',
  'auto_respond_off',
  'channel_not_ready',
  'outside_hours',
  'automated_loop',
  'manual',
  'human_reply',
  'returned_to_ai',
] as const;
export type HandoverReason = (typeof handoverReasons)[number];

/**
 * Why a message needs no person: `confident` it is answered, `ambiguous` we ask back, `confirmed` the customer only
 * says that it is solved, and the four kinds of message to which nothing is said at all.
 */
export const settledReasons = [
  'confident',
  'ambiguous',
  'confirmed',
  'duplicate',
  'own_echo',
  'automated',
  'spam',
] as const;
export type SettledReason = (typeof settledReasons)[number];

export const decisionReasons = [...handoverReasons, ...settledReasons] as const;
export type DecisionReason = HandoverReason | SettledReason;

export const sentiments = ['negative', 'neutral', 'positive'] as const;
export type Sentiment = (typeof sentiments)[number];

export const destinationKinds = [
  'queue',
  'chatdesk_team',
  'chatdesk_admin',
  'ticketdesk_group',
  'ticketdesk_agent',
  'email',
  'webhook',
] as const;
export type DestinationKind = (typeof destinationKinds)[number];

export const ruleResults = ['matched', 'not_matched', 'not_reached'] as const;

/** One rule of the policy, as this decision saw it. `failed` is the first condition that kept it from matching. */
export const RuleResult = Type.Object({
  rule_id: Id,
  name: Type.String(),
  result: Type.Enum(ruleResults),
  /** It matched, and the customer replies to its question: it asks no more, and what else it says holds. */
  asked_already: Type.Optional(Type.Boolean()),
  failed: Type.Optional(Type.Object({ path: Type.String(), field: Type.String(), op: Type.String() })),
});
export type RuleResult = Static<typeof RuleResult>;

/** One step of the way to a destination; all but the last say why they were passed over. */
export const DestinationStep = Type.Object({
  id: Id,
  name: Type.String(),
  result: Type.Enum(['accepted', 'disabled', 'closed', 'unreachable', 'missing']),
});
export type DestinationStep = Static<typeof DestinationStep>;

export const ChosenDestination = Type.Object({
  id: Id,
  name: Type.String(),
  kind: Type.Enum(destinationKinds),
  path: Type.Array(DestinationStep),
});

export const NamedTag = Type.Object({ id: Id, name: Type.String() });

export const Citation = Type.Object({
  document_id: Id,
  version: Type.Integer(),
  chunk_id: Id,
  title: Type.String(),
  quote: Type.String(),
  url: Type.Optional(Type.String()),
});
export type Citation = Static<typeof Citation>;

export const Evidence = Type.Object({
  document_id: Id,
  version: Type.Integer(),
  chunk_id: Id,
  title: Type.String(),
  heading_path: Type.Array(Type.String()),
  score: Type.Number(),
  lexical_rank: Nullable(Type.Integer()),
  vector_rank: Nullable(Type.Integer()),
});
export type Evidence = Static<typeof Evidence>;

/** `value` is a calibrated probability that the drafted answer is right; `formula` names the version that computed it. */
export const Confidence = Type.Object({
  value: Type.Number({ minimum: 0, maximum: 1 }),
  band: Type.Enum(['high', 'medium', 'low']),
  components: Type.Record(Type.String(), Type.Number()),
  formula: Type.String(),
});
export type Confidence = Static<typeof Confidence>;

/** What became of a template that a matched rule named; `output` holds what the template names, and nothing else. */
export const LookupRecord = Type.Object({
  template_id: Id,
  connector_id: Id,
  template: Type.String(),
  status: Type.Enum(['ok', 'unverified', 'incomplete', 'not_owner', 'failed']),
  code: Nullable(Type.String()),
  http_status: Nullable(Type.Integer()),
  output: Type.Record(Type.String(), Type.Unknown()),
});
export type LookupRecord = Static<typeof LookupRecord>;

/** Whether the passages that an answer is made from answer the question, as a language model reads them; `unknown`: none was asked. */
export const supports = ['yes', 'partly', 'no', 'unknown'] as const;
export type Support = (typeof supports)[number];

/** Why only a person may handle a message, the most pressing first. */
export const humanOnlyKinds = [
  'safety',
  'fraud',
  'bereavement',
  'legal',
  'wrong_charge',
  'own_case',
  'act_for_customer',
] as const;
export type HumanOnly = (typeof humanOnlyKinds)[number];

export const DecisionSignals = Type.Object({
  language: Nullable(Type.String()),
  tags: Type.Array(NamedTag),
  sentiment: Type.Enum(sentiments),
  asks_for_human: Type.Boolean(),
  /** Absent where no language model was asked. */
  answer_supported: Type.Optional(Type.Enum(supports)),
  /** Why only a person may handle it; absent where a machine may, and in older records. */
  human_only: Type.Optional(Type.Enum(humanOnlyKinds)),
});

/** Immutable. The same snapshot and the same input give the same `hash`. */
export const Decision = Type.Object({
  id: Type.Optional(Id),
  outcome: Type.Enum(outcomes),
  reason: Type.Enum(decisionReasons),
  confidence: Nullable(Confidence),
  answer: Nullable(Strict({ text: Type.String(), citations: Type.Array(Citation), engine: Type.String() })),
  signals: DecisionSignals,
  /** The earlier question of the customer that this message completes, since we had asked back: both were read as one. */
  carried_over: Type.Optional(Type.String()),
  rules: Type.Array(RuleResult),
  destination: Nullable(ChosenDestination),
  handover: Nullable(Strict({ message: Nullable(Type.String()), note: Type.String() })),
  evidence: Type.Array(Evidence),
  lookups: Type.Array(LookupRecord),
  snapshot: Type.Record(Type.String(), Type.Unknown()),
  warnings: Type.Array(Type.String()),
  timings_ms: Type.Record(Type.String(), Type.Number()),
  hash: Type.String(),
});
export type Decision = Static<typeof Decision>;
