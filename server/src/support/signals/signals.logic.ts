import type { Priority } from '@desk/contract/conversations';
import type { HumanOnly, Sentiment } from '@desk/contract/decisions';

/** What a message is besides its subject. Recognised by rule, before anything is looked up. */
export interface Signals {
  readonly asksForHuman: boolean;
  /** Only a person may handle it; `humanOnlyWhy` says why. */
  readonly humanOnly: boolean;
  readonly humanOnlyWhy: HumanOnly | null;
  /** At least this pressing, for why only a person may handle it; absent in records from before it was looked at. */
  readonly raisesPriorityTo?: Priority | null;
  readonly confirmsOnly: boolean;
  readonly greetingOnly: boolean;
  readonly repeatedLoop: boolean;
  readonly frustrated: boolean;
  readonly sentiment: Sentiment;
  readonly injectionSuspected: boolean;
}
