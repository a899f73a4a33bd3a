import type { Stem } from '../../../platform/text/tokens.logic.ts';
import { tokensOf } from '../../../platform/text/tokens.logic.ts';
import { alternativesIn, areAlternatives, siblings, slotted } from '../similarity/titles.logic.ts';
import { quoteOf, type NewFinding } from '../findings/finding.logic.ts';
import { withoutMarkup } from '../../../platform/text/markup.logic.ts';
import { coverage } from '../similarity/similarity.logic.ts';
import { topicOf } from '../../search/text/topic.logic.ts';
import { sentence, type Sentence } from '../../../platform/words/sentence.logic.ts';

/** A passage of a document, for comparison with others. */
export interface ComparablePassage {
  id: string;
  version: number;
  title: string;
  text: string;
}

/** With fewer distinctive words, two passages on one subject look alike by chance. */
const leastStems = 12;
const run = 3;
/** Text that is in this many other documents is boilerplate and not a repetition. */
const boilerplateFrom = 3;
/** From this share of common runs of three words on, one passage contains the other. */
const inside = 0.8;
/** From this share of either's distinctive words on, both say the same in other words; found on planted help centres. */
const reworded = 0.65;

/** Passages that another document repeats, in the same or in other words; each pair of documents once. */
export function repetitionsOf(
  own: readonly ComparablePassage[],
  others: readonly ComparablePassage[],
  stem: Stem,
): NewFinding[] {
  const found = new Map<string, NewFinding>();
  const theirs = others.map((passage) => read(passage, stem));
  const common = boilerplateOf(theirs);
  const cleared = theirs.map((other) => without(common, other, stem));
  for (const mine of own.map((passage) => without(common, read(passage, stem), stem)))
    for (const other of cleared) {
      if (found.has(other.passage.id)) continue;
      const how = sameness(mine, other);
      if (how) found.set(other.passage.id, repetition(mine.passage, other.passage, how));
    }
  return [...found.values()];
}

function boilerplateOf(others: readonly ReadPassage[]): Set<string> {
  const seen = new Map<string, Set<string>>();
  for (const { passage, runs } of others)
    for (const each of runs) seen.set(each, (seen.get(each) ?? new Set()).add(passage.id));
  return new Set([...seen].filter(([, ids]) => ids.size >= boilerplateFrom).map(([each]) => each));
}

/** Removes the boilerplate from a passage; clears its stems if boilerplate is the greater part. */
function without(common: ReadonlySet<string>, one: ReadPassage, stem: Stem): ReadPassage {
  const runs = new Set([...one.runs].filter((each) => !common.has(each)));
  if (runs.size * 2 < one.runs.size) return { ...one, runs, stems: new Set() };
  if (runs.size === one.runs.size) return one;
  const isCommon = (at: number) =>
    Array.from({ length: run }, (_, back) => one.words.slice(at - back, at - back + run).join(' ')).some((each) =>
      common.has(each),
    );
  const own = one.words.filter((_, at) => !isCommon(at));
  return { ...one, runs, stems: topicOf(own.join(' '), stem).stems };
}

const read = (passage: ComparablePassage, stem: Stem) => {
  const words = tokensOf(passage.text, (word) => word).map(({ word }) => word);
  const runs = new Set(words.slice(run - 1).map((_, at) => words.slice(at, at + run).join(' ')));
  return { passage, words, runs, stems: topicOf(passage.text, stem).stems, title: topicOf(passage.title, stem) };
};

type ReadPassage = ReturnType<typeof read>;

function sameness(one: ReadPassage, other: ReadPassage): Sentence | null {
  if (Math.min(one.stems.size, other.stems.size) < leastStems) return null;
  const how = resemblance(one, other);
  return how && !ofOneForm(one, other) ? how : null;
}

function resemblance(one: ReadPassage, other: ReadPassage): Sentence | null {
  const common = one.runs.intersection(other.runs).size;
  if (common >= inside * Math.min(one.runs.size, other.runs.size))
    return sentence`The same passage is in both documents.`;
  const covered = coverage(one.stems, other.stems);
  return covered >= reworded && coverage(other.stems, one.stems) >= reworded
    ? sentence`Two passages say the same thing in different words.`
    : null;
}

// Articles made from one template for different things are meant to look alike.
const ofOneForm = (one: ReadPassage, other: ReadPassage): boolean =>
  slotted(titledBy(one), titledBy(other)) ||
  areAlternatives(alternativesIn(one.title.words), alternativesIn(other.title.words)) ||
  siblings(one.title.stems, other.title.stems);

const titledBy = ({ passage, stems, title }: ReadPassage) => ({ name: passage.title, title: title.stems, text: stems });

function repetition(one: ComparablePassage, other: ComparablePassage, detail: Sentence): NewFinding {
  const places = [one, other]
    .toSorted((some, others) => (some.id < others.id ? -1 : 1))
    .map(({ id, version, text }) => ({ id, version, quote: quoteOf(withoutMarkup(text)) }));
  return {
    cause: `near_duplicate:${places.map(({ id }) => id).join(':')}`,
    type: 'near_duplicate',
    severity: 'low',
    places,
    detail,
    suggestion: sentence`Keep it in one place and link to it. With two copies, one is easily forgotten when something changes.`,
  };
}
