import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import trained from './learned/asks-for-human.json' with { type: 'json' };
import { chanceIn, sentenceClasses, stretchesOf } from '../../platform/text/learned/sentences.logic.ts';
import { readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { normalize } from './text.logic.ts';

const shipped = readWeights(trained, sentenceClasses);

/**
 * Whether the customer wants a person instead of the AI; a question about people's hours does not count. Learned, sentence by
 * sentence, from `learned/people/` (seven languages) by server/bench/train-sentences.ts.
 */
export const asksForHuman = (text: string): boolean =>
  sentencesOf(normalize(text))
    .flatMap(stretchesOf)
    .some((words) => chanceIn(shipped, words) >= trained.threshold);
