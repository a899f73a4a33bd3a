import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { GateQuery, Id, mergePatchOf, NameOf, Nullable, type MergePatch } from './http.ts';

const Text = Type.String({ maxLength: 2000 });
const Language = Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$', description: 'BCP 47 language tag' });
const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const Days = Nullable(Type.Integer({ minimum: 1, maximum: 3650 }));
const ReopenHours = Type.Integer({ minimum: 0, maximum: 8760 });
const Debounce = Type.Integer({ minimum: 0, maximum: 60_000 });

/** A channel may only be stricter than the organization. */
const ChannelTerms = Type.Object({ auto_respond: Type.Enum(['inherit', 'draft', 'off']) });

/** `days` are ISO weekdays, 1 is Monday. `to` before `from` ends on the following day. */
export const BusinessHours = Type.Object(
  {
    days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
    from: Type.String({ pattern: '^(?:[01][0-9]|2[0-3]):[0-5][0-9]$' }),
    to: Type.String({ pattern: '^(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]|24:00)$' }),
  },
  { additionalProperties: false },
);
export type BusinessHours = Static<typeof BusinessHours>;

const SettingsMembers = Type.Object({
  auto_respond_enabled: Type.Boolean(),
  auto_respond_mode: Type.Enum(['auto', 'draft']),
  channels: Type.Object({ chatdesk: ChannelTerms, ticketdesk: ChannelTerms, email: ChannelTerms }),
  thresholds: Type.Object({ answer: Fraction, clarify: Fraction }),
  max_ai_turns: Type.Integer({ minimum: 1, maximum: 100 }),
  max_clarifications: Type.Integer({ minimum: 0, maximum: 10 }),
  turn_deadline_seconds: Type.Integer({ minimum: 5, maximum: 600 }),
  debounce_milliseconds: Type.Object({ chatdesk: Debounce, ticketdesk: Debounce, email: Debounce }),
  default_language: Language,
  /** Empty allows any language. */
  allowed_languages: Type.Array(Language, { maxItems: 50, uniqueItems: true }),
  timezone: Type.String({ minLength: 1, maxLength: 64, description: 'IANA time zone' }),
  /** Empty means always open. */
  business_hours: Type.Array(BusinessHours, { maxItems: 50 }),
  holidays: Type.Array(Type.String({ format: 'date' }), { maxItems: 500, uniqueItems: true }),
  /** If empty, the customer gets no message when a person takes over. */
  handover_message: Text,
  /** If empty, the handover message is sent out of hours too. */
  out_of_hours_message: Text,
  disclosure: Type.Object({ enabled: Type.Boolean(), text: Text }),
  persona: Type.Object({
    name: NameOf(80),
    signature: Type.String({ maxLength: 500 }),
  }),
  citations: Type.Object({ show_to_customer: Type.Boolean(), max: Type.Integer({ minimum: 0, maximum: 10 }) }),
  default_destination_id: Nullable(Id),
  reopen_window_hours: Type.Object({ chatdesk: ReopenHours, ticketdesk: ReopenHours, email: ReopenHours }),
  inactivity: Type.Object({
    policy: Type.Enum(['wait', 'resolve']),
    hours: Type.Integer({ minimum: 1, maximum: 8760 }),
  }),
  /** Null keeps the data forever. */
  retention_days: Type.Object({ messages: Days, decisions: Days, playground: Days }),
  publish_gate: Type.Object({
    enabled: Type.Boolean(),
    max_regressions: Type.Integer({ minimum: 0, maximum: 5000 }),
    min_score: Fraction,
  }),
});
export type SettingsMembers = Static<typeof SettingsMembers>;

export const Settings = Type.Object({ ...SettingsMembers.properties, version: Type.Integer() });
export type Settings = Static<typeof Settings>;

/** Null resets a setting to its default. */
export type UpdateSettings = MergePatch<SettingsMembers>;
export const UpdateSettings = Type.Unsafe<UpdateSettings>(mergePatchOf(SettingsMembers));

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/organizations/me/settings',
  operation: 'readSettings',
  summary: 'The settings of this organization',
  tag: 'Organization',
  reply: { 200: Settings },
});
export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/organizations/me/settings',
  operation: 'updateSettings',
  summary: 'Change settings (JSON merge patch)',
  tag: 'Organization',
  query: GateQuery,
  body: UpdateSettings,
  reply: { 200: Settings },
});
