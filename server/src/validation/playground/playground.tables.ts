import type { Actor } from '@desk/contract/audit';
import type { Priority } from '@desk/contract/conversations';
import type { Decision } from '@desk/contract/decisions';
import type { Overlay } from '@desk/contract/simulation';
import type { CaseContext } from '@desk/contract/suite';
import type { Generated, JSONColumnType } from 'kysely';

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

declare module '../../platform/database/database.ts' {
  interface Tables {
    playground_conversation: PlaygroundConversationTable;
    playground_message: PlaygroundMessageTable;
  }
}
