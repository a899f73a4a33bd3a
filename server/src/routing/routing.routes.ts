import * as contract from '@desk/contract/routing';
import { listPolicyRevisions, restorePolicyRevision } from '@desk/contract/revisions';
import type { Overlay } from '@desk/contract/simulation';
import { member, workspaceAdmin, type Scope } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { created, route, type Route } from '../platform/server/route.ts';
import {
  addDestination,
  changeDestination,
  dropDestination,
  refuseToDropDestination,
  type UsersElsewhere,
} from './editing/destinations.actions.ts';
import {
  showDestination,
  showDestinations,
  showPolicy,
  showRule,
  showRules,
  showTag,
  showTags,
} from './editing/read-policy.actions.ts';
import { addRule, changeRule, dropRule, type RuleNeighbours } from './editing/rules.actions.ts';
import { restoreRevision, showRevisions } from './revisions/revisions.actions.ts';
import { addTag, changeTag, dropTag, refuseToDropTag } from './editing/tags.actions.ts';

/** What other domains know: who uses a destination besides the policy, and what rules may name. */
export interface Neighbours extends RuleNeighbours {
  usersElsewhere: UsersElsewhere;
  /** Throws 409 when what is to be saved would break the organization's suite. */
  passGate(
    desk: Desk,
    scope: Scope,
    proposal: { overlay: Overlay; policyRevision?: number; override: string | undefined },
  ): Promise<void>;
}

type Gate = Neighbours['passGate'];

/** Tags, destinations and rules, and the policy that they are together. */
export const routingRoutes = (desk: Desk, { usersElsewhere, passGate, ...neighbours }: Neighbours): Route[] => [
  ...tagRoutes(desk, passGate),
  ...destinationRoutes(desk, usersElsewhere, passGate),
  ...ruleRoutes(desk, neighbours, passGate),
  route(contract.readPolicy, member, ({ scope }) => showPolicy(desk, scope, neighbours.collectionsOf)),
  route(listPolicyRevisions, member, ({ scope, query }) => showRevisions(desk, scope, query)),
  route(restorePolicyRevision, workspaceAdmin, async ({ scope, params, query, expectedVersion }) => {
    await passGate(desk, scope, { overlay: {}, policyRevision: params.n, override: query.gate_override });
    const restoring = { revision: params.n, expectedRevision: expectedVersion, usersElsewhere, neighbours };
    await restoreRevision(desk, scope, restoring);
    return showPolicy(desk, scope, neighbours.collectionsOf);
  }),
];

const tagRoutes = (desk: Desk, passGate: Gate): Route[] => [
  route(contract.listTags, member, ({ scope, query }) => showTags(desk, scope, query)),
  route(contract.readTag, member, ({ scope, params }) => showTag(desk, scope, params.id)),
  route(contract.createTag, member, async ({ scope, body, query }) => {
    await passGate(desk, scope, { overlay: { tags: [body] }, override: query.gate_override });
    const tag = await addTag(desk, scope, body);
    return created(`/api/routing/tags/${tag.id}`, tag);
  }),
  route(contract.updateTag, workspaceAdmin, async ({ scope, params, body, query, expectedVersion }) => {
    const proposed = [{ id: params.id, ...body }];
    await passGate(desk, scope, { overlay: { tags: proposed }, override: query.gate_override });
    return changeTag(desk, scope, { id: params.id, expectedVersion, patch: body });
  }),
  route(contract.deleteTag, workspaceAdmin, async ({ scope, params, query, expectedVersion }) => {
    const proposed = [{ id: params.id, removed: true as const }];
    await refuseToDropTag(desk, scope, { id: params.id, expectedVersion });
    await passGate(desk, scope, { overlay: { tags: proposed }, override: query.gate_override });
    await dropTag(desk, scope, { id: params.id, expectedVersion });
    return undefined;
  }),
];

const destinationRoutes = (desk: Desk, usersElsewhere: UsersElsewhere, passGate: Gate): Route[] => [
  route(contract.listDestinations, member, ({ scope, query }) => showDestinations(desk, scope, query)),
  route(contract.readDestination, member, ({ scope, params }) => showDestination(desk, scope, params.id)),
  route(contract.createDestination, workspaceAdmin, async ({ scope, body, query }) => {
    await passGate(desk, scope, { overlay: { destinations: [body] }, override: query.gate_override });
    const destination = await addDestination(desk, scope, body);
    return created(`/api/routing/destinations/${destination.id}`, destination);
  }),
  route(contract.updateDestination, workspaceAdmin, async ({ scope, params, body, query, expectedVersion }) => {
    const proposed = [{ id: params.id, ...body }];
    await passGate(desk, scope, { overlay: { destinations: proposed }, override: query.gate_override });
    return changeDestination(desk, scope, { id: params.id, expectedVersion, patch: body });
  }),
  route(contract.deleteDestination, workspaceAdmin, async ({ scope, params, query, expectedVersion }) => {
    const proposed = [{ id: params.id, removed: true as const }];
    const dropping = { id: params.id, expectedVersion, usersElsewhere };
    await refuseToDropDestination(desk, scope, dropping);
    await passGate(desk, scope, { overlay: { destinations: proposed }, override: query.gate_override });
    await dropDestination(desk, scope, dropping);
    return undefined;
  }),
];

const ruleRoutes = (desk: Desk, neighbours: RuleNeighbours, passGate: Gate): Route[] => [
  route(contract.listRules, member, ({ scope, query }) =>
    showRules(desk, scope, { query, collectionsOf: neighbours.collectionsOf }),
  ),
  route(contract.readRule, member, ({ scope, params }) =>
    showRule(desk, scope, { id: params.id, collectionsOf: neighbours.collectionsOf }),
  ),
  route(contract.createRule, workspaceAdmin, async ({ scope, body, query }) => {
    await passGate(desk, scope, { overlay: { rules: [body] }, override: query.gate_override });
    const rule = await addRule(desk, scope, { input: body, neighbours });
    return created(`/api/routing/rules/${rule.id}`, rule);
  }),
  route(contract.updateRule, workspaceAdmin, async ({ scope, params, body, query, expectedVersion }) => {
    const proposed = [{ id: params.id, ...body }];
    await passGate(desk, scope, { overlay: { rules: proposed }, override: query.gate_override });
    return changeRule(desk, scope, { id: params.id, expectedVersion, patch: body, neighbours });
  }),
  route(contract.deleteRule, workspaceAdmin, async ({ scope, params, query, expectedVersion }) => {
    const proposed = [{ id: params.id, removed: true as const }];
    await passGate(desk, scope, { overlay: { rules: proposed }, override: query.gate_override });
    await dropRule(desk, scope, { id: params.id, expectedVersion });
    return undefined;
  }),
];
