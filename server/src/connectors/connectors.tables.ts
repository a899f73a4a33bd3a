import type {
  Check,
  ConnectorAuth,
  ConnectorCall,
  SchemaChange,
  SchemaOperation,
  Severity,
} from '@desk/contract/connectors';
import type { ColumnType, Generated } from 'kysely';
import type { Definition } from './templates/template.logic.ts';

/** Written as text, read as what it is. */
type Json<T> = ColumnType<T, string, string>;

interface ConnectorTable {
  organization_id: string;
  id: string;
  name: string;
  base_url: string;
  auth: Json<ConnectorAuth>;
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
  last_validation: Json<{ ok: boolean; checks: Check[]; validated_at: string }> | null;
  snapshot_due: Date | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface ConnectorTemplateTable {
  organization_id: string;
  id: string;
  connector_id: string;
  name: string;
  definition: Json<Definition>;
  enabled: boolean;
  quarantine: string | null;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface ConnectorCallTable {
  organization_id: string;
  id: string;
  connector_id: string;
  template_id: string | null;
  template_name: string | null;
  purpose: ConnectorCall['purpose'];
  method: string;
  path: string;
  arguments: Json<Record<string, string>>;
  status: number | null;
  latency_ms: number | null;
  error: string | null;
  decision_id: string | null;
  at: Date;
}

interface ConnectorSnapshotTable {
  organization_id: string;
  connector_id: string;
  number: number;
  hash: string;
  source: 'openapi' | 'responses';
  operations: Json<SchemaOperation[]>;
  servers: Json<string[]>;
  drift: Json<{ severity: Severity | null; changes: SchemaChange[] }>;
  taken_at: Date;
}

declare module '../platform/database/database.ts' {
  interface Tables {
    connector: ConnectorTable;
    connector_template: ConnectorTemplateTable;
    connector_call: ConnectorCallTable;
    connector_snapshot: ConnectorSnapshotTable;
  }
}
