import { roles, type Role } from '@desk/contract/access';

/** A membership, with the facts about its organization's workspaces that `chooseScope` needs. */
export interface HeldMembership {
  id: string;
  organizationId: string;
  /** Null for organization admins: they belong to every workspace. */
  workspaceId: string | null;
  role: Role;
  defaultWorkspaceId: string;
  /** Whether the workspace that the request names belongs to this organization. */
  ownsRequestedWorkspace: boolean;
}

export interface RequestedScope {
  organizationId: string | null;
  workspaceId: string | null;
}

/** Where a request acts. Without X-Workspace-ID an organization admin acts in the default workspace. */
export interface SelectedTenant {
  organizationId: string;
  workspaceId: string;
  /** Null for an API key: it is not a member. */
  memberId: string | null;
  role: Role;
}

export type ScopeChoice =
  | { kind: 'chosen'; selection: SelectedTenant }
  /** The id is unknown or belongs to another tenant: one answer for both. */
  | { kind: 'mismatch' }
  /** The caller belongs to several organizations and names none. */
  | { kind: 'undecided' }
  | { kind: 'homeless' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Null if absent, undefined if it is not one id. A repeated header is not: Node joins the values with commas. */
export function readScopeHeader(value: string | string[] | undefined): string | null | undefined {
  if (value === undefined) return null;
  return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined;
}

/**
 * Headers only select among the caller's memberships (docs/promises.md, scope). `memberships` are sorted oldest first. A
 * workspace alone also selects its organization.
 */
export function chooseScope(memberships: HeldMembership[], requested: RequestedScope): ScopeChoice {
  const eligible = memberships.filter((held) => fits(held, requested));
  const [first] = eligible;
  if (!first) return requested.organizationId || requested.workspaceId ? { kind: 'mismatch' } : { kind: 'homeless' };
  if (eligible.some((held) => held.organizationId !== first.organizationId)) return { kind: 'undecided' };
  const held = prefer(eligible) ?? first;
  const workspaceId = requested.workspaceId ?? held.workspaceId ?? held.defaultWorkspaceId;
  return {
    kind: 'chosen',
    selection: { organizationId: held.organizationId, workspaceId, memberId: held.id, role: held.role },
  };
}

export const mayActAs = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);

function fits(held: HeldMembership, { organizationId, workspaceId }: RequestedScope): boolean {
  if (organizationId !== null && held.organizationId !== organizationId) return false;
  if (workspaceId === null) return true;
  return held.workspaceId === null ? held.ownsRequestedWorkspace : held.workspaceId === workspaceId;
}

// All memberships are in one organization. Prefer the admin's, then the default workspace's; otherwise the oldest one counts.
const prefer = (eligible: HeldMembership[]) =>
  eligible.find((held) => held.role === 'org_admin') ??
  eligible.find((held) => held.workspaceId === held.defaultWorkspaceId);
