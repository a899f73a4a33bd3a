import Type, { type Static } from 'typebox';
import { channels, resolutions } from './conversations.ts';
import { handoverReasons } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Id, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';

export const granularities = ['hour', 'day', 'week'] as const;

/** Counted once each time a customer begins or reopens a conversation, in the order of the possible steps. */
export const funnel = [
  'received',
  'eligible',
  'attempted',
  'answered',
  'confirmed',
  'assumed',
  'escalated',
  'failed',
] as const;

/** Counted each time it happens. */
const countedSingly = [
  'handover',
  'resolved',
  'human_reply',
  'human_note',
  'tag',
  'destination',
  'rule',
  'confidence',
] as const;
export const measuredTimes = ['first_answer', 'resolution'] as const;

const Funnel = {
  received: Type.Integer(),
  eligible: Type.Integer(),
  attempted: Type.Integer(),
  answered: Type.Integer(),
  confirmed: Type.Integer(),
  assumed: Type.Integer(),
  escalated: Type.Integer(),
  failed: Type.Integer(),
};
const Totals = Type.Object({ ...Funnel, human_replies: Type.Integer(), human_notes: Type.Integer() });
/** In seconds; null if nothing was measured. */
const Times = Type.Object({ p50: Nullable(Type.Number()), p90: Nullable(Type.Number()), count: Type.Integer() });
const Named = Type.Array(Type.Object({ id: Id, name: Nullable(Type.String()), count: Type.Integer() }));

export const Overview = Type.Object({
  from: Timestamp,
  to: Timestamp,
  granularity: Type.Enum(granularities),
  timezone: Type.String(),
  series: Type.Array(Type.Object({ at: Timestamp, ...Totals.properties })),
  totals: Totals,
  reasons: Type.Array(Type.Object({ reason: Type.Enum(handoverReasons), count: Type.Integer() })),
  resolutions: Type.Array(Type.Object({ resolution: Type.Enum(resolutions), count: Type.Integer() })),
  times: Type.Object({ first_answer: Times, resolution: Times }),
  confidence: Type.Object({
    bins: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), count: Type.Integer() })),
    thresholds: Type.Object({ answer: Type.Number(), clarify: Type.Number() }),
  }),
  by_channel: Type.Array(Type.Object({ channel: Type.Enum(channels), ...Totals.properties })),
  by_tag: Named,
  by_destination: Named,
  by_rule: Named,
  gaps: Type.Array(Type.Object({ id: Id, label: Type.String(), questions: Type.Integer(), last_asked_at: Timestamp })),
  tokens: Type.Object({ input: Type.Integer(), output: Type.Integer() }),
});
export type Overview = Static<typeof Overview>;

const range = {
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  channel: Type.Optional(Type.Enum(channels)),
};

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/reports/overview',
  operation: 'readOverview',
  summary: 'What came in and what became of it; by default for the last 30 days. format=csv gives the series',
  tag: 'Reports',
  query: Strict({
    ...range,
    granularity: Type.Optional(Type.Enum(granularities)),
    format: Type.Optional(Type.Enum(['json', 'csv'])),
  }),
  reply: { 200: Type.Unsafe<Overview | string>(Overview) },
  sends: { 'application/json': Overview, 'text/csv': Type.String() },
});

/** `amount`: seconds for times, tokens for tokens, null for counts. `conversation_id`: null once the conversation has been erased. */
const Reported = Type.Object({
  id: Type.String(),
  conversation_id: Nullable(Id),
  at: Timestamp,
  amount: Nullable(Type.Number()),
});

export const listReported = endpoint({
  method: 'GET',
  path: '/api/reports/conversations',
  operation: 'listReported',
  summary:
    'The conversations behind a number of the overview, newest first. For times, `key` is p50 or p90: those that took at least that long',
  tag: 'Reports',
  query: Strict({
    ...PageQuery,
    ...range,
    measure: Type.Optional(
      Type.Enum([...funnel, ...countedSingly, ...measuredTimes, 'tokens'], { default: 'received' }),
    ),
    key: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: { 200: Page(Reported) },
});
