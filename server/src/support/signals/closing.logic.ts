import { withoutHidden } from '../../platform/text/hidden.logic.ts';
import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { isWordless, showsAnger, showsPleasure } from './emoji.logic.ts';
import { chancesOfKinds, clausesIn, closingKinds, isName } from './learned/kinds.logic.ts';
import trained from './learned/closings.json' with { type: 'json' };
import { readWeights } from '../../platform/text/learned/softmax.logic.ts';
import { normalize, longestRead } from './text.logic.ts';

const shipped = readWeights(trained, closingKinds.length);
const chancesIn = (folded: string) => chancesOfKinds(shipped, closingKinds, folded);

/** A longer message, or one with a number, is about something. */
const mostWords = 40;
const mostWordsOfGreeting = 16;

/**
 * Whether the message only closes the matter: thanks, "that solved it", "no, that is all". Learned from `learned/closings/` (seven
 * languages). A customer who is taken for satisfied gets no reply, so this must be nearly certain, and each clause must be of that
 * kind.
 */
export function confirmsOnly(text: string): boolean {
  const folded = normalize(text);
  if (/[?？؟]/u.test(folded) || showsAnger(text)) return false;
  const words = wordsOf(folded).length;
  if (words === 0) return showsPleasure(text);
  return words <= mostWords && chancesIn(folded).closes >= trained.least.closes && saysNoMatter(text);
}

/** Whether the message contains nothing to answer yet: only a greeting, the announcement of a question, or signs without words. */
export function greetingOnly(text: string): boolean {
  if (isWordless(text)) return true;
  const folded = normalize(text);
  const words = wordsOf(folded).length;
  const short = words > 0 && words <= mostWordsOfGreeting;
  return short && chancesIn(folded).greets >= trained.least.greets && saysNoMatter(text);
}

/** Whether each clause is closing, a greeting or a name. */
function saysNoMatter(text: string): boolean {
  if (/\p{N}/u.test(text)) return false;
  return clausesIn(withoutHidden(text).slice(0, longestRead)).every(
    (clause, at) => (at > 0 && isName(clause)) || 1 - chancesIn(normalize(clause)).other >= trained.least.of_clause,
  );
}
