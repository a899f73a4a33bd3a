import type { Stem } from '../retrieval/tokens.logic.ts';
import { onlyIn } from './exclusive.logic.ts';
import { labelledIn } from './labels.logic.ts';
import { piecesOf } from './parts.logic.ts';
import { topicOf } from './topic.logic.ts';
import type { Value } from './value.logic.ts';
import { valuesIn, type Valued } from './values.logic.ts';

/** What one sentence of a document says about something, ready to be compared with what others say. */
export interface Claim {
  quote: string;
  parts: Part[];
  denies: boolean;
  /** Stems of the main clause alone, when a condition or an exception goes with it. */
  main: Set<string>;
  /** Whether it holds in a case only ("when …"); an exception is none. */
  isConditional: boolean;
  /** For whom or by what alone it holds. */
  only: { words: string; stems: Set<string> } | null;
  /** Stems of the words that tell what the sentence is about. */
  subject: Set<string>;
  /** The subject and what the title and the headings add to it. */
  context: Set<string>;
  /** Plain words of the context: exclusive alternatives are told by them. */
  words: Set<string>;
  /** Names in the sentence and around it. */
  names: Set<string>;
  /** Stems of the title of its document. */
  title: Set<string>;
  /** The heading it stands under. */
  under: string;
  /** An item of a list or a row of a table, which go on about something else than their neighbours. */
  isItem: boolean;
  /** Of a cell of a table: the stems of its row's name and of its column's. */
  labels: Set<string>[];
}

/** Values of a sentence, with the words that tell what they are values of. */
export interface Part {
  values: Value[];
  stems: Set<string>;
  /** Stems of the case that they hold in ("when …", "for …"); none when they hold always. */
  condition: Set<string>;
}

/** A sentence, or a cell of a table read as one; `labels` are the names of its row and its column. */
export interface Sentence {
  text: string;
  /** As the document has it, when that is not the text. */
  quote?: string;
  labels?: readonly string[];
  /** Words in front that it goes on about: "**Utrecht**, 105 Canal Street. Closed on Sundays." */
  lead?: string;
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
/** Fewer words in front of a condition are no clause: "For parcels, when they leave". */
const leastMain = 4;

/** The claims of a passage, a sentence each; questions, fragments, examples and what was once so claim nothing. */
export function claimsOf({ title, headingPath, sentences, language }: ClaimedPassage, stem: Stem): Claim[] {
  const around = topicOf([title, ...headingPath].join(' '), stem);
  const titled = topicOf(title, stem).stems;
  return sentences.flatMap((sentence) => {
    const text = plain(sentence.text);
    const quote = plain(sentence.quote ?? sentence.text);
    const said = answered(text, headingPath.at(-1) ?? '');
    if (text.length > longest || claimsNothing(quote)) return [];
    if (!sentence.labels && quote.split(' ').length < leastWords) return [];
    const valued = valuesIn(said);
    const own = topicOf(valued.rest, stem);
    const main = topicOf(mainClause(valued.rest), stem);
    const only = onlyIn(text);
    const lead = topicOf(sentence.lead ?? '', stem);
    const whole = [title, ...headingPath, sentence.lead ?? '', text].join('\n');
    return [
      {
        quote,
        parts: partsOf(valued, stem),
        denies: main.denies,
        main: main.stems,
        isConditional: conditional.test(said),
        only: only ? { words: only, stems: topicOf(only, stem).stems } : null,
        subject: own.stems,
        context: new Set([...own.stems, ...lead.stems, ...around.stems]),
        words: new Set([...own.words, ...lead.words, ...around.words, ...labelledIn(whole)]),
        names: new Set([
          ...(language === 'de' ? [] : namesIn(`${named(sentence.lead)}. ${valued.rest}`)),
          ...labelledIn(whole),
        ]),
        title: titled,
        under: [...headingPath, sentence.lead ?? ''].join('\n'),
        isItem: sentence.labels !== undefined || /^\s*(?:[-*+•|]|\d+[.)])\s/.test(sentence.text),
        labels: (sentence.labels ?? []).map((label) => topicOf(label, stem).stems),
      },
    ];
  });
}

