import Type, { type Static } from 'typebox';
import { decisionReasons, outcomes } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { Id, NameOf, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';
import { SimulatedConversation, SimulationRequest } from './simulation.ts';

/** The most cases in a suite. */
export const mostCases = 5_000;

/** The largest suite, in bytes. The most cases take more than the usual limit of bodies. */
export const suiteLimit = 16 * 1_048_576;

const Text = Type.String({ minLength: 1, maxLength: 20_000 });
const Short = Type.String({ minLength: 1, maxLength: 500 });
const Phrases = Type.Array(Type.String({ minLength: 1, maxLength: 1_000 }), { maxItems: 50 });
const Names = Type.Array(Short, { maxItems: 50 });

/** Chosen by the client or by us. It identifies the case in runs and comparisons for as long as the case exists. */
export const CaseId = Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9._:-]{0,99}$', description: 'Id of a case' });

/** Assertions about the reply, one for each given member. docs/validation.md describes them. */
export const Expectation = Strict({
  outcome: Type.Optional(Type.Enum(outcomes)),
  reason: Type.Optional(Type.Enum(decisionReasons)),
  /** Id or name of the destination. */
  destination: Type.Optional(Short),
  tags_include: Type.Optional(Names),
  /** Ids, titles or addresses of documents. */
  sources_any: Type.Optional(Names),
  sources_none: Type.Optional(Names),
  answer: Type.Optional(
    Strict({
      must_include: Type.Optional(Phrases),
      must_not_include: Type.Optional(Phrases),
      must_match: Type.Optional(Phrases),
      language: Type.Optional(Type.String({ pattern: '^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}$' })),
      max_words: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
    }),
  ),
  confidence_min: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
});
export type Expectation = Static<typeof Expectation>;

const { channel, customer, language, as_of, subject, attachments, history } = SimulationRequest.properties;
const { id: _id, ...conversationState } = SimulatedConversation.properties;

/** The context of a rehearsal, as in a simulation. */
export const CaseContext = Strict({
  channel,
  customer,
  language,
  as_of,
  subject,
  attachments,
  history,
  conversation: Type.Optional(Strict(conversationState)),
});
export type CaseContext = Static<typeof CaseContext>;

const Turn = Strict({ customer: Text, expect: Type.Optional(Expectation) });

const Mocks = Type.Record(Type.String({ maxLength: 200 }), Type.Unknown());

const caseMembers = {
  name: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  tags: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50 })),
  enabled: Type.Optional(Type.Boolean()),
  /** A regression of a critical case always fails the publish gate, however many regressions the gate allows. */
  critical: Type.Optional(Type.Boolean()),
  weight: Type.Optional(Type.Number({ minimum: 0.01, maximum: 1_000 })),
  context: Type.Optional(CaseContext),
  turns: Type.Array(Turn, { minItems: 1, maxItems: 20 }),
  /** Expectations of the reply to the last turn. */
  expect: Type.Optional(Expectation),
  /** Answers of lookups, by the name of their template. */
  mocks: Type.Optional(Mocks),
  repeat: Type.Optional(Type.Integer({ minimum: 1, maximum: 10 })),
  provenance: Type.Optional(
    Strict({
      conversation_id: Type.Optional(Id),
      decision_id: Type.Optional(Id),
      document_id: Type.Optional(Id),
      /** The pack that the case came with. */
      pack: Type.Optional(Short),
    }),
  ),
};

/** A case as clients write it; omitted members get their defaults. */
export const WrittenCase = Strict({ id: Type.Optional(CaseId), ...caseMembers });
export type WrittenCase = Static<typeof WrittenCase>;

/** A case as it is stored. */
export const SuiteCase = Type.Object({
  ...caseMembers,
  id: CaseId,
  name: Type.String(),
  tags: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  critical: Type.Boolean(),
  weight: Type.Number(),
  context: CaseContext,
  expect: Expectation,
  repeat: Type.Integer(),
});
export type SuiteCase = Static<typeof SuiteCase>;

/** A client may send back what it has read: `version` and times are accepted and ignored. */
export const ReplaceSuite = Strict({
  name: Type.Optional(NameOf(200)),
  cases: Type.Array(WrittenCase, { maxItems: mostCases }),
  version: Type.Optional(Type.Integer()),
  updated_at: Type.Optional(Nullable(Timestamp)),
});
export type ReplaceSuite = Static<typeof ReplaceSuite>;

/** Version 0: no suite has been saved yet. */
export const Suite = Type.Object({
  version: Type.Integer(),
  name: Type.String(),
  cases: Type.Array(SuiteCase),
  updated_at: Nullable(Timestamp),
});
export type Suite = Static<typeof Suite>;

