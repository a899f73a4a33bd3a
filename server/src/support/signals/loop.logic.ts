import { wordsOf } from '../../platform/text/plain-words.logic.ts';
import { isWordless, showsAnger, showsDispleasure } from './emoji.logic.ts';
import { normalize } from './text.logic.ts';
import { saysUnhelped } from './unhelped.logic.ts';

export interface PastMessage {
  readonly from: 'customer' | 'us';
  readonly text: string;
}

/** Whether the customer repeats a question after our reply, or says that the reply did not help. */
export function repeatsItself(text: string, history: readonly PastMessage[]): boolean {
  const lastReply = history.findLastIndex((message) => message.from === 'us');
  if (lastReply === -1) return false;
  if (saysUnhelped(text) || showsUnhelped(text)) return true;
  const words = matterOf(text);
  const before = history.slice(0, lastReply).filter((message) => message.from === 'customer');
  return words.size >= fewestWords && before.some((message) => overlap(words, matterOf(message.text)) >= sameMatter);
}

// Next to words, a sad face may be about the matter itself. Anger is a separate reason.
const showsUnhelped = (text: string): boolean => isWordless(text) && showsDispleasure(text) && !showsAnger(text);

/** The share of common words. Follow-up questions on one subject have less; a repeated question has more. */
const sameMatter = 0.6;
const fewestWords = 2;

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}

const matterOf = (text: string) =>
  new Set(
    wordsOf(normalize(text))
      .filter((word) => !small.has(word))
      .map((word) => word.replace(/(?<=.{3})(?:ing|ed|es|s)$/u, '')),
  );

const small = new Set(
  (
    'a an the i you we it my your our is are was do does did can could will would should to of in on at for from ' +
    'with and or but so not no yes ' +
    'this that what which who when where why how please thanks thank hi hello hey dear just still again also me am ' +
    "i'm it's there been have has had be get got any some if about know tell"
  ).split(' '),
);
