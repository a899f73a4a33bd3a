import type { Priority } from '@desk/contract/conversations';
import type { HumanOnly, Sentiment } from '@desk/contract/decisions';
import { humanOnly } from './human-only.logic.ts';
import { confirmsOnly, greetingOnly } from './closing.logic.ts';
import { isWordless } from './emoji.logic.ts';
import { suspectsInjection } from './injection.logic.ts';
import { repeatsItself, type PastMessage } from './loop.logic.ts';
import { moodOf } from './mood.logic.ts';
import { asksForHuman } from './asks-for-human.logic.ts';

/** Properties of a message besides its subject, recognised by rules before any search or lookup. */
export interface Signals {
  readonly asksForHuman: boolean;
  /** Only a person may handle it; `humanOnlyWhy` is the reason. */
  readonly humanOnly: boolean;
  readonly humanOnlyWhy: HumanOnly | null;
  /** The lowest priority that the conversation may have, by `humanOnlyWhy`; absent in records from before this member existed. */
  readonly raisesPriorityTo?: Priority | null;
  readonly confirmsOnly: boolean;
  readonly greetingOnly: boolean;
  readonly repeatedLoop: boolean;
  readonly frustrated: boolean;
  readonly sentiment: Sentiment;
  readonly injectionSuspected: boolean;
}

/** The signals of a message that has not been read yet. */
export const noSignals: Signals = {
  asksForHuman: false,
  humanOnly: false,
  humanOnlyWhy: null,
  raisesPriorityTo: null,
  confirmsOnly: false,
  greetingOnly: false,
  repeatedLoop: false,
  frustrated: false,
  sentiment: 'neutral',
  injectionSuspected: false,
};

interface Before {
  /** The earlier messages, oldest first. */
  history: readonly PastMessage[];
  /** The new part of the message, if it begins with an earlier question of the customer. */
  now?: string;
  /** The files of the message. */
  attachments?: readonly unknown[];
  subject?: string | null;
}

export function readSignals(text: string, { history, now = text, attachments = [], subject = null }: Before): Signals {
  const humanOnlyWhy = humanOnly(text);
  // If a first mail has no words, such as only a dash, its subject states the matter.
  const saidInSubject = history.length === 0 && subject !== null && isWordless(text);
  return {
    asksForHuman: asksForHuman(text),
    humanOnly: humanOnlyWhy !== null,
    humanOnlyWhy,
    raisesPriorityTo: humanOnlyWhy && priorityFor[humanOnlyWhy],
    // "Thanks", or only a signature, beside a photo is how people send what they were asked for.
    confirmsOnly: attachments.length === 0 && confirmsOnly(text),
    greetingOnly: greetingOnly(text) && !saidInSubject,
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
