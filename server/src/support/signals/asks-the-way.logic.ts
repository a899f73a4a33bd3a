import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import trained from './learned/asks-the-way.json' with { type: 'json' };
import { chanceIn, sentenceClasses } from '../../platform/text/learned/sentences.logic.ts';
import { readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { normalize } from './text.logic.ts';

const shipped = readWeights(trained, sentenceClasses);
/** A longer sentence is a pasted list or log. */
const mostLetters = 300;

/**
 * Whether the message asks how, or whether, something can be done, also without a question mark. "Can you cancel it?" is a request and
 * does not ask. Learned by server/bench/train-questions.ts.
 */
export const asksTheWay = (text: string): boolean =>
  sentencesOf(normalize(text)).some(
    (sentence) => sentence.length <= mostLetters && chanceIn(shipped, sentence) >= trained.threshold,
  );
