import Type, { type Static } from 'typebox';
import { channels, priorities } from './conversations.ts';
import { decisionReasons, destinationKinds, Decision, outcomes } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Strict } from './http.ts';
import { UpdateDestination, UpdateTag } from './routing.ts';
import { operators, ruleStages, UpdateRule } from './rules.ts';
import { UpdateSettings } from './settings.ts';

const Removed = Type.Optional(Type.Literal(true));
const overlaid = 200;

/** With the `id` of a saved rule it changes that rule as its PATCH would, or removes it (`removed`). Without an `id` it is new. */
const OverlaidRule = Strict({ id: Type.Optional(Id), removed: Removed, ...UpdateRule.properties });
export type OverlaidRule = Static<typeof OverlaidRule>;
const OverlaidDestination = Strict({ id: Type.Optional(Id), removed: Removed, ...UpdateDestination.properties });
export type OverlaidDestination = Static<typeof OverlaidDestination>;
const OverlaidTag = Strict({ id: Type.Optional(Id), removed: Removed, ...UpdateTag.properties });
export type OverlaidTag = Static<typeof OverlaidTag>;

/** Unsaved changes on top of what is saved. They are checked like saved ones, with pointers that begin with `/overlay`. */
export const Overlay = Strict({
  settings: Type.Optional(UpdateSettings),
  rules: Type.Optional(Type.Array(OverlaidRule, { maxItems: overlaid })),
  destinations: Type.Optional(Type.Array(OverlaidDestination, { maxItems: overlaid })),
  tags: Type.Optional(Type.Array(OverlaidTag, { maxItems: overlaid })),
});
export type Overlay = Static<typeof Overlay>;

const Text = Type.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' });
const Short = Type.String({ minLength: 1, maxLength: 500 });
const Language = Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$' });
const Scalar = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]);

export const SimulatedCustomer = Strict({
  name: Type.Optional(Nullable(Short)),
  email: Type.Optional(Nullable(Short)),
  external_id: Type.Optional(Nullable(Short)),
  verified: Type.Optional(Type.Boolean()),
  locale: Type.Optional(Nullable(Short)),
  attributes: Type.Optional(Type.Record(Type.String({ maxLength: 100 }), Type.Union([Scalar, Type.Array(Scalar)]))),
});

/** `id`: a real conversation whose history and state are the start; the other members override it. */
export const SimulatedConversation = Strict({
  id: Type.Optional(Id),
  owner: Type.Optional(Type.Enum(['ai', 'human'])),
  turns: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  clarifications: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
  episode: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  priority: Type.Optional(Type.Enum(priorities)),
  waiting_minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  tag_ids: Type.Optional(Type.Array(Id, { maxItems: 50 })),
});

export const lookupModes = ['mocked', 'live'] as const;

/** `live`: templates without a mock call their service; they only read, and need an admin. Otherwise no service is called. */
export const lookupMembers = {
  mocks: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), Type.Unknown())),
  lookups: Type.Optional(Type.Enum(lookupModes)),
};

export const SimulationRequest = Strict({
  message: Type.Optional(Text),
  /** Several messages of the customer, each answered before the next is read. An alternative to `message`. */
  messages: Type.Optional(Type.Array(Text, { minItems: 1, maxItems: 20 })),
  /** The earlier messages, oldest first. */
  history: Type.Optional(
    Type.Array(
      Strict({
        from: Type.Enum(['customer', 'us']),
        text: Type.String({ maxLength: 20_000 }),
        /** For our messages: a clarifying question. The customer's reply is read together with their earlier question. */
        asks_back: Type.Optional(Type.Boolean()),
        /** For customer messages: the sender is not proven. A verified customer's reply is not read together with them. */
        unproven: Type.Optional(Type.Boolean()),
        /** From before this episode: it can show that the customer repeats a question, but is no context of a new one. */
        past_episode: Type.Optional(Type.Boolean()),
      }),
      { maxItems: 60 },
    ),
  ),
  subject: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  channel: Type.Optional(Type.Enum(channels)),
  customer: Type.Optional(SimulatedCustomer),
  conversation: Type.Optional(Type.Union([Id, SimulatedConversation])),
  attachments: Type.Optional(
    Type.Array(Strict({ name: Type.String({ maxLength: 500 }), media_type: Type.String({ maxLength: 200 }) }), {
      maxItems: 20,
    }),
  ),
  language: Type.Optional(Language),
  as_of: Type.Optional(Type.String({ format: 'date-time' })),
  overlay: Type.Optional(Overlay),
  ...lookupMembers,
  /** `embedded`: without a language model, even if one is configured. */
  engine: Type.Optional(Type.Enum(['configured', 'embedded'])),
  /** False leaves out `explanation` and `counterfactuals`. */
  explain: Type.Optional(Type.Boolean()),
});
export type SimulationRequest = Static<typeof SimulationRequest>;

