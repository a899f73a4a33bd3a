import Type, { type Static } from 'typebox';
import { Id, Nullable, Strict } from './http.ts';

/** What the desk can do with a customer's message (docs/behaviour.md). */
export const outcomes = ['answer', 'clarify', 'escalate', 'draft', 'suppress'] as const;
export type Outcome = (typeof outcomes)[number];

/** Why a conversation is handed over. A closed set, on which reports and clients rely (docs/behaviour.md). */
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
 * Why a message needs no person. `confident`: it is answered. `ambiguous`: we ask back. `confirmed`: the customer only confirms
 * that it is solved. The other four are kinds of messages that get no reply at all.
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
  /** The rule matched, and the customer replies to its question: it does not ask again, but its other effects apply. */
  asked_already: Type.Optional(Type.Boolean()),
  failed: Type.Optional(
    Type.Object({
      path: Type.String(),
      field: Type.String(),
      op: Type.String(),
      /** What the field was compared with; older decisions do not contain it. */
      value: Type.Optional(Type.Unknown()),
    }),
  ),
});
export type RuleResult = Static<typeof RuleResult>;

/** A step on the way to a destination. All but the last contain the reason why they were skipped. */
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

/** `value` is a calibrated probability that the drafted answer is right; `formula` is the version that computed it. */
export const Confidence = Type.Object({
  value: Type.Number({ minimum: 0, maximum: 1 }),
  band: Type.Enum(['high', 'medium', 'low']),
  components: Type.Record(Type.String(), Type.Number()),
  formula: Type.String(),
});
export type Confidence = Static<typeof Confidence>;

/** The result of a template that a matched rule names; `output` contains only the template's outputs. */
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

/** Whether the passages of an answer do answer the question, judged by a language model; `unknown`: no model was called. */
export const supports = ['yes', 'partly', 'no', 'unknown'] as const;
export type Support = (typeof supports)[number];

/** Why only a person may handle a message, the most urgent first. */
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
  /** Absent if no language model was called. */
  answer_supported: Type.Optional(Type.Enum(supports)),
  /** Why only a person may handle it; absent if the AI may, and in older records. */
  human_only: Type.Optional(Type.Enum(humanOnlyKinds)),
});

/** Immutable. The same snapshot and input give the same `hash`. */
export const Decision = Type.Object({
  id: Type.Optional(Id),
  outcome: Type.Enum(outcomes),
  reason: Type.Enum(decisionReasons),
  confidence: Nullable(Confidence),
  answer: Nullable(Strict({ text: Type.String(), citations: Type.Array(Citation), engine: Type.String() })),
  signals: DecisionSignals,
  /** The customer's earlier question, about which we had asked back. It was read together with this message. */
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
