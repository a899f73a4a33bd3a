import type { Stem } from '../../../platform/text/tokens.logic.ts';
import { telling } from './statement-similarity.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import { valuesIn } from '../values/values.logic.ts';

// "It takes up to three weeks until …", "it is possible" speak of nothing before.
const nothing = String.raw`(?! (?:can |may |will |usually |normally |often )*(?:takes?|depends|is (?:possible|allowed|forbidden|easy|required|up to)))`;
const referring = new RegExp(
  String.raw`^(?:(?:For|On|In|At|From|After|With) [^,.]{3,40}?,? )?(it|they|this|these|those)\b${nothing}|\b(it|they)\b(?= (?:costs?|lasts?|opens?|closes?|(?:is|are) open|can be)\b| is [€$£\d])`,
  'i',
);
/** Of what the text before speaks of, so many words are its name. */
const mostWords = 2;

/** The sentence with what its first "it" or "they" stands for: what the text before it begins to speak of. */
export function withAntecedent(sentence: string, before: string, stem: Stem): string {
  const found = referring.exec(sentence);
  if (!found) return sentence;
  const pronoun = found[1] ?? found[2] ?? '';
  const named = [...topicOf(valuesIn(before).rest, stem).words].filter((word) => telling([stem(word)]).size > 0);
  const at = found.index + found[0].lastIndexOf(pronoun);
  // A comma, so that the case in front stays one: "For e-bikes it is €8".
  const front = sentence.slice(0, at).replace(/(?<=[^,]) $/, ', ');
  return `${front}${named.slice(0, mostWords).join(' ')}${sentence.slice(at + pronoun.length)}`;
}
