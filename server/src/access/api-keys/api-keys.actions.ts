import type { ApiKey, CreateApiKey, NewApiKey } from '@desk/contract/api-keys';
import type { Desk } from '../../platform/desk.ts';
import { invalid, notFound } from '../../platform/http/errors.ts';
import { sentence } from '../../platform/words/sentence.logic.ts';
import { newId } from '../../platform/process/ids.ts';
import { idAfter, pageOf, type PageQuery } from '../../platform/http/page.ts';
import { inScope, type OrganizationScope } from '../../platform/database/transaction.ts';
import { deleteKey, findKey, insertKey, pageOfKeys, type ApiKeyRow } from '../admission/api-keys.store.ts';
import { record, type Acting } from '../audit/audit.actions.ts';
import { freshToken, visiblePrefix } from '../admission/tokens.ts';

export async function listKeys(desk: Desk, scope: OrganizationScope, { limit, cursor }: PageQuery) {
  const after = idAfter(cursor);
  const found = await inScope(desk.db, scope, (tx) => pageOfKeys(tx, scope, { after, limit }));
  const { rows, next_cursor } = pageOf(found, limit, (row) => [row.id]);
  return { items: rows.map(viewApiKey), next_cursor };
}

export const showKey = (desk: Desk, scope: OrganizationScope, id: string): Promise<ApiKey> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await findKey(tx, scope, id);
    if (!row) throw notFound();
    return viewApiKey(row);
  });

/** Only this reply contains the key. Throws 422 for an expiry in the past. */
export async function createKey(desk: Desk, scope: Acting, input: CreateApiKey): Promise<NewApiKey> {
  const now = desk.clock.now();
  const expiresAt = input.expires_at ? new Date(input.expires_at) : null;
  if (expiresAt && expiresAt <= now) throw invalid('/expires_at', sentence`must be in the future`);
  const { token, hash } = freshToken(desk.config, 'api_key');
  const secret = { hash, prefix: visiblePrefix(token) };
  const key = { id: newId(), name: input.name.trim(), role: input.role, ...secret, createdBy: scope.actor };
  return inScope(desk.db, scope, async (tx) => {
    const row = await insertKey(tx, scope, { ...key, now, expiresAt });
    const changes = { role: { to: row.role }, expires_at: { to: expiresAt?.toISOString() ?? null } };
    record(desk, tx, scope, { action: 'api_key.created', subject: subjectOf(row), changes });
    return { ...viewApiKey(row), key: token };
  });
}

export const revokeKey = (desk: Desk, scope: Acting, id: string): Promise<void> =>
  inScope(desk.db, scope, async (tx) => {
    const row = await deleteKey(tx, scope, id);
    if (!row) throw notFound();
    record(desk, tx, scope, { action: 'api_key.revoked', subject: subjectOf(row) });
  });

const subjectOf = ({ id, name }: ApiKeyRow) => ({ type: 'api_key', id, name });

const viewApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role,
  prefix: row.prefix,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
