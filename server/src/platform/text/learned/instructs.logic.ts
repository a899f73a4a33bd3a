import { fold } from '../plain-words.logic.ts';
import { sentencesOf } from '../sentences.logic.ts';
import trained from './instructions.json' with { type: 'json' };
import { chanceIn, sentenceClasses, stretchesOf } from './sentences.logic.ts';
import { readWeights } from './softmax.logic.ts';

const shipped = readWeights(trained, sentenceClasses);

/** Marks by which the formats of language models separate roles: a protocol, the same in every language. */
const roleMarks = /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?(?:system|inst)\]/iu;

/**
 * The sentence of a message or passage that tries to instruct a language model, or null. Learned from `instructions/` (seven
 * languages) by server/bench/train-sentences.ts.
 */
export const instructionIn = (text: string): string | null =>
  sentencesAndLinesOf(text).find((sentence) => roleMarks.test(sentence) || instructs(fold(sentence))) ?? null;

const instructs = (folded: string) =>
  stretchesOf(folded).some((words) => chanceIn(shipped, words) >= trained.threshold);

/** The sentences of all lines together, and of each line by itself: a line end may stand inside a sentence or end one. */
export function sentencesAndLinesOf(text: string): string[] {
  const flowing = sentencesOf(text.replace(/\s+/gu, ' '));
  return [...new Set([...flowing, ...sentencesOf(text).map((line) => line.replace(/\s+/gu, ' '))])];
}
