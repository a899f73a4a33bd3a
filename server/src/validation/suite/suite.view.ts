import type { Suite } from '@desk/contract/suite';
import type { SuiteRow } from './suite.store.ts';

/** Before anybody has saved one: empty, version 0. */
export const viewSuite = (row: SuiteRow | undefined): Suite => ({
  version: row?.version ?? 0,
  name: row?.name ?? 'Suite',
  cases: row?.cases ?? [],
  updated_at: row?.saved_at.toISOString() ?? null,
});
