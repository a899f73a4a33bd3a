import type { PolicyTag } from '../../policy/policy.logic.ts';
import type { LabelledText } from './word-classifier.logic.ts';

/** The examples of an organization's tags. */
export interface TagExamples {
  /** Of those that have examples. A class is a place in here. */
  readonly tagIds: readonly string[];
  /** The first of each tag, then the second of each: what is cut off is fair. */
  readonly examples: readonly LabelledText[];
  /** The first of them: their vectors are wanted. */
  readonly meant: readonly LabelledText[];
}

/** Of one organization. Further examples are ignored: learning from this many takes a thread some seconds, and 30 MB are kept. */
const mostExamples = 20_000;
/** Making a vector takes longest: fifty to a hundred a second, once. */
const mostMeant = 8_000;

export function examplesOf(tags: readonly PolicyTag[]): TagExamples {
  const known = tags.flatMap(({ id, detect }) => (detect && detect.examples.length > 0 ? [{ id, ...detect }] : []));
  const longest = Math.max(0, ...known.map(({ examples }) => examples.length));
  const inTurns = Array.from({ length: longest }).flatMap((_, at) =>
    known.flatMap(({ examples }, of) => (examples[at] === undefined ? [] : [{ text: examples[at], of }])),
  );
  const examples = inTurns.slice(0, mostExamples);
  return { tagIds: known.map(({ id }) => id), examples, meant: examples.slice(0, mostMeant) };
}
