import Type, { type Static } from 'typebox';
import { endpoint } from './endpoint.ts';
import { GateQuery, Nullable, Page, PageQuery, Strict, Timestamp } from './http.ts';
import { RoutingPolicy } from './routing.ts';
import { Settings } from './settings.ts';

const RevisionParams = Strict({ n: Type.Integer({ minimum: 0, maximum: 2_147_483_647 }) });

const Author = Nullable(Type.Object({ id: Nullable(Type.String()), name: Nullable(Type.String()) }));

/** An item of the policy that a revision added, changed or removed; `fields` are the changed fields. */
export const RevisedItem = Type.Object({
  type: Type.Enum(['tag', 'destination', 'rule']),
  id: Type.String(),
  name: Type.String(),
  change: Type.Enum(['added', 'changed', 'removed']),
  fields: Type.Array(Type.String()),
});
export type RevisedItem = Static<typeof RevisedItem>;

export const PolicyRevision = Type.Object({
  revision: Type.Integer(),
  current: Type.Boolean(),
  /** Null for a policy that was saved before revisions were recorded. */
  author: Author,
  at: Timestamp,
  /** The changes since the previous revision; empty for the oldest stored one. */
  diff: Type.Array(RevisedItem),
});
export type PolicyRevision = Static<typeof PolicyRevision>;

export const listPolicyRevisions = endpoint({
  method: 'GET',
  path: '/api/routing/policy/revisions',
  operation: 'listPolicyRevisions',
  summary: 'The revisions of the policy, newest first',
  tag: 'Routing',
  query: Strict(PageQuery),
  reply: { 200: Page(PolicyRevision) },
});

export const restorePolicyRevision = endpoint({
  method: 'POST',
  path: '/api/routing/policy/revisions/:n/restore',
  operation: 'restorePolicyRevision',
  summary: 'Restore the policy of a revision, as a new revision',
  tag: 'Routing',
  params: RevisionParams,
  query: GateQuery,
  reply: { 200: RoutingPolicy },
});

/** One setting that a revision changed, by its path, such as `thresholds.answer`. */
export const RevisedSetting = Type.Object({ path: Type.String(), from: Type.Unknown(), to: Type.Unknown() });
export type RevisedSetting = Static<typeof RevisedSetting>;

export const SettingsRevision = Type.Object({
  revision: Type.Integer(),
  current: Type.Boolean(),
  /** Null for the settings before the first change. */
  author: Author,
  at: Timestamp,
  /** The changes since the previous revision; empty for the oldest stored one. */
  diff: Type.Array(RevisedSetting),
});
export type SettingsRevision = Static<typeof SettingsRevision>;

export const listSettingsRevisions = endpoint({
  method: 'GET',
  path: '/api/organizations/me/settings/revisions',
  operation: 'listSettingsRevisions',
  summary: 'The revisions of the settings, newest first',
  tag: 'Organization',
  query: Strict(PageQuery),
  reply: { 200: Page(SettingsRevision) },
});

export const restoreSettingsRevision = endpoint({
  method: 'POST',
  path: '/api/organizations/me/settings/revisions/:n/restore',
  operation: 'restoreSettingsRevision',
  summary: 'Restore the settings of a revision, as a new revision',
  tag: 'Organization',
  params: RevisionParams,
  query: GateQuery,
  reply: { 200: Settings },
});
