import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { chanceIn, sentenceClasses } from '../../platform/text/learned/sentences.logic.ts';
import { readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { normalize } from './text.logic.ts';
import trained from './learned/unhelped.json' with { type: 'json' };

/** A reply says within its first sentences that the one before did not help; the rest may be a long log. */
const mostSentences = 12;
const mostLetters = 300;
const shipped = readWeights(trained, sentenceClasses);

/**
 * Whether a customer's reply says that our last one did not help: it missed the question, was known already, or changed nothing.
 * Learned from `learned/replies/` by server/bench/train-sentences.ts. Meaningful only after a reply of ours.
 */
export const saysUnhelped = (text: string): boolean =>
  sentencesOf(text)
    .slice(0, mostSentences)
    .some((sentence) => sentence.length <= mostLetters && chanceIn(shipped, normalize(sentence)) >= trained.threshold);
