import type { Role } from '@desk/contract/access';
import type { FastifyRequest } from 'fastify';
import type { Desk } from '../../platform/desk.ts';
import { malformed, personRequired, roleRequired, scopeMismatch, unauthenticated } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import type { Access } from '../../platform/server/handler.ts';
import { languageOf } from '../../platform/words/say.ts';
import { authenticateKey, recordKeyUse, workspaceOfKey, type KeyHolder } from './api-key-admission.ts';
import type { Acting, Origin } from '../audit/audit.actions.ts';
import {
  chooseScope,
  mayActAs,
  readScopeHeader,
  type RequestedScope,
  type ScopeChoice,
  type SelectedTenant,
} from './scope.logic.ts';
import { findAccess } from './sessions.store.ts';
import { claimsToBe, tokenHash } from './tokens.ts';

/** A caller inside one organization. Every action takes a scope and filters its rows by it. */
export interface Scope extends Readonly<SelectedTenant>, Acting {
  /** Null if an API key calls: a key is no person. */
  userId: string | null;
}

/** A signed-in person. `scope` is null if they belong to no organization, or to several and name none. */
export interface Person {
  userId: string;
  name: string;
  sessionId: string;
  origin: Origin;
  scope: Scope | null;
}

export const anyone: Access<null> = { name: 'anyone', admit: async () => null };

/** Open to everybody, but a token that is sent must be valid. */
export const visitor: Access<Person | null> = {
  name: 'anyone',
  admit: async (desk, request) => (request.headers.authorization === undefined ? null : person.admit(desk, request)),
};

export const person: Access<Person> = {
  name: 'person',
  async admit(desk, request) {
    const identified = await identify(desk, request);
    if (identified.kind === 'key') throw personRequired();
    const { caller, choice } = identified;
    if (choice.kind === 'mismatch') throw scopeMismatch();
    const origin = originOf(request);
    const scope = choice.kind === 'chosen' ? scopeOf(caller, choice.selection, origin) : null;
    return { ...caller, origin, scope };
  },
  identify: ({ userId, scope }) => ({
    caller: `user:${userId}`,
    organizationId: scope?.organizationId ?? null,
  }),
};

/** Anyone who belongs to the organization and workspace that the request names; else 401, 400 or 403. Roles include the lower ones. */
export const member = inOrganization('member', 'member');
export const workspaceAdmin = inOrganization('workspace_admin', 'workspace_admin');
export const organizationAdmin = inOrganization('org_admin', 'org_admin');

function inOrganization(name: Access<Scope>['name'], required: Role): Access<Scope> {
  return {
    name,
    async admit(desk, request) {
      const identified = await identify(desk, request);
      const scope =
        identified.kind === 'key'
          ? identified.scope
          : scopeOf(identified.caller, decided(identified.choice), originOf(request));
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

type Identified = { kind: 'person'; caller: Caller; choice: ScopeChoice } | { kind: 'key'; scope: Scope };

// As in docs/promises.md, order of checks: authenticate (401), check that the headers are ids (400) and the caller's own (403).
async function identify(desk: Desk, request: FastifyRequest): Promise<Identified> {
  const token = bearerToken(request);
  if (token === null) throw unauthenticated('token_missing');
  if (claimsToBe('api_key', token)) {
    const key = await authenticateKey(desk, token);
    return { kind: 'key', scope: await scopeOfKey(desk, key, requestedScope(request), originOf(request)) };
  }
  const { memberships, ...caller } = await authenticate(desk, token, request);
  return { kind: 'person', caller, choice: chooseScope(memberships, requestedScope(request)) };
}

async function authenticate(desk: Desk, token: string, request: FastifyRequest) {
  const hash = tokenHash(desk.config, 'access', token);
  // A malformed header is refused below, after the token: it names no workspace.
  const workspaceId = readScopeHeader(request.headers['x-workspace-id']) ?? null;
  const access = hash && (await findAccess(desk.db.kysely, hash, workspaceId));
  if (!access || access.revokedAt) throw unauthenticated('token_invalid');
  if (access.expiresAt <= desk.clock.now()) throw unauthenticated('token_expired');
  const { userId, sessionId, name, memberships } = access;
  return { userId, sessionId, name, memberships };
}

async function scopeOfKey(desk: Desk, key: KeyHolder, requested: RequestedScope, origin: Origin): Promise<Scope> {
  const { id, name, role, organizationId } = key;
  const workspaceId = await workspaceOfKey(desk, key, requested);
  if (workspaceId === null) throw scopeMismatch();
  recordKeyUse(desk, key);
  const actor = { type: 'api_key' as const, id, name };
  return { organizationId, workspaceId, memberId: null, role, userId: null, actor, origin };
}

const requestedScope = (request: FastifyRequest): RequestedScope => ({
  organizationId: requestedId(request, 'x-organization-id'),
  workspaceId: requestedId(request, 'x-workspace-id'),
});

/** The bearer token of the request; null if there is none. */
export function bearerToken(request: FastifyRequest): string | null {
  // Node keeps the first of two such headers; a proxy in front may have checked the second.
  const sent = request.raw.rawHeaders.filter(
    (text, index) => index % 2 === 0 && text.toLowerCase() === 'authorization',
  );
  if (sent.length > 1) throw unauthenticated('token_invalid');
  const header = (request.headers.authorization ?? '').trim();
  return /^Bearer +(.+)$/i.exec(header)?.[1] ?? null;
}

function requestedId(request: FastifyRequest, header: 'x-organization-id' | 'x-workspace-id'): string | null {
  const id = readScopeHeader(request.headers[header]);
  if (id !== undefined) return id;
  throw malformed(sentence`A scope header must contain exactly one id.`, 'malformed_request', [
    { path: `header.${header}`, message: sentence`must be one UUID` },
  ]);
}

function decided(choice: ScopeChoice): SelectedTenant {
  switch (choice.kind) {
    case 'chosen':
      return choice.selection;
    case 'undecided':
      throw malformed(
        sentence`You belong to several organizations: name one in X-Organization-ID.`,
        'organization_required',
        [{ path: 'header.x-organization-id', message: sentence`is needed` }],
      );
    case 'mismatch':
    case 'homeless':
      throw scopeMismatch();
  }
}

const scopeOf = (caller: Caller, selection: SelectedTenant, origin: Origin): Scope => ({
  ...selection,
  userId: caller.userId,
  actor: { type: 'user', id: caller.userId, name: caller.name },
  origin,
});

export const originOf = (request: FastifyRequest): Origin => ({
  ip: request.ip,
  requestId: request.id,
  client: request.headers['user-agent']?.slice(0, 300) ?? null,
  language: languageOf(request.raw),
});
