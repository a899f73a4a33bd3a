import type { Sentiment } from '@desk/contract/decisions';
import { withoutHidden } from '../../platform/text/hidden.logic.ts';
import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';
import { showsAnger, showsDispleasure, showsPleasure } from './emoji.logic.ts';
import { chancesOfKinds, moodKinds } from './learned/kinds.logic.ts';
import trained from './learned/moods.json' with { type: 'json' };
import { readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { normalize } from './text.logic.ts';

export interface Mood {
  readonly sentiment: Sentiment;
  /** Anger at us or at the service, more than a plain report of a fault. */
  readonly frustrated: boolean;
}

const shipped = readWeights(trained, moodKinds.length);
const chancesIn = (folded: string) => chancesOfKinds(shipped, moodKinds, folded);

/**
 * Judges the mood by weights that were learned from `learned/moods/` (seven languages), by emoji, insistence and capitals. It is
 * coarse: rules may use it, and anger after a reply hands over to people.
 */
export function moodOf(text: string): Mood {
  const folded = normalize(text);
  const whole = chancesIn(folded);
  const pleased = whole.positive >= trained.least.positive;
  const frustrated = saysAnger(folded, whole.angry) || showsAnger(text) || (shouts(withoutHidden(text)) && !pleased);
  // Without words, all kinds are equally likely.
  const saysUnhappy = wordsOf(folded).length > 0 && whole.angry + whole.unhappy >= trained.least.negative;
  const displeased = saysUnhappy || showsDispleasure(text);
  const negative = Number(displeased) + Number(/!{3,}|\?!|!\?/u.test(folded)) * 0.5;
  const positive = Number(pleased || showsPleasure(text));
  if (frustrated || negative > positive) return { sentiment: 'negative', frustrated };
  return { sentiment: positive > negative ? 'positive' : 'neutral', frustrated };
}

/** Anger is said within the first sentences; the rest may be a long log. */
const mostSentences = 12;

// One angry sentence is enough; the report beside it may be calm.
const saysAnger = (folded: string, ofWhole: number): boolean =>
  ofWhole >= trained.least.angry ||
  sentencesOf(folded)
    .slice(0, mostSentences)
    .some((sentence) => chancesIn(sentence).angry >= trained.least.angry);

// Whether three words or more have hardly a lower-case letter. Acronyms and order numbers are shorter.
function shouts(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0;
  return letters >= 12 && wordsOf(text).length >= 3 && capitals / letters > 0.7;
}
