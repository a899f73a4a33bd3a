import type { ConnectorCall } from '@desk/contract/connector-calls';
import type { JsonText } from '../registry/connectors.tables.ts';

interface ConnectorCallTable {
  organization_id: string;
  id: string;
  connector_id: string;
  template_id: string | null;
  template_name: string | null;
  purpose: ConnectorCall['purpose'];
  method: string;
  path: string;
  arguments: JsonText<Record<string, string>>;
  status: number | null;
  latency_ms: number | null;
  error: ConnectorCall['error'];
  decision_id: string | null;
  /** Set for actions: the conversation, the person, and the approval, which can be used once. */
  conversation_id: string | null;
  approved_by: JsonText<{ id: string; name: string }> | null;
  approval: string | null;
  at: Date;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    connector_call: ConnectorCallTable;
  }
}
