import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import trained from './learned/asks-for-human.json' with { type: 'json' };
import { chanceIn, sentenceClasses } from './learned/sentences.logic.ts';
import { readWeights } from './learned/softmax.logic.ts';
import { fold, wordsIn } from './text.logic.ts';

const shipped = readWeights(trained, sentenceClasses);

/**
 * Whether the customer wants a person instead of the AI; a question about people's hours does not count. Learned, sentence by
 * sentence, from `learned/people/` (seven languages) by server/bench/train-sentences.ts.
 */
export function asksForHuman(text: string): boolean {
  const sentences = sentencesOf(fold(text));
  return sentences.some((sentence) => {
    if (wordsIn(sentence) > fewWords)
      return stretchesOf(sentence).some((words) => chanceOf(words) >= trained.threshold);
    return sentences.length <= fewSentences && chanceOf(sentence) >= sure;
  });
}

const chanceOf = (words: string): number => chanceIn(shipped, words);

/** "Agent please" is a whole message. In a letter so few words are a salutation, a name or "Sales Manager". */
const fewWords = 4;
const fewSentences = 2;
const sure = 0.9;

const stretch = 10;

/** The sentence, and if it is long its stretches: the few words that ask would be lost among those about the matter. */
function stretchesOf(sentence: string): string[] {
  const words = sentence.split(' ');
  if (words.length <= 1.2 * stretch) return [sentence];
  const starts = Array.from({ length: Math.ceil((2 * words.length) / stretch) - 1 }, (_, at) => (at * stretch) / 2);
  return [sentence, ...starts.map((start) => words.slice(start, start + stretch).join(' '))];
}
