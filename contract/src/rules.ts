import Type, { type Static, type TSchema } from 'typebox';
import { priorities } from './conversations.ts';
import { outcomes } from './decisions.ts';
import { Id, NameOf, Nullable, Strict, Timestamp, Sentence } from './http.ts';

const Name = NameOf(120);

export const operators = [
  'eq',
  'neq',
  'in',
  'not_in',
  'contains',
  'not_contains',
  'starts_with',
  'ends_with',
  'matches',
  'gt',
  'gte',
  'lt',
  'lte',
  'between',
  'exists',
  'not_exists',
] as const;
export type Operator = (typeof operators)[number];

const ConditionScalar = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()]);

/** docs/behaviour.md lists the fields with their operators and values. An invalid combination is a 422 at its pointer. */
export const Condition = Strict({
  field: Type.String({ minLength: 1, maxLength: 200 }),
  op: Type.Enum(operators),
  value: Type.Optional(Type.Union([ConditionScalar, Type.Array(ConditionScalar, { maxItems: 200 }), Type.Null()])),
});
export type Condition = Static<typeof Condition>;

const Conditions = Type.Array(Condition, { maxItems: 50 });

/** Matches if all of `all`, at least one of `any` (unless it is empty) and none of `none` hold. An empty `when` always matches. */
export const When = Strict({
  all: Type.Optional(Conditions),
  any: Type.Optional(Conditions),
  none: Type.Optional(Conditions),
});
export type When = Static<typeof When>;

const Ids = Type.Array(Id, { maxItems: 50 });
const effects = {
  decision: Type.Enum(outcomes),
  destination_id: Id,
  reason: Type.String({ minLength: 1, maxLength: 200 }),
  message: Type.String({ minLength: 1, maxLength: 4000 }),
  add_tag_ids: Ids,
  priority: Type.Enum(priorities),
  collection_ids: Ids,
  answer_threshold: Type.Number({ minimum: 0, maximum: 1 }),
  lookup_template_ids: Ids,
  require_verified: Type.Boolean(),
};

export const Then = Strict({
  decision: Type.Optional(effects.decision),
  destination_id: Type.Optional(effects.destination_id),
  reason: Type.Optional(effects.reason),
  message: Type.Optional(effects.message),
  add_tag_ids: Type.Optional(effects.add_tag_ids),
  priority: Type.Optional(effects.priority),
  collection_ids: Type.Optional(effects.collection_ids),
  answer_threshold: Type.Optional(effects.answer_threshold),
  lookup_template_ids: Type.Optional(effects.lookup_template_ids),
  require_verified: Type.Optional(effects.require_verified),
});
export type Then = Static<typeof Then>;

/** `with_answer` rules use `answer.*` or `lookup.*`, so they are evaluated when there is a draft. */
export const ruleStages = ['before_answer', 'with_answer'] as const;
export type RuleStage = (typeof ruleStages)[number];

/**
 * A probable mistake. `unreachable`: no message reaches this rule; `contradictory`: no message can meet its conditions;
 * `long_fallback`: the destination has fallbacks that are never tried.
 */
export const PolicyWarning = Type.Object({
  code: Type.Enum([
    'shadowed',
    'unreachable',
    'contradictory',
    'unknown_field',
    'disabled_destination',
    'cycle',
    'long_fallback',
    'collection_gone',
    'collection_off',
    'collection_for_staff',
    'template_gone',
    'template_off',
    'template_refused',
  ]),
  message: Sentence,
  /** The subject of the warning: a field, or the name of another rule, a destination, a collection or a template. */
  about: Type.Optional(Type.String()),
  rule_id: Type.Optional(Id),
  destination_id: Type.Optional(Id),
});
export type PolicyWarning = Static<typeof PolicyWarning>;

export const Rule = Type.Object({
  id: Id,
  name: Type.String(),
  enabled: Type.Boolean(),
  priority: Type.Integer(),
  when: When,
  then: Then,
  stop: Type.Boolean(),
  stage: Type.Enum(ruleStages),
  hits: Type.Integer(),
  last_hit_at: Nullable(Timestamp),
  warnings: Type.Array(PolicyWarning),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Rule = Static<typeof Rule>;

const ruleMembers = {
  enabled: Type.Optional(Type.Boolean()),
  priority: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** If null or absent, a rule that decides stops the later ones, and any other rule does not. */
  stop: Type.Optional(Nullable(Type.Boolean())),
};

export const CreateRule = Strict({ name: Name, when: When, then: Then, ...ruleMembers });
export type CreateRule = Static<typeof CreateRule>;

/** As in any merge patch, null removes a member. */
const clearable = <T extends TSchema>(schema: T) => Type.Optional(Nullable(schema));

export const UpdateRule = Strict({
  name: Type.Optional(Name),
  when: Type.Optional(Strict({ all: clearable(Conditions), any: clearable(Conditions), none: clearable(Conditions) })),
  then: Type.Optional(
    Strict({
      decision: clearable(effects.decision),
      destination_id: clearable(effects.destination_id),
      reason: clearable(effects.reason),
      message: clearable(effects.message),
      add_tag_ids: clearable(effects.add_tag_ids),
      priority: clearable(effects.priority),
      collection_ids: clearable(effects.collection_ids),
      answer_threshold: clearable(effects.answer_threshold),
      lookup_template_ids: clearable(effects.lookup_template_ids),
      require_verified: clearable(effects.require_verified),
    }),
  ),
  ...ruleMembers,
});
export type UpdateRule = Static<typeof UpdateRule>;
