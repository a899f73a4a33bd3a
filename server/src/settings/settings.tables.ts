import type { UpdateSettings } from '@desk/contract/settings';
import type { JSONColumnType } from 'kysely';

declare module '../platform/database/database.ts' {
  interface Tables {
    organization_settings: OrganizationSettingsTable;
    retention_run: RetentionRunTable;
    settings_snapshot: SettingsSnapshotTable;
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

interface SettingsSnapshotTable {
  organization_id: string;
  version: number;
  doc: JSONColumnType<UpdateSettings>;
  author_id: string | null;
  author_name: string | null;
  saved_at: Date;
}
