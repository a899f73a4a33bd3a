import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import trained from './learned/asks-for-human.json' with { type: 'json' };
import { chanceIn, sentenceClasses } from './learned/sentences.logic.ts';
import { readWeights } from './learned/softmax.logic.ts';
import { fold } from './text.logic.ts';

const shipped = readWeights(trained, sentenceClasses);

/**
 * Whether the customer wants a person instead of the AI; a question about people's hours does not count. Learned, sentence by
 * sentence, from `learned/people/` (seven languages) by server/bench/train-sentences.ts.
 */
export const asksForHuman = (text: string): boolean =>
  sentencesOf(fold(text))
    .flatMap(stretchesOf)
    .some((words) => chanceIn(shipped, words) >= trained.threshold);

const stretch = 16;

/** Some people write without full stops: the few words that ask would be lost in eighty others. */
function stretchesOf(sentence: string): string[] {
  const words = sentence.split(' ');
  if (words.length <= 1.5 * stretch) return [sentence];
  const starts = Array.from({ length: Math.ceil(words.length / stretch) * 2 - 1 }, (_, at) => (at * stretch) / 2);
  return starts.map((start) => words.slice(start, start + stretch).join(' '));
}
