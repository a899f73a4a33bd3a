import type { ConversationRow } from '../../conversations/index.ts';
import type { Considered } from '../turn/decided.ts';

/** A decision on its way to becoming fact, under the conversation's lock. */
export interface Act {
  conversation: ConversationRow;
  considered: Considered;
  decisionId: string;
}
