import type { Actor } from '@desk/contract/audit';
import type { Decision } from '@desk/contract/decisions';
import type { Assertion, CaseVerdict, Regression, RunStatus, RunSummary, RunVerdict } from '@desk/contract/runs';
import type { Overlay } from '@desk/contract/simulation';
import type { SuiteCase } from '@desk/contract/suite';
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from 'kysely';

type JsonOf<T> = JSONColumnType<object & T>;

interface SuiteRunTable {
  organization_id: string;
  id: string;
  status: RunStatus;
  verdict: RunVerdict | null;
  trigger: JsonOf<Actor>;
  suite_version: number;
  snapshot: JsonOf<Record<string, unknown>>;
  overlay: JsonOf<Overlay> | null;
  done: Generated<number>;
  total: number;
  counts: JsonOf<RunSummary['counts']>;
  score: number | null;
  baseline_run_id: string | null;
  covers_suite: boolean;
  awaits_baseline: Generated<boolean>;
  regressions: ColumnType<Regression[], string | undefined, string>;
  leased_until: ColumnType<Date | null, Date | null | undefined, RawBuilder<Date> | null>;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  version: Generated<number>;
}

interface SuiteResultTable {
  organization_id: string;
  run_id: string;
  position: number;
  case_id: string;
  rehearsed: JsonOf<SuiteCase>;
  verdict: CaseVerdict | null;
  score: number | null;
  assertions: ColumnType<Assertion[], string | undefined, string>;
  decision: JsonOf<Decision> | null;
  error: string | null;
  duration_ms: number | null;
}

declare module '../../platform/database/database.ts' {
  interface Tables {
    suite_run: SuiteRunTable;
    suite_result: SuiteResultTable;
  }
}
