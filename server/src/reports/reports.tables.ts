import type { Channel } from '@desk/contract/conversations';
import type { Generated } from 'kysely';

interface ReportFactTable {
  organization_id: string;
  id: Generated<number>;
  conversation_id: string;
  /** The conversation's inquiry. Null for a fact that may occur several times in one inquiry. */
  inquiry: number | null;
  channel: Channel;
  measure: string;
  key: string;
  amount: number;
  at: Date;
  folded: Generated<boolean>;
}

interface ReportHourTable {
  organization_id: string;
  hour: Date;
  channel: Channel;
  measure: string;
  key: string;
  amount: number;
}

declare module '../platform/database/database.ts' {
  interface Tables {
    report_fact: ReportFactTable;
    report_hour: ReportHourTable;
  }
}
