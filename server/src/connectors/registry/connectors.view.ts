import type { Connector, Rotation } from '@desk/contract/connectors';
import type { ConnectorRow } from './connectors.store.ts';

export const viewConnector = (row: ConnectorRow, now: Date): Connector => ({
  id: row.id,
  name: row.name,
  kind: 'http',
  base_url: row.base_url,
  auth: row.auth,
  credentials: viewCredentials(row),
  openapi_url: row.openapi_url,
  openapi_uploaded_at: row.openapi_uploaded_at?.toISOString() ?? null,
  timeout_ms: row.timeout_ms,
  requests_per_minute: row.requests_per_minute,
  enabled: row.enabled,
  status: row.enabled ? row.status : 'disabled',
  status_detail: row.status_detail,
  rotation: viewRotation(row, now),
  last_validation: row.last_validation,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  version: row.version,
});

export const viewCredentials = (row: ConnectorRow): Connector['credentials'] => ({
  configured: row.credentials_sealed !== null,
  fingerprint: row.credentials_sealed === null ? null : row.credentials_fingerprint,
  updated_at: row.credentials_updated_at?.toISOString() ?? null,
});

export function viewRotation(row: ConnectorRow, now: Date): Rotation {
  const over = row.rotation === 'grace' && (row.grace_until === null || row.grace_until <= now);
  return {
    state: over ? 'completed' : row.rotation,
    mode: row.rotation_mode,
    rotated_at: row.rotated_at?.toISOString() ?? null,
    grace_until: row.grace_until?.toISOString() ?? null,
    previous_fingerprint: over ? null : row.previous_fingerprint,
  };
}
