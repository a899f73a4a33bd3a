import { isCommonWord } from '../text/common-words.logic.ts';
import { type Stem, stemsOf } from '../../../platform/text/tokens.logic.ts';

/**
 * The stems of the names in a question: a place, a brand, a device. An article that lacks the name is seldom about it.
 * English only: German capitalizes every noun.
 */
export function namesInQuestion(question: string, { stem, language }: { stem: Stem; language: string }): Set<string> {
  if (!/^en\b/i.test(language)) return new Set();
  const words = [...question.matchAll(/\p{L}[\p{L}\p{M}\p{N}’'-]*/gu)];
  const capitalised = words.filter(([word]) => /^\p{Lu}/u.test(word)).length;
  // If most words are capitalized, capitals mean nothing.
  const capitalsMatter = capitalised * 2 <= words.length;
  const names = words.filter(
    ({ 0: word, index }) =>
      isName(word) &&
      (innerCapital.test(word) ||
        (capitalsMatter && !opensSentence.test(question.slice(Math.max(0, index - longestOpening), index)))),
  );
  const places = [...question.toLowerCase().matchAll(placePattern())];
  return new Set(
    [...names, ...places]
      .flatMap(([name]) => stemsOf(name, stem))
      .filter((each) => each.length > 1 && !isCommonWord(each)),
  );
}

const longestOpening = 12;
const opensSentence = /(?:^|[.!?:…]["'”’)]{0,4}\s{1,8}|[\n–—•*-]\s{0,8}|["“„(]\s{0,8})$/u;
// Short capitals are mostly things that articles spell differently (SMS, TV); days and months are dates, not names.
const shortCapitals = /^(?:\p{Lu}{2,3}s?|I(?:['’]\p{L}+)?)$/u;
const time = new RegExp(
  String.raw`^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|march|april|may|june|july|august|september|` +
    String.raw`october|november|december|christmas|easter)$`,
  'i',
);
const innerCapital = /^\p{Ll}+\p{Lu}/u;

const isName = (word: string) =>
  (/^\p{Lu}/u.test(word) || innerCapital.test(word)) && !shortCapitals.test(word) && !time.test(word);

let places: RegExp | undefined;

/** English names of countries, because customers also write them in lower case. */
function placePattern(): RegExp {
  places ??= new RegExp(`\\b(?:${countries().join('|')})\\b`, 'gu');
  return places;
}

function countries(): string[] {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const known = codes.flatMap((code) => names.of(code)?.toLowerCase() ?? []);
  return known.filter((name) => /^[\p{L} ]+$/u.test(name)).sort((one, other) => other.length - one.length);
}

const settling = new RegExp(
  String.raw`\b(?:only|solely|exclusively|nothing else|nowhere else|(?:no|any|all) others?|` +
    String.raw`others? (?:[\w’']+ ){0,4}(?:not|cannot|can['’]t|aren['’]t|isn['’]t|don['’]t|` +
    String.raw`doesn['’]t|unavailable|impossible)|` +
    String.raw`further (?:\w+ ){0,3}(?:not|cannot)|not? (?:\w+ ){0,4}(?:elsewhere|outside|beyond|abroad)|worldwide|anywhere|` +
    String.raw`everywhere|(?:any|all|every) (?:countr|place|device|platform|browser|cit|bank|brand|model|branch|shop|` +
    String.raw`store|operating))`,
  'i',
);

/** Whether a sentence covers every case ("we deliver to Austria only"), and so answers for a name that it does not mention. */
export function settlesAll(sentence: string): boolean {
  return settling.test(sentence);
}
