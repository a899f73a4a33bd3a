import { relatedStems } from '../../search/text/related-words.logic.ts';
import type { Claim } from './claim.logic.ts';

/** What two statements have in common, each word by how much it tells. */
export interface StatementSimilarity {
  /** Weight of the words that both say. */
  common: number;
  /** The same, and half of the words that one says and the other has around it. */
  score: number;
  /** The share of each statement that the other says, has around it, or says in related words. */
  covered: number[];
}

export interface Statement {
  stems: ReadonlySet<string>;
  /** All that its sentence and its headings say. */
  around: ReadonlySet<string>;
}

export function similarityOf(one: Statement, other: Statement): StatementSimilarity {
  const both = [...one.stems].filter((stem) => other.stems.has(stem));
  const near = new Set(
    [...one.around].filter((stem) => other.around.has(stem) && !(one.stems.has(stem) && other.stems.has(stem))),
  );
  return {
    common: weightOf(both),
    score: weightOf(both) + (weightOf(near) + relatedOf(one, other) + relatedOf(other, one)) / 2,
    covered: [coverage(one, other), coverage(other, one)],
  };
}

/** The share of these words that the other says or has around it, related words in part. */
export function coverage({ stems }: { stems: ReadonlySet<string> }, other: Statement): number {
  const all = weightOf(stems);
  if (all === 0) return 1;
  const matched = [...stems].map((stem) => {
    if (other.stems.has(stem) || other.around.has(stem)) return weight(stem);
    return isRelated(stem, other.around) ? related * weight(stem) : 0;
  });
  return matched.reduce((sum, each) => sum + each, 0) / all;
}

/** What two sentences say in common, of all that they say: 0 nothing, 1 the same. Related words count in part. */
export function overlap(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  const [all, rest] = [weightOf(some), weightOf(others)];
  const here = coverage({ stems: some }, { stems: others, around: others }) * all;
  const there = coverage({ stems: others }, { stems: some, around: some }) * rest;
  const both = (here + there) / 2;
  return all + rest === 0 ? 1 : both / (all + rest - both);
}

/** Weight of the words of one for which the other says another that may stand for it. */
const relatedOf = ({ stems }: Statement, other: Statement): number =>
  related * weightOf([...stems].filter((stem) => !other.around.has(stem) && isRelated(stem, other.stems)));

const isRelated = (stem: string, others: ReadonlySet<string>) =>
  [...relatedStems([{ word: stem, stem }], 0)].some((each) => others.has(each));

export const statementOf = ({ context }: Claim, stems: ReadonlySet<string>): Statement => ({ stems, around: context });

const related = 0.7;

/** What a sentence begins to speak of: its first word that tells much. */
export const headOf = (stems: Iterable<string>) => [...stems].find((stem) => weight(stem) === 1);

/** Whether both say the same words that tell much, and such words at all. */
export function tellTheSame(some: Iterable<string>, others: Iterable<string>): boolean {
  const levels = [
    particular,
    telling,
    (stems: Iterable<string>) => new Set([...stems].filter((stem) => things.has(stem))),
  ];
  const [here, there] = [some, others].map(
    levels.find((level) => level(some).size + level(others).size > 0) ?? telling,
  );
  return here !== undefined && there !== undefined && here.size > 0 && here.symmetricDifference(there).size === 0;
}

/** Whether all that the one does with it, the other does too: "used" and "works" are the same, "changed" is another thing. */
export const doesTheSame = (one: Iterable<string>, other: ReadonlySet<string>) =>
  [...one].every((stem) => !manners.has(stem) || other.has(stem) || beingThere.has(stem));

const beingThere = new Set('use work includ avail go need find found want select'.split(' '));

/** The words that tell much. */
export const telling = (stems: Iterable<string>) => new Set([...stems].filter((stem) => weight(stem) === 1));

/** Those of them that go with one subject alone: neither orders nor customers, whom everything is about. */
export const particular = (stems: Iterable<string>) => telling(stems).difference(general);

/** What words tell, from 0 to 1 each. */
export const weightOf = (stems: Iterable<string>): number => [...stems].reduce((sum, stem) => sum + weight(stem), 0);

const weight = (stem: string) => {
  if (things.has(stem)) return 0.3;
  return manners.has(stem) ? 0.5 : 1;
};

// Who does it, or what it is done with, goes without saying: "Your order is delivered", "Delivery takes".
const general = new Set(
  'order item product purchas good addit extra servic period number amount total creat guest user peopl person compani own yourself life size door everybodi everyon anyon welcom'.split(
    ' ',
  ),
);

// Every guide has a link that is valid, a mail that is sent and a button: which one is meant, its heading says.
const things = new Set(
  'link code email mail messag app owner page button light file screen list step end get sent send last minut second hour reach'.split(
    ' ',
  ),
);
// What is said of anything that costs, holds, or can be reached.
const manners = new Set(
  `valid fee charg cost price pay paid free call phone ring write contact avail includ tell custom monthli choos enter go
   put found place shown open tap click select want work stay see held fail tri use add show find start chang set receiv keep
   delet store need rent hire new complet issu kosten kostet berechn gebuhr`.split(/\s+/),
);
