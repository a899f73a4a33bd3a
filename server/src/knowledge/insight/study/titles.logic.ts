import { coverage } from '../contradictions/similarity.logic.ts';

/** A document by its title and what it says: stems, and the title as it is written. */
interface Titled {
  name: string;
  title: ReadonlySet<string>;
  said: ReadonlySet<string>;
}

/**
 * Titles of one form with another word in one place, each about its own: "Flex fare" and "Classic fare", "Lisbon airport" and
 * "Vienna airport". Words that may stand for each other make no such pair.
 */
export function slotted(one: Titled, other: Titled): boolean {
  const [words, others] = [one, other].map(({ name }) => name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  if (!words || !others || words.length !== others.length || words.length < 2) return false;
  if (words.filter((word, at) => word !== others[at]).length !== 1) return false;
  const [own, theirs] = [one.title.difference(other.title), other.title.difference(one.title)];
  return own.isDisjointFrom(other.said) && theirs.isDisjointFrom(one.said) && coverage(own, theirs) === 0;
}
