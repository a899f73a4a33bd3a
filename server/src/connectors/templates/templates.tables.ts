import type { Generated } from 'kysely';
import type { Definition } from './template.logic.ts';
import type { JsonText } from '../registry/connectors.tables.ts';

interface ConnectorTemplateTable {
  organization_id: string;
  id: string;
  connector_id: string;
  name: string;
  definition: JsonText<Definition>;
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
