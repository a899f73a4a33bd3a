import type { LiveEvent, LiveEventType } from '@desk/contract/live';
import type { Generated, JSONColumnType } from 'kysely';

interface LiveEventTable {
  organization_id: string;
  in_transaction: Generated<number>;
  type: LiveEventType;
  subject: string;
  data: JSONColumnType<LiveEvent['data']>;
  at: Generated<Date>;
  position: number | null;
}

declare module '../platform/database/database.ts' {
  interface Tables {
    live_event: LiveEventTable;
  }
}
