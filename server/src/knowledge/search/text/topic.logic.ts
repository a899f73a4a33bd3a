import { inOneWord } from './concepts.logic.ts';
import { tokensOf, type Stem } from '../../../platform/text/tokens.logic.ts';

export interface Topic {
  stems: Set<string>;
  words: Set<string>;
  denies: boolean;
}

/** The subject of a text: its meaningful words, and whether it negates them. */
export function topicOf(text: string, stem: Stem): Topic {
  const topic: Topic = { stems: new Set(), words: new Set(), denies: false };
  let before = '';
  for (const token of tokensOf(inOneWord(plainly(text)), stem)) {
    // "It is closed" is a state; "it can be closed" is an action.
    const opposite = /^(?:be|been|being)$/.test(before) ? undefined : opposites.get(token.word);
    const affirmed = opposite ?? otherForms.get(token.word);
    before = token.word;
    if (negations.has(token.word) || opposite) topic.denies = !topic.denies;
    if (negations.has(token.word) || empty.has(token.word) || /^\d/.test(token.word)) continue;
    const [word = token.word, stemmed = token.stem] = affirmed
      ? tokensOf(affirmed, stem).flatMap((each) => [each.word, each.stem])
      : [];
    topic.words.add(word);
    topic.stems.add(stemmed);
  }
  return topic;
}

/** Rewrites phrases in plain words, each for the reason beside it. */
const plainly = (text: string): string =>
  turns.reduce((rewritten, [turn, plain]) => rewritten.replace(turn, plain), text);

const turns: [RegExp, string][] = [
  // A "city-bike" is not just any bike; "non-refundable" means not refundable.
  [/(?<=\p{L})(?<!\bnon)-(?=\p{L})/giu, ''],
  // The period of a rate does not show what the rate is for.
  [/\b(?:per|a|each|every|in any|in each) (?:hour|day|week|month|year)\b/gi, ' '],
  // "Included in the price" means included.
  [
    new RegExp(
      String.raw`(?<=\b(?:included|excluded) )(?:in|from) (?:(?:the|your|our|all|every|each) ` +
        String.raw`)?(?:(?:room|purchase|base|basic|total|monthly|rental|entrance) )?(?:price|rate|fare|fee|ticket|` +
        String.raw`cost)s?\b(?: of (?:the|your|each) \p{L}+)?`,
      'giu',
    ),
    '',
  ],
  [/\bif you (?:like|want|wish)\b(?! to)/gi, ' not required '],
  [/\b(?:(?:do|does) not|(?:do|does)n[’']t) (?:have|need) to\b/gi, 'not required'],
  // "Not even on Sundays" adds no negation of its own; "not only" and "no later than" negate nothing.
  [/\b(?:not (?:even|only|just)|no (?:matter|later|earlier|more|less|fewer|sooner)|nicht (?:nur|einmal))\b/gi, ' '],
  // "Our support team" means support.
  [/\b(support|service|sales|help) (?:team|staff|agents?)\b/gi, '$1'],
  // Prices "without VAT".
  [/\b(?:without|excluding|excl\.|plus|before) (VAT|(?:sales )?tax(?:es)?)\b/gi, 'not included $1'],
];

const list = (words: string) => words.trim().split(/\s+/);

const negations = new Set(
  list(`not no never cannot cant dont doesnt didnt isnt arent wont neither nor nicht kein keine keinen keiner keinem nie
    pas jamais non niet geen`),
);

/** Words with a built-in negation, and the word they negate. */
const opposites = new Map(
  Object.entries({
    optional: 'required',
    voluntary: 'required',
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

/** Forms of a word whose stems differ, and synonyms. */
const otherForms = new Map(
  Object.entries({
    contain: 'include',
    contains: 'include',
    part: 'include',
    mandatory: 'required',
    compulsory: 'required',
    obligatory: 'required',
    necessary: 'required',
    delivery: 'deliver',
    deliveries: 'deliver',
    shipment: 'ship',
    shipments: 'ship',
    paid: 'pay',
    charging: 'recharge',
    fed: 'feed',
    sent: 'send',
    sold: 'sell',
    bought: 'purchase',
    buy: 'purchase',
    buying: 'purchase',
    kept: 'keep',
    cancellation: 'cancel',
    cancellations: 'cancel',
    renewal: 'renew',
    refundable: 'refund',
  }),
);

/** Words that do not identify the subject: function words, and verbs that go with any value. */
const empty = new Set(
  list(`a an the this that these those it its is are was were be been being am come comes do does did have has had having will would
    shall should can could may might must need needs to of in on at by for from with within without into onto over under
    up down out off about after before until till during since per each every any all some more most less least than then
    and or but if when while as so such only also just even still yet there here you your yours we our ours us they their
    them he she his her i my me one ones who which what how where why very too please usually normally typically always
    exactly least maximum minimum take takes taken taking get gets got make makes made give gives given allow allows
    provide provides offer offers accept accepts accepted allowed possible day days time times period e way ways like
    der die das den dem des ein eine einen einem einer und oder aber ist sind war wird werden kann können sie wir ihr
    ihre ihnen ihren unser unsere es in im an am auf von vom zu zum zur mit bei nach vor bis für innerhalb als auch nur
    le la les un une des du de et ou est sont vous nous votre notre dans en sur pour par avec
    el los las una unos y o es son su sus nuestro en por para con del al`),
);
