import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { DatabaseTime } from './knowledge.tables.ts';

interface DriveGrantTable {
  organization_id: string;
  client_id: string | null;
  client_secret_sealed: string | null;
  access_token_sealed: string | null;
  refresh_token_sealed: string | null;
  token_expires_at: Date | null;
  refreshing_until: DatabaseTime;
  account_id: string | null;
  account_name: string | null;
  scopes: Generated<string[]>;
  needs_reauth: Generated<boolean>;
  last_error: string | null;
  connected_at: Date | null;
  /** When the drive last accepted or refused the grant. */
  grant_checked_at: Date | null;
  disconnected_at: Date | null;
  watch_due: DatabaseTime;
  watched_at: Date | null;
  updated_at: ColumnType<Date, RawBuilder<Date> | undefined, RawBuilder<Date>>;
}

interface DriveOauthStateTable {
  organization_id: string;
  hash: Buffer;
  user_id: string;
  verifier_sealed: string;
  expires_at: Date;
}

interface DriveAccountTable {
  account_id: string;
  organization_id: string;
}

interface DriveFileTable {
  organization_id: string;
  document_id: string;
  file_id: string;
  drive_id: Generated<string>;
  name: string;
  media_type: Generated<string>;
  checksum: string | null;
  head_revision: string | null;
  modified_time: string | null;
  postponed: Generated<number>;
  /** The bytes of the content for which there was no room; null if it was never read. */
  needed_bytes: number | null;
}

interface DriveFolderTable {
  organization_id: string;
  folder_id: string;
  drive_id: Generated<string>;
  name: string;
  collection_id: string;
  recursive: boolean;
  added_at: Date;
}

interface DriveFeedTable {
  organization_id: string;
  drive_id: string;
  page_token: string;
}

interface DriveRemovedTable {
  organization_id: string;
  file_id: string;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    drive_grant: DriveGrantTable;
    drive_oauth_state: DriveOauthStateTable;
    drive_account: DriveAccountTable;
    drive_file: DriveFileTable;
    drive_folder: DriveFolderTable;
    drive_feed: DriveFeedTable;
    drive_removed: DriveRemovedTable;
  }
}
