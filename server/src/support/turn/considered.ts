import type { Decision } from '@desk/contract/decisions';
import type { Tokens } from '../../platform/language-model/language-model.ts';
import type { Ruling } from '../../routing/index.ts';
import type { Matter } from './matter.actions.ts';

/** The result of considering a message: the known facts, the decision with its reasons, and the words. Not carried out yet. */
export interface Considered extends Matter {
  /** What was decided and why: plain JSON, recorded. */
  readonly ruling: Ruling;
  /** The tags of the message, then those that the rules add. */
  readonly tagIds: readonly string[];
  /** The words to the customer, in Markdown; null if there is no message. */
  readonly words: string | null;
  /** The language model's tokens, to be counted; null if the model was not called. */
  readonly tokens: Tokens | null;
  /** The calls to account systems on which the decision is based. */
  readonly callIds: readonly string[];
  /** The complete record, for people. */
  readonly decision: Decision;
}

/** The columns of a decision's row. */
export const recordedOf = ({ known, decision, ruling }: Considered) => ({
  message_ids: [...known.message.ids],
  outcome: decision.outcome,
  reason: decision.reason,
  record: JSON.stringify(decision),
  known: JSON.stringify(known),
  decided: JSON.stringify(ruling),
  hash: decision.hash,
});
