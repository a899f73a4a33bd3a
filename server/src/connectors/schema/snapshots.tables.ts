import type { SchemaChange, SchemaOperation, Severity } from '@desk/contract/connectors';
import type { JsonText } from '../registry/connectors.tables.ts';

interface ConnectorSnapshotTable {
  organization_id: string;
  connector_id: string;
  number: number;
  hash: string;
  source: 'openapi' | 'responses';
  operations: JsonText<SchemaOperation[]>;
  servers: JsonText<string[]>;
  drift: JsonText<{ severity: Severity | null; changes: SchemaChange[] }>;
  taken_at: Date;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    connector_snapshot: ConnectorSnapshotTable;
  }
}
