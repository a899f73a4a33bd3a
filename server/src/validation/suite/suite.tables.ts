import type { Actor } from '@desk/contract/audit';
import type { SuiteCase } from '@desk/contract/suite';
import type { ColumnType, JSONColumnType } from 'kysely';

type JsonOf<T> = JSONColumnType<object & T>;

interface SuiteTable {
  organization_id: string;
  version: number;
  name: string;
  cases: ColumnType<SuiteCase[], string, string>;
  saved_at: Date;
  saved_by: JsonOf<Actor>;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    suite: SuiteTable;
    suite_version: SuiteTable;
  }
}
