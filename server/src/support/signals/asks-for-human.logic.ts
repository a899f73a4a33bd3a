import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import trained from './learned/asks-for-human.json' with { type: 'json' };
import { chanceIn, sentenceClasses } from './learned/sentences.logic.ts';
import { readWeights } from './learned/softmax.logic.ts';
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

const stretch = 10;

/** Returns the sentence and, if it is long, its stretches: the few words that ask would be lost among those about the matter. */
function stretchesOf(sentence: string): string[] {
  const words = sentence.split(' ');
  if (words.length <= 1.2 * stretch) return [sentence];
  const starts = Array.from({ length: Math.ceil((2 * words.length) / stretch) - 1 }, (_, at) => (at * stretch) / 2);
  return [sentence, ...starts.map((start) => words.slice(start, start + stretch).join(' '))];
}