/** Why the desk would not execute the decision now. */
export const blockers = [
  'auto_respond_off',
  'channel_not_ready',
  'owner_human',
  'pace',
  'pace_again',
  'budget',
] as const;
export type Blocker = (typeof blockers)[number];

export const ExplainedRule = Type.Object({
  rule_id: Id,
  name: Type.String(),
  enabled: Type.Boolean(),
  stage: Type.Enum(ruleStages),
  result: Type.Enum(['matched', 'not_matched', 'not_reached', 'disabled']),
  conditions: Type.Array(
    Type.Object({
      /** A JSON Pointer into `when`. */
      path: Type.String(),
      field: Type.String(),
      op: Type.Enum(operators),
      expected: Type.Unknown(),
      /** Null if the field is missing. */
      actual: Type.Unknown(),
      /** Null if it cannot be known, because no answer was drafted. */
      ok: Nullable(Type.Boolean()),
    }),
  ),
});
export type ExplainedRule = Static<typeof ExplainedRule>;

export const ExplainedPassage = Type.Object({
  chunk_id: Id,
  title: Type.String(),
  score: Type.Number(),
  components: Type.Record(Type.String(), Type.Number()),
});
export type ExplainedPassage = Static<typeof ExplainedPassage>;

/** A single change that would flip the outcome, its reason or its destination, as tests have shown. `overlay` contains it. */
export const Counterfactual = Type.Object({
  kind: Type.Enum(['threshold', 'rule_threshold', 'rule_disabled', 'rule_condition', 'rule_order', 'setting']),
  change: Type.String(),
  rule_id: Nullable(Id),
  overlay: Type.Unknown(),
  outcome: Type.Enum(outcomes),
  reason: Type.Enum(decisionReasons),
  destination: Nullable(Type.Object({ id: Id, name: Type.String(), kind: Type.Enum(destinationKinds) })),
});
export type Counterfactual = Static<typeof Counterfactual>;

const turnMembers = {
  decision: Decision,
  /** The reply to the customer, in Markdown. Null if the customer gets no reply. */
  words: Nullable(Type.String()),
  /** The reply as plain text, as the customer reads it on channels without formatting. */
  words_as_text: Nullable(Type.String()),
  would_execute: Type.Boolean(),
  blocked_by: Type.Array(Type.Enum(blockers)),
};
export const SimulatedTurn = Type.Object({ message: Type.String(), ...turnMembers });
export type SimulatedTurn = Static<typeof SimulatedTurn>;

/** The decision about the last message, its effect, and why there was no other decision. */
export const Simulation = Type.Object({
  ...Decision.properties,
  words: turnMembers.words,
  words_as_text: turnMembers.words_as_text,
  would_execute: turnMembers.would_execute,
  blocked_by: turnMembers.blocked_by,
  /** With `mocks`: the names of mocked lookups that no rule used. */
  unused_mocks: Type.Array(Type.String()),
  turns: Type.Array(SimulatedTurn),
  explanation: Nullable(Type.Object({ rules: Type.Array(ExplainedRule), evidence: Type.Array(ExplainedPassage) })),
  counterfactuals: Type.Array(Counterfactual),
});
export type Simulation = Static<typeof Simulation>;

export const simulateOutcome = endpoint({
  method: 'POST',
  path: '/api/knowledge/validation/outcome/simulate',
  operation: 'simulateOutcome',
  summary: 'What the desk would do with a message, and why, without doing it',
  tag: 'Validation',
  body: SimulationRequest,
  limit: { times: 300, seconds: 60, per: 'caller' },
  reply: { 200: Simulation },
});
