import * as contract from '@desk/contract/routing';
import { listPolicyRevisions, restorePolicyRevision } from '@desk/contract/revisions';
import type { Overlay } from '@desk/contract/simulation';
import { member, workspaceAdmin, type Scope } from '../access/index.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { created, route, type Route } from '../platform/server/route.ts';
import {
  addDestination,
  changeDestination,
  dropDestination,
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
import type { PublishGate } from './editing/policy-edits.actions.ts';
import { addRule, changeRule, dropRule, type RuleNeighbours } from './editing/rules.actions.ts';
import { restoreRevision, showRevisions } from './revisions/revisions.actions.ts';
import { addTag, changeTag, dropTag } from './editing/tags.actions.ts';

/** What routing needs from other domains: users of a destination outside the policy, and the things that rules may name. */
export interface RoutingNeighbours extends RuleNeighbours {
  usersElsewhere: UsersElsewhere;
  /** Throws 409 if the change would break the organization's suite. */
  passGate<T>(desk: Desk, scope: Scope, proposal: PolicyProposal<T>): Promise<T>;
}

interface PolicyProposal<T> {
  overlay: Overlay;
  policyRevision?: number;
  override: string | undefined;
  change: (tx: Tx) => Promise<T>;
}

/** Builds the gate for a proposed change. `gate_override` is the reason to save it even if it breaks the suite. */
type Propose = (scope: Scope, overlay: Overlay, query: { gate_override?: string }) => PublishGate;

/** Routes of tags, destinations, rules and the whole policy. */
export function routingRoutes(desk: Desk, { usersElsewhere, passGate, ...neighbours }: RoutingNeighbours): Route[] {
  const gateOf: Propose =
    (scope, overlay, { gate_override: override }) =>
    (change) =>
      passGate(desk, scope, { overlay, override, change });
  return [
    ...tagRoutes(desk, gateOf),
    ...destinationRoutes(desk, usersElsewhere, gateOf),
    ...ruleRoutes(desk, neighbours, gateOf),
    route(contract.readPolicy, member, ({ scope }) => showPolicy(desk, scope, neighbours)),
    route(listPolicyRevisions, member, ({ scope, query }) => showRevisions(desk, scope, query)),
    route(restorePolicyRevision, workspaceAdmin, async ({ scope, params, query, expectedVersion }) => {
      const proposal = { overlay: {}, policyRevision: params.n, override: query.gate_override };
      const gate: PublishGate = (change) => passGate(desk, scope, { ...proposal, change });
      const restoring = { revision: params.n, expectedRevision: expectedVersion, usersElsewhere, neighbours };
      await restoreRevision(desk, scope, { ...restoring, gate });
      return showPolicy(desk, scope, neighbours);
    }),
  ];
}

const tagRoutes = (desk: Desk, gateOf: Propose): Route[] => [
  route(contract.listTags, member, ({ scope, query }) => showTags(desk, scope, query)),
  route(contract.readTag, member, ({ scope, params }) => showTag(desk, scope, params.id)),
  route(contract.createTag, member, async ({ scope, body, query }) => {
    const tag = await addTag(desk, scope, { input: body, gate: gateOf(scope, { tags: [body] }, query) });
    return created(`/api/routing/tags/${tag.id}`, tag);
  }),
  route(contract.updateTag, workspaceAdmin, ({ scope, params: { id }, body, query, expectedVersion }) => {
    const gate = gateOf(scope, { tags: [{ id, ...body }] }, query);
    return changeTag(desk, scope, { id, expectedVersion, gate, patch: body });
  }),
  route(contract.deleteTag, workspaceAdmin, async ({ scope, params: { id }, query, expectedVersion }) => {
    await dropTag(desk, scope, { id, expectedVersion, gate: gateOf(scope, { tags: [{ id, removed: true }] }, query) });
    return undefined;
  }),
];

const destinationRoutes = (desk: Desk, usersElsewhere: UsersElsewhere, gateOf: Propose): Route[] => [
  route(contract.listDestinations, member, ({ scope, query }) => showDestinations(desk, scope, query)),
  route(contract.readDestination, member, ({ scope, params }) => showDestination(desk, scope, params.id)),
  route(contract.createDestination, workspaceAdmin, async ({ scope, body, query }) => {
    const gate = gateOf(scope, { destinations: [body] }, query);
    const destination = await addDestination(desk, scope, { input: body, gate });
    return created(`/api/routing/destinations/${destination.id}`, destination);
  }),
  route(contract.updateDestination, workspaceAdmin, ({ scope, params: { id }, body, query, expectedVersion }) => {
    const gate = gateOf(scope, { destinations: [{ id, ...body }] }, query);
    return changeDestination(desk, scope, { id, expectedVersion, gate, patch: body });
  }),
  route(contract.deleteDestination, workspaceAdmin, async ({ scope, params: { id }, query, expectedVersion }) => {
    const gate = gateOf(scope, { destinations: [{ id, removed: true }] }, query);
    await dropDestination(desk, scope, { id, expectedVersion, gate, usersElsewhere });
    return undefined;
  }),
];

const ruleRoutes = (desk: Desk, neighbours: RuleNeighbours, gateOf: Propose): Route[] => [
  route(contract.listRules, member, ({ scope, query }) => showRules(desk, scope, { query, neighbours })),
  route(contract.readRule, member, ({ scope, params }) => showRule(desk, scope, { id: params.id, neighbours })),
  route(contract.createRule, workspaceAdmin, async ({ scope, body, query }) => {
    const rule = await addRule(desk, scope, {
      input: body,
      gate: gateOf(scope, { rules: [body] }, query),
      neighbours,
    });
    return created(`/api/routing/rules/${rule.id}`, rule);
  }),
  route(contract.updateRule, workspaceAdmin, ({ scope, params: { id }, body, query, expectedVersion }) => {
    const gate = gateOf(scope, { rules: [{ id, ...body }] }, query);
    return changeRule(desk, scope, { id, expectedVersion, gate, patch: body, neighbours });
  }),
  route(contract.deleteRule, workspaceAdmin, async ({ scope, params: { id }, query, expectedVersion }) => {
    const gate = gateOf(scope, { rules: [{ id, removed: true }] }, query);
    await dropRule(desk, scope, { id, expectedVersion, gate });
    return undefined;
  }),
];
