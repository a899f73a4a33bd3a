import type { Role } from '@desk/contract/access';
import { errorCode } from '../../platform/database/database.ts';
import type { Desk } from '../../platform/desk.ts';
import { unauthenticated } from '../../platform/http/errors.ts';
import { inScope } from '../../platform/database/transaction.ts';
import { setKeyLastUsed, findKeyByHash } from './api-keys.store.ts';
import type { RequestedScope } from './scope.logic.ts';
import { tokenHash } from './tokens.ts';
import { findWorkspace } from './workspaces.store.ts';

/** A valid API key, and the one organization that it belongs to. */
export interface KeyHolder {
  id: string;
  name: string;
  role: Role;
  organizationId: string;
  defaultWorkspaceId: string;
  lastUsedAt: Date | null;
}

/** Throws 401: the reply is the same for a revoked key and for one that never existed. */
export async function authenticateKey(desk: Desk, token: string): Promise<KeyHolder> {
  const hash = tokenHash(desk.config, 'api_key', token);
  const key = hash && (await findKeyByHash(desk.db.kysely, hash));
  if (!key) throw unauthenticated('token_invalid');
  if (key.expires_at && key.expires_at <= desk.clock.now()) throw unauthenticated('token_expired');
  return {
    id: key.id,
    name: key.name,
    role: key.role,
    organizationId: key.organization_id,
    defaultWorkspaceId: key.default_workspace_id,
    lastUsedAt: key.last_used_at,
  };
}

/** The workspace in which the key acts; null if the headers name anything outside its organization. */
export async function workspaceOfKey(
  desk: Desk,
  key: KeyHolder,
  { organizationId, workspaceId }: RequestedScope,
): Promise<string | null> {
  if (organizationId !== null && organizationId !== key.organizationId) return null;
  if (workspaceId === null) return key.defaultWorkspaceId;
  const workspace = await inScope(desk.db, key, (tx) => findWorkspace(tx, key, workspaceId));
  return workspace?.id ?? null;
}

const useIsNewsAfterMilliseconds = 60_000;

/** Records the last use of a key, at most once a minute. The request does not wait for it, and losing one is harmless. */
export function recordKeyUse(desk: Desk, key: KeyHolder): void {
  const now = desk.clock.now();
  if (key.lastUsedAt && now.getTime() - key.lastUsedAt.getTime() < useIsNewsAfterMilliseconds) return;
  inScope(desk.db, key, (tx) => setKeyLastUsed(tx, key, { id: key.id, now })).catch((error: unknown) =>
    desk.log.warn({ code: errorCode(error) }, 'could not record the use of an API key'),
  );
}
