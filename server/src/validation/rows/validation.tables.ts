import type { Actor } from '@desk/contract/audit';
import type { Priority } from '@desk/contract/conversations';
import type { Decision } from '@desk/contract/decisions';
import type { Assertion, CaseVerdict, Regression, RunStatus, RunSummary, RunVerdict } from '@desk/contract/runs';
import type { Overlay } from '@desk/contract/simulation';
import type { CaseContext, SuiteCase } from '@desk/contract/suite';
import type { ColumnType, Generated, JSONColumnType, RawBuilder } from 'kysely';

type JsonOf<T> = JSONColumnType<object & T>;

interface PlaygroundConversationTable {
  organization_id: string;
  id: string;
  title: string;
  context: JsonOf<CaseContext>;
  overlay: JsonOf<Overlay> | null;
  archived: Generated<boolean>;
  from_conversation_id: string | null;
  message_count: Generated<number>;
  created_by: JsonOf<Actor>;
  created_at: Date;
  updated_at: Date;
  version: Generated<number>;
}

interface PlaygroundMessageTable {
  organization_id: string;
  id: string;
  conversation_id: string;
  seq: number;
  kind: 'customer' | 'ai';
  text: string;
  decision: JsonOf<Decision> | null;
  from_history: boolean;
  asks_back: Generated<boolean>;
  /** A customer message whose sender is not proven to be the customer. */
  unproven: Generated<boolean>;
  /** The priority of the conversation after the decision of this row. Null without one, and in older rows. */
  priority: Priority | null;
  created_at: Date;
}

interface SuiteTable {
  organization_id: string;
  version: number;
  name: string;
  cases: ColumnType<SuiteCase[], string, string>;
  saved_at: Date;
  saved_by: JsonOf<Actor>;
}

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
    playground_conversation: PlaygroundConversationTable;
    playground_message: PlaygroundMessageTable;
    suite: SuiteTable;
    suite_version: SuiteTable;
    suite_run: SuiteRunTable;
    suite_result: SuiteResultTable;
  }
}
