import type { SchemaChange, SchemaOperation, Severity } from '@desk/contract/connectors';
import type { ColumnType } from 'kysely';

/** Written as text, read as what it is. */
type Json<T> = ColumnType<T, string, string>;

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

declare module '../../platform/database/database.ts' {
  interface Tables {
    connector_snapshot: ConnectorSnapshotTable;
  }
}
