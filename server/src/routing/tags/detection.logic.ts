import type { PolicyTag } from '../policy/policy.logic.ts';
import { judge, type TagClassifier } from './classifier/tag-classifier.logic.ts';
import { wordsOf } from './classifier/word-features.logic.ts';
import { sentencesOf } from '../../platform/text/sentences.logic.ts';

export interface DetectedTag {
  readonly id: string;
  /** 1 for a keyword, or else the probability that the message is about this tag rather than another or none. */
  readonly score: number;
}

/** A customer's message; `subject` is that of an e-mail or ticket. */
export interface CustomerText {
  readonly subject: string | null;
  readonly text: string;
}

/** Vectors by text, made by the model that the classifier was trained on. */
export type Meanings = ReadonlyMap<string, Float32Array>;

export interface DetectionInput {
  readonly tags: readonly PolicyTag[];
  /** Null to use keywords alone. */
  readonly classifier: TagClassifier | null;
  readonly meanings?: Meanings | null | undefined;
}

/** Longer messages are judged by their beginning. */
const longestText = 8_000;
const mostSentences = 40;
/** The first sentences are compared by embedding, the others by words: the embedded model takes 10 ms for a text. */
const mostMeant = 8;

/** The texts whose vectors `detectTags` can use; the whole message first. */
export const textsToEmbed = ({ text }: CustomerText): string[] =>
  text.trim() === '' ? [] : [text, ...severalSentences(text).slice(0, mostMeant)];

/**
 * Returns the tags of a message, strongest first. A keyword is proof. Examples are evidence, for the message and for each of its
 * sentences: a tag needs the probability `min_similarity`, and must not be much less probable than the best tag.
 */
export function detectTags({ tags, classifier, meanings }: DetectionInput, message: CustomerText): DetectedTag[] {
  const words = wordsOf(`${message.subject ?? ''}\n${message.text}`.slice(0, longestText));
  const judged = classifier && words.length > 0 ? judgedTags(classifier, { tags, meanings, message }) : [];
  const found = new Map(judged);
  const isNamed = ({ detect }: PolicyTag) => detect?.keywords.some((keyword) => holdsPhrase(words, wordsOf(keyword)));
  for (const { id } of tags.filter(isNamed)) found.set(id, 1);
  return [...found]
    .map(([id, score]) => ({ id, score }))
    .sort((one, other) => other.score - one.score || one.id.localeCompare(other.id));
}

/** Returns the tags that the message or a part of it is probably about, by examples, each with its best probability. */
function judgedTags(
  classifier: TagClassifier,
  { tags, meanings, message }: Pick<DetectionInput, 'tags' | 'meanings'> & { message: CustomerText },
): Map<string, number> {
  const found = new Map<string, number>();
  const least = new Map(tags.map(({ id, detect }) => [id, detect?.minSimilarity ?? 1]));
  for (const [part, { text, meant }] of partsOf(message).entries()) {
    const chances = judge(classifier, text, meanings?.get(meant) ?? null, part === 0 ? 1 : apart);
    const best = Math.max(...chances);
    for (const [of, id] of classifier.tagIds.entries()) {
      const chance = chances[of] ?? 0;
      const isProbable = chance >= closeToBest * best && chance >= (least.get(id) ?? 1);
      if (isProbable && chance > (found.get(id) ?? 0)) found.set(id, chance);
    }
  }
  return found;
}

/**
 * The least probability if a tag names none. By words, on the messages of detection.logic.test.ts (8 tags with 6 examples each, 48
 * messages for them, 48 for none): recall .94, precision .98, 4 % false tags; at .15 .96, .96 and 6 %; at .3 .88, .98 and 2 %. The
 * test prints the table; `server/bench/README.md` has others, with vectors.
 */
export const defaultMinSimilarity = 0.22;

/** The least share of the best tag's probability: a tag below it only has words in common with the best one. */
const closeToBest = 0.8;
/**
 * The weight of a part of the message, which lacks the context of the whole. Of 1, .9, … .4 this value gave more right tags for
 * messages of several sentences, and lost hardly any of two matters in one message (server/bench/README.md). A repeated example
 * counts in full.
 */
const apart = 0.7;

/** The message as a whole and, if there are several, its subject and sentences. */
function partsOf({ subject, text }: CustomerText): { text: string; meant: string }[] {
  const sentences = severalSentences(text);
  if (!subject?.trim()) return [text, ...sentences].map((part) => ({ text: part.slice(0, longestText), meant: part }));
  const parts = [subject, ...(sentences.length > 0 ? sentences : [text])].map((part) => ({ text: part, meant: part }));
  return [{ text: `${subject}\n${text}`, meant: text }, ...parts].map((part) => ({
    ...part,
    text: part.text.slice(0, longestText),
  }));
}

function severalSentences(text: string): string[] {
  const sentences = sentencesOf(text.slice(0, longestText))
    .filter((sentence) => /\p{L}/u.test(sentence))
    .slice(0, mostSentences);
  return sentences.length > 1 ? sentences : [];
}

const holdsPhrase = (words: readonly string[], phrase: readonly string[]) =>
  phrase.length > 0 && words.some((_, at) => phrase.every((word, offset) => words[at + offset] === word));
