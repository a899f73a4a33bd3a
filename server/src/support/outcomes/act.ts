import type { ConversationRow } from '../../conversations/index.ts';
import type { Considered } from '../turn/decided.ts';
import type { Basis } from '../turn/known.actions.ts';

/** A decision on its way to becoming fact, under the conversation's lock. */
export interface Act {
  conversation: ConversationRow;
  basis: Basis;
  considered: Considered;
  decisionId: string;
}
