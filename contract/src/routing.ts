import Type, { type Static } from 'typebox';
import { destinationKinds } from './decisions.ts';
import { endpoint } from './endpoint.ts';
import { GateQuery, Id, IdParams, NameOf, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';
import { CreateRule, PolicyWarning, Rule, UpdateRule } from './rules.ts';

const Name = NameOf(120);

/* Tags */

const detect = {
  keywords: Type.Array(Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' }), { maxItems: 100 }),
  examples: Type.Array(Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' }), { maxItems: 200 }),
  min_similarity: Type.Number({ minimum: 0, maximum: 1 }),
};

/**
 * How a tag is recognised in a message: by any keyword, or by similarity to the examples. `min_similarity` is the least probability,
 * from 0 to 1, that the message is about this tag rather than another or none. A message that repeats an example always gets its tag.
 */
const DetectInput = Strict({
  keywords: Type.Optional(detect.keywords),
  examples: Type.Optional(detect.examples),
  min_similarity: Type.Optional(detect.min_similarity),
});

const DetectPatch = Strict({
  keywords: Type.Optional(Nullable(detect.keywords)),
  examples: Type.Optional(Nullable(detect.examples)),
  min_similarity: Type.Optional(Nullable(detect.min_similarity)),
});

export const Detect = Strict(detect);
export type Detect = Static<typeof Detect>;

const tagMembers = {
  description: Type.Optional(Nullable(Type.String({ maxLength: 1000 }))),
  color: Type.Optional(Nullable(Type.String({ pattern: '^(#[0-9a-fA-F]{3,8}|[a-z][a-z-]{0,30})$' }))),
  default_destination_id: Type.Optional(Nullable(Id)),
};

export const Tag = Type.Object({
  id: Id,
  name: Type.String(),
  description: Nullable(Type.String()),
  color: Nullable(Type.String()),
  detect: Nullable(Detect),
  default_destination_id: Nullable(Id),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Tag = Static<typeof Tag>;

export const CreateTag = Strict({ name: Name, detect: Type.Optional(Nullable(DetectInput)), ...tagMembers });
export type CreateTag = Static<typeof CreateTag>;
export const UpdateTag = Strict({
  name: Type.Optional(Name),
  detect: Type.Optional(Nullable(DetectPatch)),
  ...tagMembers,
});
export type UpdateTag = Static<typeof UpdateTag>;

/* Destinations */

export const destinationHours = ['always', 'business'] as const;

const destinationMembers = {
  target: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 500 }))),
  hours: Type.Optional(Type.Enum(destinationHours)),
  fallback_destination_id: Type.Optional(Nullable(Id)),
  enabled: Type.Optional(Type.Boolean()),
};

/** `built_in` is the organization's internal queue, which is always open and cannot be disabled or deleted. */
export const Destination = Type.Object({
  id: Id,
  name: Type.String(),
  kind: Type.Enum(destinationKinds),
  target: Nullable(Type.String()),
  hours: Type.Enum(destinationHours),
  fallback_destination_id: Nullable(Id),
  enabled: Type.Boolean(),
  built_in: Type.Boolean(),
  created_at: Timestamp,
  updated_at: Timestamp,
  version: Type.Integer(),
});
export type Destination = Static<typeof Destination>;

export const CreateDestination = Strict({ name: Name, kind: Type.Enum(destinationKinds), ...destinationMembers });
export type CreateDestination = Static<typeof CreateDestination>;
/** `hours: null` goes back to `always`. */
export const UpdateDestination = Strict({
  name: Type.Optional(Name),
  kind: Type.Optional(Type.Enum(destinationKinds)),
  ...destinationMembers,
  hours: Type.Optional(Nullable(Type.Enum(destinationHours))),
});
export type UpdateDestination = Static<typeof UpdateDestination>;

/** The kinds of objects at vendors that a destination can name. */
export const targetKinds = ['chatdesk_team', 'chatdesk_admin', 'ticketdesk_group', 'ticketdesk_agent'] as const;
export type TargetKind = (typeof targetKinds)[number];

/* Policy */

/** The whole policy, with the rules in the order of evaluation. */
export const RoutingPolicy = Type.Object({
  revision: Type.Integer(),
  tags: Type.Array(Tag),
  destinations: Type.Array(Destination),
  rules: Type.Array(Rule),
  warnings: Type.Array(PolicyWarning),
});
export type RoutingPolicy = Static<typeof RoutingPolicy>;

/* Endpoints */

const tag = 'Routing';
const query = Strict(PageQuery);
const params = IdParams;
const gone = { 204: Type.Null() };

export const listTags = endpoint({
  method: 'GET',
  path: '/api/routing/tags',
  operation: 'listTags',
  summary: 'Tags, by name',
  tag,
  query,
  reply: { 200: Page(Tag) },
});
export const readTag = endpoint({
  method: 'GET',
  path: '/api/routing/tags/:id',
  operation: 'readTag',
  summary: 'One tag',
  tag,
  params,
  reply: { 200: Tag },
});
export const createTag = endpoint({
  method: 'POST',
  path: '/api/routing/tags',
  operation: 'createTag',
  summary: 'Create a tag',
  tag,
  query: GateQuery,
  body: CreateTag,
  reply: { 201: Tag },
});
export const updateTag = endpoint({
  method: 'PATCH',
  path: '/api/routing/tags/:id',
  operation: 'updateTag',
  summary: 'Change a tag',
  tag,
  params,
  query: GateQuery,
  body: UpdateTag,
  reply: { 200: Tag },
});
export const deleteTag = endpoint({
  method: 'DELETE',
  path: '/api/routing/tags/:id',
  operation: 'deleteTag',
  summary: 'Delete a tag that nothing uses',
  tag,
  params,
  query: GateQuery,
  reply: gone,
});

export const listDestinations = endpoint({
  method: 'GET',
  path: '/api/routing/destinations',
  operation: 'listDestinations',
  summary: 'Destinations, by name',
  tag,
  query,
  reply: { 200: Page(Destination) },
});
export const readDestination = endpoint({
  method: 'GET',
  path: '/api/routing/destinations/:id',
  operation: 'readDestination',
  summary: 'One destination',
  tag,
  params,
  reply: { 200: Destination },
});
export const createDestination = endpoint({
  method: 'POST',
  path: '/api/routing/destinations',
  operation: 'createDestination',
  summary: 'Create a destination',
  tag,
  query: GateQuery,
  body: CreateDestination,
  reply: { 201: Destination },
});
export const updateDestination = endpoint({
  method: 'PATCH',
  path: '/api/routing/destinations/:id',
  operation: 'updateDestination',
  summary: 'Change a destination',
  tag,
  params,
  query: GateQuery,
  body: UpdateDestination,
  reply: { 200: Destination },
});
export const deleteDestination = endpoint({
  method: 'DELETE',
  path: '/api/routing/destinations/:id',
  operation: 'deleteDestination',
  summary: 'Delete a destination that nothing uses',
  tag,
  params,
  query: GateQuery,
  reply: gone,
});

export const listTargets = endpoint({
  method: 'GET',
  path: '/api/routing/targets',
  operation: 'listTargets',
  summary: 'The current teams, admins, groups or agents of the helpdesk, for destinations',
  tag,
  query: Strict({ kind: Type.Enum(targetKinds), ...PageQuery }),
  reply: { 200: Page(Type.Object({ id: Type.String(), name: Nullable(Type.String()) })) },
});
export const listRules = endpoint({
  method: 'GET',
  path: '/api/routing/rules',
  operation: 'listRules',
  summary: 'Rules, in the order in which they are evaluated',
  tag,
  query,
  reply: { 200: Page(Rule) },
});
export const readRule = endpoint({
  method: 'GET',
  path: '/api/routing/rules/:id',
  operation: 'readRule',
  summary: 'One rule',
  tag,
  params,
  reply: { 200: Rule },
});
export const createRule = endpoint({
  method: 'POST',
  path: '/api/routing/rules',
  operation: 'createRule',
  summary: 'Create a rule',
  tag,
  query: GateQuery,
  body: CreateRule,
  reply: { 201: Rule },
});
export const updateRule = endpoint({
  method: 'PATCH',
  path: '/api/routing/rules/:id',
  operation: 'updateRule',
  summary: 'Change a rule',
  tag,
  params,
  query: GateQuery,
  body: UpdateRule,
  reply: { 200: Rule },
});
export const deleteRule = endpoint({
  method: 'DELETE',
  path: '/api/routing/rules/:id',
  operation: 'deleteRule',
  summary: 'Delete a rule',
  tag,
  params,
  query: GateQuery,
  reply: gone,
});

export const readPolicy = endpoint({
  method: 'GET',
  path: '/api/routing/policy',
  operation: 'readPolicy',
  summary: 'The whole policy with its revision',
  tag,
  reply: { 200: RoutingPolicy },
});
