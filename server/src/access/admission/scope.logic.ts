import { roles, type Role } from '@desk/contract/access';

/** A membership with what the choice of a scope needs to know about its organization's workspaces. */
export interface HeldMembership {
  id: string;
  organizationId: string;
  /** Null for organization admins: they belong to every workspace. */
  workspaceId: string | null;
  role: Role;
  defaultWorkspaceId: string;
  /** Whether the workspace that the request names is one of this organization's. */
  ownsAskedWorkspace: boolean;
}

export interface RequestedScope {
  organizationId: string | null;
  workspaceId: string | null;
}

/** What a request acts in. Without X-Workspace-ID an organization admin acts in the default workspace. */
export interface SelectedTenant {
  organizationId: string;
  workspaceId: string;
  /** Null for an API key, which is no member. */
  memberId: string | null;
  role: Role;
}

export type ScopeChoice =
  | { kind: 'chosen'; selection: SelectedTenant }
  /** Unknown or somebody else's: one answer for both. */
  | { kind: 'mismatch' }
  /** Several organizations, none named. */
  | { kind: 'undecided' }
  | { kind: 'homeless' };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Null when absent, undefined when not one id: Node joins a repeated header with commas, so that is caught as well. */
export function readScopeHeader(value: string | string[] | undefined): string | null | undefined {
  if (value === undefined) return null;
  return typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : undefined;
}

/**
 * Headers only select among the caller's memberships (docs/promises.md, scope). `memberships` come oldest first; a workspace
 * alone names its organization too.
 */
export function chooseScope(memberships: HeldMembership[], asked: RequestedScope): ScopeChoice {
  const eligible = memberships.filter((held) => fits(held, asked));
  const [first] = eligible;
  if (!first) return asked.organizationId || asked.workspaceId ? { kind: 'mismatch' } : { kind: 'homeless' };
  if (eligible.some((held) => held.organizationId !== first.organizationId)) return { kind: 'undecided' };
  const held = prefer(eligible) ?? first;
  const workspaceId = asked.workspaceId ?? held.workspaceId ?? held.defaultWorkspaceId;
  return {
    kind: 'chosen',
    selection: { organizationId: held.organizationId, workspaceId, memberId: held.id, role: held.role },
  };
}

export const mayActAs = (role: Role, required: Role): boolean => roles.indexOf(role) >= roles.indexOf(required);

function fits(held: HeldMembership, { organizationId, workspaceId }: RequestedScope): boolean {
  if (organizationId !== null && held.organizationId !== organizationId) return false;
  if (workspaceId === null) return true;
  return held.workspaceId === null ? held.ownsAskedWorkspace : held.workspaceId === workspaceId;
}

// All are of one organization: its admin before the default workspace before whatever is oldest.
const prefer = (eligible: HeldMembership[]) =>
  eligible.find((held) => held.role === 'org_admin') ??
  eligible.find((held) => held.workspaceId === held.defaultWorkspaceId);
