import { ground, type Grounded, type SectionReading } from './grounding.logic.ts';
import { plainSentences } from './plain-sentence.logic.ts';
import type { Wording } from './wording.logic.ts';

/** The result of a lookup, as a section that the model words. */
export interface LookupSection {
  title: string;
  text: string;
  /** True for an organization's own sentence, which is used as a whole; of a list, only the requested values are used. */
  isSentence: boolean;
  /** The values as they are written in the text. */
  values: readonly string[];
}

/**
 * Returns the model's sentences that the looked-up texts support. Stricter than `ground`: a value must be repeated letter by letter,
 * beside the words that name it. During the comparison each value is replaced by one token (a seal), so that "March 5" is neither 5
 * nor March.
 */
export function groundInLookups(
  wording: Wording,
  lookups: readonly LookupSection[],
  reading: SectionReading,
): Grounded {
  const seal = sealing(lookups.flatMap(({ values }) => values));
  const units = lookups.flatMap(({ title, text }, at) =>
    unitsOf(seal.closed(text)).map((unit) => ({ lookup: at, title: title.replaceAll(/[_-]+/g, ' '), text: unit })),
  );
  const sentences = wording.sentences.flatMap(({ text, citations, step }) => {
    const cited = citations.flatMap((number) =>
      units.flatMap((unit, at) => (unit.lookup === number - 1 ? at + 1 : [])),
    );
    return plainSentences(seal.closed(text)).map((sentence) => ({ text: sentence, citations: cited, step }));
  });
  const sealed: SectionReading = { ...reading, worthOf: (stem) => (isSeal(stem) ? 0 : reading.worthOf(stem)) };
  const places = placesOf(units, sealed);
  const written = sentences.map(({ text }) => text);
  const sure = units.findIndex((unit) => sealsIn(unit.text).some((each) => written.join(' ').includes(each)));
  const refused: Grounded = { kind: 'too_little', kept: 0, dropped: sentences.length };
  if (sure < 0 || written.some((sentence) => isMisplaced(sentence, places, sealed))) return refused;
  const sections = units.map(({ title, text }) => ({ title, headingPath: [], text }));
  const grounded = ground({ ...wording, sentences }, sections, { reading: sealed, sure });
  if (grounded.kind === 'too_little') return grounded;
  const needed = lookups.filter(({ isSentence }) => isSentence).flatMap(({ text }) => sealsIn(seal.closed(text)));
  if (!needed.every((each) => grounded.text.includes(each))) return refused;
  const quotes = grounded.quotes.map(({ section, quote }) => ({ section, quote: seal.opened(quote) }));
  return { ...grounded, text: seal.opened(grounded.text), quotes };
}

const sealPattern = /97\d{6}/g;
const sealsIn = (text: string): string[] => text.match(sealPattern) ?? [];
const isSeal = (word: string) => /^97\d{6}$/.test(word);

/** Models write an ordinary space where a number is grouped with another kind of space. */
const plainBlanks = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ');

/** Replaces each value by a unique number and back. Longest first, so that no value is mistaken for a part of another. */
function sealing(written: readonly string[]) {
  const values = [...new Set(written)].filter((value) => value.trim() !== '').toSorted((a, b) => b.length - a.length);
  const seals = values.map((_value, at) => String(97_100_000 + at));
  return {
    closed: (text: string) =>
      values.reduce((sealed, value, at) => replacedIn(sealed, plainBlanks(value), seals[at] ?? ''), plainBlanks(text)),
    opened: (text: string) => text.replaceAll(sealPattern, (each) => values[seals.indexOf(each)] ?? each),
  };
}

/** Replaces whole values only: "12" is not in "123". Values are untrusted, so this searches for them without a regular expression. */
function replacedIn(text: string, value: string, by: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, from)) {
    const end = at + value.length;
    const isWhole = !touches(text[at - 1], value[0]) && !touches(text[end], value.at(-1));
    result += text.slice(from, at) + (isWhole ? by : value);
    from = end;
  }
  return result + text.slice(from);
}

const wordly = /[\p{L}\p{N}]/u;
const touches = (outer: string | undefined, inner: string | undefined) =>
  wordly.test(outer ?? '') && wordly.test(inner ?? '');

const part = /[,;–—()]+|(?<!\p{L})(?:and|but|while|und|aber|et|mais|y|pero|e|ma|en|maar)(?!\p{L})/iu;

/** Splits a list into its lines, and a sentence into its clauses. */
const unitsOf = (text: string): string[] =>
  text
    .split('\n')
    .flatMap((line) =>
      line.startsWith('- ') ? [line.slice(2)] : plainSentences(line).flatMap((each) => each.split(part)),
    )
    .map((unit) => unit.trim())
    .filter((unit) => unit !== '');

interface Places {
  /** For each value, by its seal: the words beside it and the units that contain it. */
  own: ReadonlyMap<string, { stems: ReadonlySet<string>; units: readonly number[] }>;
  /** All words that stand beside any value. */
  known: ReadonlySet<string>;
}

const leastWorth = 2;

const tellingIn = (text: string, { stemsOf, worthOf }: SectionReading): string[] =>
  stemsOf(text).filter((stem) => worthOf(stem) >= leastWorth && !/^\p{N}/u.test(stem));

function placesOf(units: readonly { text: string }[], reading: SectionReading): Places {
  const read = units.map(({ text }) => ({
    seals: sealsIn(text),
    stems: tellingIn(text.replaceAll(sealPattern, ' '), reading),
  }));
  const placeOf = (seal: string) => {
    const at = read.flatMap(({ seals }, unit) => (seals.includes(seal) ? [unit] : []));
    return { units: at, stems: new Set(at.flatMap((unit) => read[unit]?.stems ?? [])) };
  };
  const seals = [...new Set(read.flatMap((unit) => unit.seals))];
  const own = new Map(seals.map((seal) => [seal, placeOf(seal)]));
  return { own, known: new Set([...own.values()].flatMap(({ stems }) => [...stems])) };
}

/** Whether a value stands beside another value's words, or beside none of its own. */
function isMisplaced(sentence: string, { own, known }: Places, reading: SectionReading): boolean {
  return sentence.split(part).some((clause) => {
    const between = clause
      .split(sealPattern)
      .map((words) => tellingIn(words, reading).filter((stem) => known.has(stem)));
    const seals = sealsIn(clause);
    return seals.some((seal, at) => {
      const mine = own.get(seal);
      const before = between[at] ?? [];
      if (!mine) return true;
      // "Order 1 is packed": two values of one unit may follow each other without words of their own.
      const beside = own.get(seals[at - 1] ?? '')?.units.some((unit) => mine.units.includes(unit));
      if (before.length === 0 && beside) return false;
      const near = before.length > 0 ? before : (between[at + 1] ?? []);
      return !near.every((stem) => mine.stems.has(stem)) || (near.length === 0 && mine.stems.size > 0);
    });
  });
}
