import { chanceIn, sentenceClasses, stretchesOf } from '../../platform/text/learned/sentences.logic.ts';
import { readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { confirmsOnly } from './closing.logic.ts';
import trained from './learned/attachments.json' with { type: 'json' };
import { clausesIn } from './learned/kinds.logic.ts';
import { normalize, wordsIn } from './text.logic.ts';

const shipped = readWeights(trained, sentenceClasses);

/** Learned from `learned/attachments/` (seven languages) by server/bench/train-sentences.ts. */
function pointsAtAttachment(question: string): boolean {
  const text = normalize(question);
  const parts = new Set([...sentencesOf(text), ...clausesIn(text)].flatMap(stretchesOf));
  return [...parts].some((words) => chanceIn(shipped, words) >= trained.threshold);
}

/** Fewer words than this beside an attachment are hardly a question. */
const leastWordsOfQuestion = 4;

/** Whether the question refers to an attachment, which we cannot read, or contains hardly any words, or only thanks, beside it. */
export const needsAttachment = (question: string, attachments: readonly unknown[]): boolean =>
  attachments.length > 0 &&
  (wordsIn(question) < leastWordsOfQuestion || pointsAtAttachment(question) || confirmsOnly(question));
