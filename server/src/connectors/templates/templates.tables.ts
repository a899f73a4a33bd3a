import type { ColumnType, Generated } from 'kysely';
import type { Definition } from './template.logic.ts';

/** Written as text, read as what it is. */
type Json<T> = ColumnType<T, string, string>;

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

declare module '../../platform/database/database.ts' {
  interface Tables {
    connector_template: ConnectorTemplateTable;
  }
}
