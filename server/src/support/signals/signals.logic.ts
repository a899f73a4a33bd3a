import type { Priority } from '@desk/contract/conversations';
import type { HumanOnly, Sentiment } from '@desk/contract/decisions';
import { learnedHumanOnly } from './learned.logic.ts';
import { personOnly } from './person-only.logic.ts';
import { confirmsOnly, greetingOnly } from './closing.logic.ts';
import { suspectsInjection } from './injection.logic.ts';
import { repeatsItself, type PastMessage } from './loop.logic.ts';
import { moodOf } from './mood.logic.ts';
import { asksForHuman } from './asks-for-human.logic.ts';

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

interface Before {
  /** What was said before this message, oldest first. */
  history: readonly PastMessage[];
  /** What is new in it, where it begins with a question of theirs that was asked before. */
  now?: string;
}

export function readSignals(text: string, { history, now = text }: Before): Signals {
  const humanOnlyWhy = personOnly(text) ?? learnedHumanOnly(text);
  return {
    asksForHuman: asksForHuman(text),
    humanOnly: humanOnlyWhy !== null,
    humanOnlyWhy,
    raisesPriorityTo: humanOnlyWhy && priorityFor[humanOnlyWhy],
    confirmsOnly: confirmsOnly(text),
    greetingOnly: greetingOnly(text),
    repeatedLoop: repeatsItself(now, history),
    ...moodOf(text),
    injectionSuspected: suspectsInjection(text),
  };
}

const priorityFor: Readonly<Record<HumanOnly, Priority | null>> = {
  safety: 'urgent',
  fraud: 'urgent',
  bereavement: 'high',
  legal: 'high',
  wrong_charge: 'high',
  own_case: null,
  act_for_customer: null,
};
