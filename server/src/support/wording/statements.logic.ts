/** Finds the figures, names, negations and conditions of a sentence. There a single changed word makes the sentence wrong. */

/** A number with the words around it: many sentences contain "30", few contain "30 … minutes". */
export interface NumberInContext {
  value: string;
  /** Up to four words on each side. */
  around: string;
  /** The word after it if that is a unit, or the currency before it. */
  unit: string | null;
}

const numberWords: Readonly<Record<string, string>> = Object.fromEntries(
  [
    ['2', 'two zwei deux dos due twee twice doppelt'],
    ['3', 'three drei trois tres tre drie'],
    ['4', 'four vier quatre cuatro quattro'],
    ['5', 'five fünf cinq cinco cinque vijf'],
    ['6', 'six sechs seis sei zes'],
    ['7', 'seven sieben sept siete sette zeven'],
    ['8', 'eight acht huit ocho otto'],
    ['9', 'nine neun neuf nueve nove negen'],
    ['10', 'ten zehn dix diez dieci tien'],
    ['11', 'eleven elf onze once undici'],
    ['12', 'twelve zwölf douze doce dodici twaalf'],
    ['14', 'fourteen vierzehn quatorze catorce quattordici veertien'],
    ['15', 'fifteen fünfzehn quinze quince quindici vijftien'],
    ['20', 'twenty zwanzig vingt veinte venti twintig'],
    ['30', 'thirty dreißig trente treinta trenta dertig'],
    ['60', 'sixty sechzig soixante sesenta sessanta zestig'],
    ['90', 'ninety neunzig noventa novanta negentig'],
    ['100', 'hundred hundert cent cien cento honderd'],
    ['1000', 'thousand tausend mille mil duizend'],
  ].flatMap(([value = '', words = '']) => words.split(' ').map((word) => [word, value])),
);

const unitWord = new RegExp(
  String.raw`^(?:%|€|\$|£|percent|prozent|sec|min|hour|hr|h$|day|week|month|year|sekunde|stunde|tag|woche|monat|jahr|werktag|` +
    String.raw`gb$|mb$|kb$|tb$|kg$|g$|km$|cm$|m$|euro|dollar|usd$|eur$|gbp$|pound|user|time|seat|document|character)`,
);

const piece = /\p{N}+(?:[.,:]\p{N}+)*|[%€$£]|[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)*/gu;
const window = 4;

/** Replaces number words by digits. */
export const withDigits = (text: string): string =>
  text.replace(/[\p{L}\p{M}]+/gu, (word) => numberWords[word.toLowerCase()] ?? word);

export function figuresIn(text: string): NumberInContext[] {
  const words = [...withDigits(text.normalize('NFKC').toLowerCase()).matchAll(piece)].map(([word]) => word);
  return words.flatMap((word, at) => {
    if (!/^\p{N}/u.test(word)) return [];
    const value = plainNumber(word);
    const around = [...words.slice(Math.max(0, at - window), at), ...words.slice(at + 1, at + 1 + window)];
    return [{ value, around: around.join(' '), unit: unitOf(words[at - 1] ?? '', words[at + 1] ?? '') }];
  });
}

function unitOf(before: string, behind: string): string | null {
  if (unitWord.test(behind)) return behind;
  return /^[€$£]$/.test(before) ? before : null;
}

const plainNumber = (number: string): string => number.replace(/[.,](?=\p{N}{3}(?!\p{N}))/gu, '').replace(/,/g, '.');

/** Returns words that are names in any position and, in languages that do not capitalize nouns, also capitalized words. */
export function namesIn(sentence: string, { capitalNouns }: { capitalNouns: boolean }): string[] {
  const words = [...sentence.matchAll(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu)];
  return words.flatMap(([word], at) => {
    if (/^\p{N}+$/u.test(word) || word === 'I' || word.startsWith('I’') || word.startsWith("I'")) return [];
    const odd = /\p{Ll}\p{Lu}|\p{N}\p{L}{3,}|\p{L}\p{N}|^\p{Lu}{2,}$/u.test(word);
    const capital = /^\p{Lu}/u.test(word) && at > 0 && !capitalNouns;
    return odd || capital ? [word] : [];
  });
}

const negation = new RegExp(
  String.raw`(?<!\p{L})(?:not|no|never|nor|none|nothing|neither|nobody|without|cannot|unable|impossible|refuses?|nicht|` +
    String.raw`kein\w*|nie|niemals|ohne|weder|ne|pas|jamais|aucune?|sans|nunca|sin|ning[uú]n\w*|jam[aá]s|non|mai|senza|` +
    String.raw`nessun\w*|niet|geen|nooit|zonder|n[aã]o|sem|nenhum\w*)(?!\p{L})|n['’]t(?!\p{L})`,
  'giu',
);

/** Returns for each negation the words that it may apply to: two before it and four after it. */
export function denialsIn(text: string): string[] {
  return [...text.matchAll(negation)].map((match) => {
    const before = text.slice(0, match.index).split(/\s+/).filter(Boolean).slice(-2);
    const behind = text
      .slice(match.index + match[0].length)
      .split(/\s+/)
      .filter(Boolean)
      .slice(0, window);
    return [...before, ...behind].join(' ');
  });
}

const turning = new RegExp(
  String.raw`(?<!\p{L})(?:after|before|within|until|unless|except|only|always|at least|at most|more than|less than|minimum|` +
    String.raw`maximum|over|under|anytime|any time|forever|free|guarantee\w*|nach|vor|innerhalb|bis|außer|nur|immer|mindestens|` +
    String.raw`höchstens|mehr als|weniger als|über|unter|kostenlos\w*|jederzeit|garantier\w*)(?!\p{L})`,
  'giu',
);

/** Returns the words that reverse a condition: "within 30 days" and "after 30 days" differ in nothing else. */
export const turnsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(turning)].map(([word]) => word.toLowerCase())),
];
