import { chanceIn, sentenceClasses } from '../../../../platform/text/learned/sentences.logic.ts';
import { readWeights } from '../../../../platform/text/learned/softmax.logic.ts';
import { fold } from '../../../../platform/text/plain-words.logic.ts';
import trained from './absence.json' with { type: 'json' };

const shipped = readWeights(trained, sentenceClasses);
const longest = 200;

/** What a subject begins with: an automatic reply states what it is, and then repeats the subject of our mail after a colon. */
export const beginningOf = (subject: string): string => subject.slice(0, longest).split(/[:：]/u, 1)[0]?.trim() ?? '';

/**
 * Whether a mail of this subject is an automatic reply, above all of somebody who is away. Learned from `absence/` (14 languages) by
 * server/bench/train-sentences.ts.
 */
export const isOfAbsence = (subject: string): boolean =>
  chanceIn(shipped, fold(beginningOf(subject))) >= trained.threshold;
