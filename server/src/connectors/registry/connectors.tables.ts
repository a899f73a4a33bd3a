import type { Check, ConnectorAuth } from '@desk/contract/connectors';
import type { ColumnType, Generated } from 'kysely';

/** A JSON column: written as text, read as parsed. */
export type JsonText<T> = ColumnType<T, string, string>;

interface ConnectorTable {
  organization_id: string;
  id: string;
  name: string;
  base_url: string;
  auth: JsonText<ConnectorAuth>;
  openapi_url: string | null;
  openapi_uploaded_at: Date | null;
  timeout_ms: number | null;
  requests_per_minute: number;
  enabled: boolean;
  status: 'draft' | 'active' | 'degraded' | 'needs_reauth' | 'drifted';
  status_detail: string | null;
  credentials_sealed: string | null;
  credentials_fingerprint: string | null;
  credentials_updated_at: Date | null;
  previous_sealed: string | null;
  previous_fingerprint: string | null;
  grace_until: Date | null;
  rotation: Generated<'none' | 'grace' | 'completed' | 'fell_back'>;
  rotation_mode: 'staged' | 'immediate' | null;
  rotated_at: Date | null;
  token_sealed: string | null;
  token_of: string | null;
  token_expires_at: Date | null;
  fetching_until: Date | null;
  checking_until: Date | null;
  last_validation: JsonText<{ ok: boolean; checks: Check[]; validated_at: string }> | null;
  snapshot_due: Date | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    connector: ConnectorTable;
  }
}
