import type { PolicyTag } from '../../policy/policy.logic.ts';
import type { LabelledText } from './word-classifier.logic.ts';

/** The examples of an organization's tags. */
export interface TagExamples {
  /** The tags that have examples. A class is an index into this list. */
  readonly tagIds: readonly string[];
  /** The first example of each tag, then the second of each, so that the limit cuts all tags fairly. */
  readonly examples: readonly LabelledText[];
  /** The first of the examples, up to a limit, which are also embedded. */
  readonly meant: readonly LabelledText[];
}

/** The limit per organization; further examples are ignored. Training on this many takes a thread some seconds; 30 MB are kept. */
const mostExamples = 20_000;
/** Fewer examples are embedded, because that is slowest: fifty to a hundred a second, once. */
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
