import type { UpdateSettings } from '@desk/contract/settings';
import type { JSONColumnType } from 'kysely';

declare module '../platform/database/database.ts' {
  interface Tables {
    organization_settings: OrganizationSettingsTable;
    retention_run: RetentionRunTable;
  }
}

interface OrganizationSettingsTable {
  organization_id: string;
  doc: JSONColumnType<UpdateSettings>;
  version: number;
}

interface RetentionRunTable {
  organization_id: string;
  /** `2026-03-02`. */
  ran_on: string;
}
