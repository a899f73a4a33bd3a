import type { Priority } from '@desk/contract/conversations';
import type { HumanOnly } from '@desk/contract/decisions';
import type { Signals } from './signals.logic.ts';
import { learnedHumanOnly } from './learned.ts';
import { personOnly } from './person-only.logic.ts';
import { confirmsOnly, greetingOnly } from './closing.logic.ts';
import { suspectsInjection } from './injection.logic.ts';
import { repeatsItself, type PastMessage } from './loop.logic.ts';
import { moodOf } from './mood.logic.ts';
import { asksForHuman } from './asks-for-human.logic.ts';

/** `history` is what was said before this message, oldest first. */
export function readSignals(text: string, { history }: { history: readonly PastMessage[] }): Signals {
  const humanOnlyWhy = personOnly(text) ?? learnedHumanOnly(text);
  return {
    asksForHuman: asksForHuman(text),
    humanOnly: humanOnlyWhy !== null,
    humanOnlyWhy,
    raisesPriorityTo: humanOnlyWhy && priorityFor[humanOnlyWhy],
    confirmsOnly: confirmsOnly(text),
    greetingOnly: greetingOnly(text),
    repeatedLoop: repeatsItself(text, history),
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