/** Either exactly one of the `from_…` members, or a case. The other members but `turns` may be given beside a `from_…`. */
const { provenance: _provenance, ...givenMembers } = caseMembers;
export const AddCase = Strict({
  ...givenMembers,
  id: Type.Optional(CaseId),
  turns: Type.Optional(caseMembers.turns),
  from_decision_id: Type.Optional(Id),
  from_playground_message_id: Type.Optional(Id),
  /** A rated answer: the case expects a good one again, and forbids a bad one. */
  from_rated_message_id: Type.Optional(Id),
  /** A gap of the analysis: the case contains its newest question and expects an answer. */
  from_gap_id: Type.Optional(Id),
});
export type AddCase = Static<typeof AddCase>;

export const packs = ['red-team'] as const;
export type PackName = (typeof packs)[number];

const tag = 'Validation';
const base = '/api/knowledge/validation/suite';

export const readSuite = endpoint({
  method: 'GET',
  path: base,
  operation: 'readSuite',
  summary: 'The suite of cases; as a table with format=csv',
  tag,
  query: Strict({ format: Type.Optional(Type.Enum(['json', 'csv'])) }),
  reply: { 200: Suite },
  sends: { 'application/json': Suite, 'text/csv': Type.String() },
});
export const replaceSuite = endpoint({
  method: 'PUT',
  path: base,
  operation: 'replaceSuite',
  summary: 'Save the whole suite, as JSON or as a table (If-Match is required once it exists)',
  tag,
  /** `dry_run` checks everything and returns the resulting suite, but saves nothing. */
  query: Strict({ mode: Type.Optional(Type.Enum(['dry_run', 'live'])) }),
  reads: { content: { 'application/json': ReplaceSuite, 'text/csv': Type.String() }, bodyLimit: suiteLimit },
  reply: { 200: Suite },
});
export const listSuiteVersions = endpoint({
  method: 'GET',
  path: `${base}/versions`,
  operation: 'listSuiteVersions',
  summary: 'The versions of the suite, newest first',
  tag,
  query: Strict(PageQuery),
  reply: {
    200: Page(
      Type.Object({
        version: Type.Integer(),
        name: Type.String(),
        cases: Type.Integer(),
        saved_at: Timestamp,
        saved_by: Type.Object({ id: Type.String(), name: Nullable(Type.String()) }),
      }),
    ),
  },
});
export const readSuiteVersion = endpoint({
  method: 'GET',
  path: `${base}/versions/:n`,
  operation: 'readSuiteVersion',
  summary: 'An earlier version of the suite; save it with PUT to restore it',
  tag,
  params: Strict({ n: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }) }),
  reply: { 200: Suite },
});
export const addSuiteCase = endpoint({
  method: 'POST',
  path: `${base}/cases`,
  operation: 'addSuiteCase',
  summary: 'Append a case, or draft one from a decision or a turn of the playground',
  tag,
  body: AddCase,
  reply: { 201: SuiteCase },
});
export const readSuiteCase = endpoint({
  method: 'GET',
  path: `${base}/cases/:case_id`,
  operation: 'readSuiteCase',
  summary: 'One case',
  tag,
  params: Strict({ case_id: Type.String({ maxLength: 100 }) }),
  reply: { 200: SuiteCase },
});
export const deleteSuiteCase = endpoint({
  method: 'DELETE',
  path: `${base}/cases/:case_id`,
  operation: 'deleteSuiteCase',
  summary: 'Remove a case from the suite',
  tag,
  params: Strict({ case_id: Type.String({ maxLength: 100 }) }),
  reply: { 204: Type.Null() },
});
export const listPacks = endpoint({
  method: 'GET',
  path: `${base}/packs`,
  operation: 'listCasePacks',
  summary: 'Packs of cases that ship with the product',
  tag,
  query: Strict(PageQuery),
  reply: {
    200: Page(
      Type.Object({
        name: Type.Enum(packs),
        description: Type.String(),
        cases: Type.Integer(),
        loaded: Type.Integer(),
      }),
    ),
  },
});
export const loadPack = endpoint({
  method: 'POST',
  path: `${base}/packs`,
  operation: 'loadCasePack',
  summary: 'Add the cases of a pack to the suite; those that exist already stay as they are',
  tag,
  body: Strict({ pack: Type.Enum(packs) }),
  reply: { 200: Type.Object({ added: Type.Integer(), present: Type.Integer(), suite_version: Type.Integer() }) },
});