const partsOf = (valued: Valued, stem: Stem): Part[] =>
  piecesOf(valued).map(({ values, text }) => ({
    values,
    stems: topicOf(text, stem).stems,
    condition: topicOf(`${leadingIn(valued.rest)} ${trailingIn(text)}`, stem).stems,
  }));

const plain = (text: string) =>
  text
    .replace(/^\s*>+|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])|[*`#|]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const claimsNothing = (quote: string) =>
  quote.endsWith('?') || isCustomers(quote) || example.test(quote) || former.test(quote);

// "I did not get the mail": what a customer would say is a heading of help pages, and nothing that they claim.
const isCustomers = (sentence: string) => /^(?:I|I'm|I’m|I've|I’ve|my|ich|mein\p{L}{0,2}|je|j'|j’)\b/iu.test(sentence);

const example =
  /\b(?:for example|for instance|e\.g\.|example:|suppose|imagine|let's say|zum beispiel|z\. ?b\.|beispiel:|par exemple|por ejemplo)/i;

// "Until March 2023 it cost £25": what was so need not be so.
const former =
  /\b(?:used to|formerly|previously|früher|damals|autrefois|antes)\b|\b(?:in|until|before|till|bis|vor|jusqu'en|hasta)\b[^.]{0,20}\b(?:19|20)\d\d\b[^.]*\b(?:was|were|had|cost|charged|did|could|kostete|war|waren|hatte|betrug)\b|\b(?:was|were|had|did|could|kostete|war|waren|betrug)\b[^.]*\b(?:in|until|before|till|bis|vor)\b[^.]{0,20}\b(?:19|20)\d\d\b/i;

// "Yes, …" and "No, …" under a question say that what was asked is so, or is not.
function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b[,.!: –-]*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}

const conditional =
  /\b(?:if|unless|when|while|once(?! (?:a|per|every)\b)|as long as|provided|wenn|falls|sofern|solange|si|lorsque|cuando)\b/i;
const limit = new RegExp(
  `[,;]?\\s*(?:\\b(?:except|apart from|other than|außer|sauf|excepto|salvo)\\b|${conditional.source}).*$`,
  'i',
);
// In front it ends at the comma, behind at the end: "If it is opened, …", "For students: …".
const leading = new RegExp(
  `^\\s*(?:${conditional.source}|for|with|outside|in case of|bei|für|mit)\\b([^,:]*)[,:]`,
  'i',
);
const trailing = new RegExp(`${conditional.source}([^,;]*)`, 'i');

const leadingIn = (sentence: string): string => leading.exec(sentence)?.[1] ?? '';
const trailingIn = (piece: string): string => trailing.exec(piece)?.[1] ?? '';

// "Dogs are allowed when kept on a lead": what is allowed, is dogs. What begins with its condition is left whole.
function mainClause(sentence: string): string {
  const main = sentence.replace(limit, '');
  return main.trim().split(/\s+/).length < leastMain ? sentence : main;
}

// "**Leiden**" in front of a paragraph may be a name, "**Opening hours**" is none.
const named = (lead = '') => (/^\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)*$/u.test(lead) ? `in ${lead}` : '');

// A capital inside of a sentence; a letter or a number behind one belongs to it ("Orion X"). Ways through menus are none.
const namesIn = (text: string): string[] =>
  (
    text
      .replace(/\p{Lu}[^.>→]*(?:[>→][^.>→]*)+/gu, ' ')
      .match(/(?<=[\p{Ll}\p{N},)] (?:\p{Lu}\p{Ll}+ )*)\p{Lu}[\p{L}\p{N}-]*/gu) ?? []
  )
    .filter((name) => !/^(?:mon|tues|wednes|thurs|fri|satur|sun)days?$|^I$/i.test(name))
    .map((name) => name.toLowerCase());
