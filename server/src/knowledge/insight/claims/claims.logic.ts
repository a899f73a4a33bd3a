import { withoutMarkup } from '../../../platform/text/markup.logic.ts';
import type { Stem } from '../../../platform/text/tokens.logic.ts';
import type { Claim, Part } from './claim.logic.ts';
import { listedIn } from './lists.logic.ts';
import { onlyIn } from './exclusive.logic.ts';
import { withAntecedent } from './antecedents.logic.ts';
import { bearerIn, conditional, deniedClause, leadingIn, mainClause, sinceIn, trailingIn } from './clauses.logic.ts';
import { labelledIn } from '../values/labels.logic.ts';
import { piecesOf } from './parts.logic.ts';
import { withTimesInDigits } from '../values/spelled-times.logic.ts';
import { claimsNothing, isFragment } from './unclaimed.logic.ts';
import { topicOf, type Topic } from '../../search/text/topic.logic.ts';
import { valuesIn, type Valued } from '../values/values.logic.ts';

/** A sentence, or a cell of a table read as one; `labels` are the names of its row and its column. */
export interface Sentence {
  text: string;
  /** As the document has it, when that is not the text. */
  quote?: string;
  labels?: readonly string[];
  /** Words in front that it goes on about: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead?: string;
  /** The sentence before, in one paragraph. */
  before?: string;
}

export interface ClaimedPassage {
  title: string;
  headingPath: readonly string[];
  sentences: readonly Sentence[];
  language: string;
}

const leastWords = 3;
/** What goes on for longer is no sentence, but a text whose sentences were lost. */
const longest = 1000;

/** The claims of a passage, a sentence each; questions, fragments, examples and what was once so claim nothing. */
export function claimsOf({ title, headingPath, sentences, language }: ClaimedPassage, stem: Stem): Claim[] {
  const passage = {
    title: topicOf(title, stem).stems,
    around: topicOf([title, ...headingPath].join(' '), stem),
    heading: headingPath.at(-1) ?? title,
    headings: [title, ...headingPath].join('\n'),
    under: headingPath.join('\n'),
    nearest: topicOf(headingPath.at(-1) ?? '', stem).stems,
    language,
  };
  return sentences.flatMap((sentence) => claimOf(sentence, passage, stem) ?? []);
}

interface Around {
  title: Set<string>;
  around: Topic;
  heading: string;
  headings: string;
  under: string;
  nearest: Set<string>;
  language: string;
}

function claimOf(sentence: Sentence, passage: Around, stem: Stem): Claim | null {
  const text = withoutMarkup(sentence.text);
  const quote = withoutMarkup(sentence.quote ?? sentence.text);
  if (text.length > longest || claimsNothing(quote) || (!sentence.labels && isFragment(quote))) return null;
  const { heading } = passage;
  const bare = withTimesInDigits(answered(text, heading));
  const said = withAntecedent(bare, sentence.before ?? heading, stem);
  const valued = valuesIn(said);
  if (!sentence.labels && quote.split(' ').length < leastWords && valued.placed.length < 2) return null;
  return {
    quote,
    parts: partsOf(valued, stem),
    frame: valued.rest
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .toLowerCase(),
    refers: said !== bare,
    isConditional: conditional.test(said),
    title: passage.title,
    heading: passage.nearest,
    under: [passage.under, sentence.lead ?? ''].join('\n'),
    isItem: sentence.labels !== undefined || /^\s*(?:[-*+•|]|\d+[.)])\s/.test(sentence.text),
    labels: (sentence.labels ?? []).map((label) => topicOf(label, stem).stems),
    bearer: topicOf(sentence.labels?.[0] ?? bearerIn(said), stem).stems,
    ...saidIn(text, valued.rest, stem),
    ...aboutIn(sentence, { text, rest: valued.rest }, { passage, stem }),
  };
}

/** What a sentence affirms or denies, and of whom. */
function saidIn(text: string, rest: string, stem: Stem) {
  const denied = deniedClause(rest, stem);
  const clause = denied ?? rest;
  const only = onlyIn(text);
  return {
    denies: denied !== null,
    main: topicOf(mainClause(clause), stem).stems,
    whole: topicOf(clause, stem).stems,
    even: topicOf(/\bnot even ([^,;.]*)/i.exec(text)?.[1] ?? '', stem).stems,
    listed: topicOf(listedIn(text), stem).stems,
    only: only ? { words: only, stems: topicOf(only, stem).stems } : null,
  };
}

/** What a sentence is about, by itself and by what stands around it. */
function aboutIn(
  { lead: named = '' }: Sentence,
  { text, rest }: { text: string; rest: string },
  { passage, stem }: { passage: Around; stem: Stem },
) {
  const [own, lead] = [topicOf(rest, stem), topicOf(named, stem)];
  const labelled = labelledIn([passage.headings, named, text].join('\n'));
  const names = passage.language === 'de' ? [] : namesIn(`${asName(named)}. ${rest}`);
  return {
    subject: own.stems,
    context: new Set([...own.stems, ...lead.stems, ...passage.around.stems]),
    words: new Set([...ratesIn(text), ...own.words, ...lead.words, ...passage.around.words, ...labelled]),
    names: new Set([...names, ...labelled]),
  };
}

// Read as a value, too, and yet a name: "daily backups" beside "weekly backups".
const ratesIn = (text: string): string[] =>
  (text.match(/\b(?:daily|weekly|monthly|quarterly|yearly|annual)\b/gi) ?? []).map((word) => word.toLowerCase());

const partsOf = (valued: Valued, stem: Stem): Part[] =>
  piecesOf(valued).map(({ values, text }) => ({
    values,
    stems: topicOf(text, stem).stems,
    condition: topicOf(`${leadingIn(valued.rest)} ${trailingIn(text)}`, stem).stems,
    since: topicOf(sinceIn(text), stem).stems,
  }));

// "Yes, …" and "No, …" under a question say that what was asked is so, or is not.
function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b\s*[,.!:;–-]+\s*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}

// "**Leiden**" in front of a paragraph may be a name, "**Opening hours**" is none.
const asName = (lead: string) => (/^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u.test(lead) ? `in ${lead}` : '');

// A capital inside of a sentence; a letter or a number behind one belongs to it ("Orion X"). Ways through menus are none.
const namesIn = (text: string): string[] =>
  (
    text
      .replace(/\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu, ' ')
      .match(/(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)\p{Lu}[\p{L}\p{N}-]*/gu) ?? []
  )
    .filter((name) => !/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^I$/i.test(name))
    .map((name) => name.toLowerCase());
