import { tokensOf, type Stem } from '../retrieval/tokens.logic.ts';
import { valuesIn, type Value } from './values.logic.ts';

/** What one sentence of a document says about something, ready to be compared with what others say. */
export interface Claim {
  quote: string;
  values: Value[];
  denies: boolean;
  /** Stems of the main clause alone, when a condition or an exception goes with it. */
  main: Set<string>;
  /** Whether it holds in a case only ("when …"); an exception is none. */
  isConditional: boolean;
  /** Stems of the words that tell what the sentence is about. */
  subject: Set<string>;
  /** The subject and what the title and the headings add to it. */
  context: Set<string>;
  /** Plain words of the context: exclusive alternatives are told by them. */
  words: Set<string>;
  /** Stems of the title of its document. */
  title: Set<string>;
  /** The heading it stands under. */
  under: string;
  /** An item of a list or a row of a table, which go on about something else than their neighbours. */
  isItem: boolean;
}

export interface ClaimedPassage {
  title: string;
  headingPath: readonly string[];
  sentences: readonly string[];
}

const leastWords = 3;
/** What goes on for longer is no sentence, but a text whose sentences were lost. */
const longest = 1000;
/** Fewer words in front of a condition are no clause: "For parcels, when they leave". */
const leastMain = 4;

/** The claims of a passage, a sentence each; questions and fragments claim nothing. */
export function claimsOf({ title, headingPath, sentences }: ClaimedPassage, stem: Stem): Claim[] {
  const around = topicOf([title, ...headingPath].join(' '), stem);
  const titled = topicOf(title, stem).stems;
  return sentences.flatMap((sentence) => {
    const quote = sentence
      .replace(/[*_`#>|]+/g, ' ')
      .replace(/\s+/g, ' ')
      .trim();
    const said = answered(quote, headingPath.at(-1) ?? '');
    if (quote.length > longest || quote.endsWith('?') || isCustomers(quote)) return [];
    if (quote.split(' ').length < leastWords) return [];
    const { values, rest } = valuesIn(said);
    const own = topicOf(rest, stem);
    const main = topicOf(mainClause(rest), stem);
    return [
      {
        quote,
        values,
        denies: main.denies,
        main: main.stems,
        isConditional: conditional.test(said),
        subject: own.stems,
        context: new Set([...own.stems, ...around.stems]),
        words: new Set([...own.words, ...around.words]),
        title: titled,
        under: headingPath.join('\n'),
        isItem: /^\s*(?:[-*+•|]|\d+[.)])\s/.test(sentence),
      },
    ];
  });
}

// "I did not get the mail": what a customer would say is a heading of help pages, and nothing that they claim.
const isCustomers = (sentence: string) => /^(?:I|I'm|I’m|I've|I’ve|my|ich|mein\p{L}{0,2}|je|j'|j’)\b/iu.test(sentence);

// "Yes, …" and "No, …" under a question say that what was asked is so, or is not.
function answered(sentence: string, heading: string): string {
  const reply = /^(?:(yes|ja|oui|sí)|(no|nein|non))\b[,.!: –-]*/i.exec(sentence);
  if (!reply) return sentence;
  if (!heading.trimEnd().endsWith('?')) return sentence.slice(reply[0].length);
  return `${heading} ${reply[2] ? 'not' : ''}`;
}

const conditional =
  /\b(?:if|unless|when|while|once|as long as|provided|wenn|falls|sofern|solange|si|lorsque|cuando)\b/i;
const limit = new RegExp(
  `[,;]?\\s*(?:\\b(?:except|apart from|other than|außer|sauf|excepto|salvo)\\b|${conditional.source}).*$`,
  'i',
);

// "Dogs are allowed when kept on a lead": what is allowed, is dogs. What begins with its condition is left whole.
function mainClause(sentence: string): string {
  const main = sentence.replace(limit, '');
  return main.trim().split(/\s+/).length < leastMain ? sentence : main;
}

interface Topic {
  stems: Set<string>;
  words: Set<string>;
  denies: boolean;
}

/** What a text is about: its telling words, and whether it denies. */
export function topicOf(text: string, stem: Stem): Topic {
  const topic: Topic = { stems: new Set(), words: new Set(), denies: false };
  for (const token of tokensOf(text, stem)) {
    const affirmed = opposites.get(token.word);
    if (negations.has(token.word) || affirmed) topic.denies = !topic.denies;
    if (negations.has(token.word) || empty.has(token.word) || /^\d/.test(token.word)) continue;
    const [word = token.word, said = token.stem] = affirmed
      ? tokensOf(affirmed, stem).flatMap((each) => [each.word, each.stem])
      : [];
    topic.words.add(word);
    topic.stems.add(said);
  }
  return topic;
}

const list = (words: string) => words.trim().split(/\s+/);

const negations = new Set(
  list(`not no never cannot cant dont doesnt didnt isnt arent wont neither nor nicht kein keine keinen keiner keinem nie
    pas jamais non niet geen`),
);

/** Words that deny by themselves, and what they deny. */
const opposites = new Map(
  Object.entries({
    unavailable: 'available',
    impossible: 'possible',
    excluded: 'included',
    excludes: 'includes',
    forbidden: 'allowed',
    prohibited: 'allowed',
    disallowed: 'allowed',
    unable: 'able',
    unlimited: 'limited',
    unsupported: 'supported',
    closed: 'open',
    disabled: 'enabled',
  }),
);

/** Words that say nothing about the subject: function words, and verbs that go with any value. */
const empty = new Set(
  list(`a an the this that these those it its is are was were be been being am do does did have has had having will would
    shall should can could may might must need needs to of in on at by for from with within without into onto over under
    up down out off about after before until till during since per each every any all some more most less least than then
    and or but if when while as so such only also just even still yet there here you your yours we our ours us they their
    them he she his her i my me one ones who which what how where why very too please usually normally typically always
    exactly least maximum minimum take takes taken taking get gets got make makes made give gives given allow allows
    provide provides offer offers accept accepts accepted allowed possible day days time times period
    der die das den dem des ein eine einen einem einer und oder aber ist sind war wird werden kann können sie wir ihr
    ihre unser unsere es in im an am auf von vom zu zum zur mit bei nach vor bis für innerhalb als auch nur
    le la les un une des du de et ou est sont vous nous votre notre dans en sur pour par avec
    el los las una unos y o es son su sus nuestro en por para con del al`),
);
