import type { ApiKey } from '@desk/contract/api-keys';
import type { ApiKeyRow } from '../admission/api-keys.store.ts';

export const viewApiKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role,
  prefix: row.prefix,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
});
