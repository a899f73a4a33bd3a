import type { ConversationRow } from '../../conversations/index.ts';
import type { Considered } from '../turn/considered.ts';

/** A decision that is being carried out, under the conversation's lock. */
export interface Act {
  conversation: ConversationRow;
  considered: Considered;
  decisionId: string;
}
