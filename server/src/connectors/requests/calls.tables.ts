import type { ConnectorCall } from '@desk/contract/connectors';
import type { ColumnType } from 'kysely';

/** Written as text, read as what it is. */
type Json<T> = ColumnType<T, string, string>;

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
  /** Of an action: where it was done, by whom, and the approval, which counts once. */
  conversation_id: string | null;
  approved_by: Json<{ id: string; name: string }> | null;
  approval: string | null;
  at: Date;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    connector_call: ConnectorCallTable;
  }
}
