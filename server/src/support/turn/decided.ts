import type { Decision } from '@desk/contract/decisions';
import type { Tokens } from '../../platform/language-model/language-model.ts';
import type { Ruling } from '../../routing/index.ts';
import type { Matter } from './known.actions.ts';

/** A message thought through: what is known, what was decided and why, and what is to be said. Nothing of it has happened. */
export interface Considered extends Matter {
  /** What was decided and why: plain JSON, recorded. */
  readonly ruling: Ruling;
  /** The tags of the message, then those that the rules add. */
  readonly tagIds: readonly string[];
  /** The words to the customer, in Markdown; null when nothing is said. */
  readonly words: string | null;
  /** Tokens of the language model that it took, to be counted; null: it was not asked. */
  readonly tokens: Tokens | null;
  /** The calls to account systems that it rests on. */
  readonly callIds: readonly string[];
  /** The record of it all, for people. */
  readonly decision: Decision;
}

/** What the record of a decision holds of it. */
export const recordedOf = ({ known, decision, ruling }: Considered) => ({
  message_ids: [...known.message.ids],
  outcome: decision.outcome,
  reason: decision.reason,
  record: JSON.stringify(decision),
  known: JSON.stringify(known),
  decided: JSON.stringify(ruling),
  hash: decision.hash,
});
