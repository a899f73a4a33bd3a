import type { Role } from '@desk/contract/access';
import type { FastifyRequest } from 'fastify';
import type { Desk } from '../platform/desk.ts';
import { malformed, roleRequired, scopeMismatch, unauthenticated } from '../platform/errors.ts';
import type { Access } from '../platform/http.ts';
import { asUser, type OrganizationScope } from '../platform/transaction.ts';
import { listHeldMemberships } from './memberships.store.ts';
import { chooseScope, mayActAs, readScopeHeader, type Asked, type ScopeChoice, type Selection } from './scope.logic.ts';
import { findAccess } from './sessions.store.ts';
import { tokenHash } from './tokens.ts';

/** Who an action is recorded under. */
export interface Actor {
  type: 'user';
  id: string;
  name: string;
}

/** A caller inside one organization: what every action of the desk is given, and what its rows are filtered by. */
export interface Scope extends Readonly<Selection>, OrganizationScope {
  userId: string;
  actor: Actor;
}

/** Somebody who is signed in; `scope` is null when they belong to no organization, or to several and named none. */
export interface Person {
  userId: string;
  sessionId: string;
  scope: Scope | null;
}

export const anyone: Access<null> = { name: 'anyone', admit: async () => null };

export const person: Access<Person> = {
  name: 'person',
  async admit(desk, request) {
    const { caller, choice } = await identify(desk, request);
    if (choice.kind === 'mismatch') throw scopeMismatch();
    const scope = choice.kind === 'chosen' ? scopeOf(caller, choice.selection) : null;
    return { userId: caller.userId, sessionId: caller.sessionId, scope };
  },
  identify: ({ userId, scope }) => ({
    caller: `user:${userId}`,
    organizationId: scope?.organizationId ?? null,
  }),
};

export const member = inOrganization('member', 'member');
export const workspaceAdmin = inOrganization('workspace_admin', 'workspace_admin');
export const organizationAdmin = inOrganization('org_admin', 'org_admin');

function inOrganization(name: Access<Scope>['name'], required: Role): Access<Scope> {
  return {
    name,
    async admit(desk, request) {
      const { caller, choice } = await identify(desk, request);
      const scope = scopeOf(caller, decided(choice));
      if (!mayActAs(scope.role, required)) throw roleRequired(required);
      return scope;
    },
    identify: ({ actor, organizationId }) => ({ caller: `${actor.type}:${actor.id}`, organizationId }),
  };
}

interface Caller {
  userId: string;
  sessionId: string;
  name: string;
}

// The order of reliability.md §4.1: who is it (401), are the headers ids (400), are they the caller's own (403).
async function identify(desk: Desk, request: FastifyRequest): Promise<{ caller: Caller; choice: ScopeChoice }> {
  const caller = await authenticate(desk, request);
  const asked: Asked = {
    organizationId: askedId(request, 'x-organization-id'),
    workspaceId: askedId(request, 'x-workspace-id'),
  };
  const memberships = await asUser(desk.db, caller.userId, (tx) =>
    listHeldMemberships(tx, caller.userId, asked.workspaceId),
  );
  return { caller, choice: chooseScope(memberships, asked) };
}

async function authenticate(desk: Desk, request: FastifyRequest): Promise<Caller> {
  const token = bearerToken(request);
  if (token === null) throw unauthenticated('token_missing');
  const hash = tokenHash(desk.config, 'access', token);
  const access = hash && (await findAccess(desk.db.kysely, hash));
  if (!access || access.revoked_at) throw unauthenticated('token_invalid');
  if (access.expires_at <= desk.clock.now()) throw unauthenticated('token_expired');
  return { userId: access.user_id, sessionId: access.session_id, name: access.name };
}

function bearerToken(request: FastifyRequest): string | null {
  // Node keeps the first of two such headers; a proxy in front may have looked at the second.
  const sent = request.raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization',
  );
  if (sent.length > 1) throw unauthenticated('token_invalid');
  const header = (request.headers.authorization ?? '').trim();
  return /^Bearer +(.+)$/i.exec(header)?.[1] ?? null;
}

function askedId(request: FastifyRequest, header: 'x-organization-id' | 'x-workspace-id'): string | null {
  const id = readScopeHeader(request.headers[header]);
  if (id !== undefined) return id;
  throw malformed('A scope header must hold one id.', 'malformed_request', [
    { path: `header.${header}`, message: 'must be one UUID' },
  ]);
}

function decided(choice: ScopeChoice): Selection {
  switch (choice.kind) {
    case 'chosen':
      return choice.selection;
    case 'undecided':
      throw malformed('You belong to several organizations: name one in X-Organization-ID.', 'organization_required', [
        { path: 'header.x-organization-id', message: 'is needed' },
      ]);
    case 'mismatch':
    case 'homeless':
      throw scopeMismatch();
  }
}

const scopeOf = (caller: Caller, selection: Selection): Scope => ({
  ...selection,
  userId: caller.userId,
  actor: { type: 'user', id: caller.userId, name: caller.name },
});
