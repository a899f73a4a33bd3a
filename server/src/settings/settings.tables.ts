import type { UpdateSettings } from '@desk/contract/settings';
import type { JSONColumnType } from 'kysely';

declare module '../platform/database/database.ts' {
  interface Tables {
    organization_settings: OrganizationSettingsTable;
  }
}

interface OrganizationSettingsTable {
  organization_id: string;
  doc: JSONColumnType<UpdateSettings>;
  version: number;
}
