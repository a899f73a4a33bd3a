import { quotableSentences } from '../../platform/text/sentences.logic.ts';
import { addressesIn, markdownOf, plainSentences } from './plain-sentence.logic.ts';
import { denialsIn, figuresIn, namesIn, turnsIn, type NumberInContext, withDigits } from './statements.logic.ts';
import type { Wording } from './wording.logic.ts';

/** A passage that an answer may be made from. */
export interface SourceSection {
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** How to read the language of the sections. Knowledge reads passages and questions in the same way. */
export interface SectionReading {
  stemsOf(text: string): string[];
  /** How specific a stem is, from 0 for "the" to 9 for a word that few texts contain. */
  worthOf(stem: string): number;
  /** True if all nouns have a capital, so that a capital does not mark a name. */
  capitalNouns: boolean;
}

export type Grounded =
  | { kind: 'grounded'; text: string; quotes: { section: number; quote: string }[]; kept: number; dropped: number }
  | { kind: 'too_little'; kept: number; dropped: number };

/**
 * The least share of a sentence, weighted by the worth of its words, that the cited sections must contain. Measured by
 * `npm run bench:grounding`, see server/bench/README.md: above 0.8, more good sentences are lost than bad ones.
 */
const leastCoverage = 0.8;
/** The same for each clause: it detects an invented clause in a long true sentence, and lets a short clause use other words. */
const leastOfClause = 0.6;
/** A clause of less worth has no meaningful word and is not checked by itself. */
const leastClauseWorth = 5;
/** A unit of a section is related to the sentence if it shares this much of what the closest unit shares. */
const partOfBest = 0.9;
/** If fewer of the model's claims are supported, the rest is too incomplete to use. */
const leastKept = 0.5;
const longestAnswer = 1_500;

interface CheckedSentence {
  text: string;
  step: boolean;
  /** The indexes of the cited sections that support it; null if it cites none, and so claims nothing. */
  sections: number[] | null;
  supported: boolean;
}

/**
 * Joins the sentences that the sections support, with quotes of the cited sections. Returns `too_little` if the section for which the
 * confidence was measured (`sure`, an index) is not cited, if a step is unsupported, or if more than half of the claims were dropped.
 */
export function ground(
  wording: Wording,
  sections: readonly SourceSection[],
  by: { reading: SectionReading; sure: number },
): Grounded {
  const read = sections.map((section) => readSection(section, by.reading));
  const checked = wording.sentences.flatMap(({ text, citations, step }) => {
    const cited = [...new Set(citations)].map((number) => number - 1).filter((at) => read[at] !== undefined);
    return plainSentences(text).map((sentence) => ({
      text: sentence,
      step,
      ...checkedAgainst(sentence, cited, read, by),
    }));
  });
  const kept = checked.filter(({ supported }) => supported);
  const counts = { kept: kept.length, dropped: checked.length - kept.length };
  const claims = checked.filter((each) => each.sections !== null);
  const enough =
    kept.some((each) => each.sections?.includes(by.sure)) &&
    kept.length >= leastKept * claims.length &&
    !checked.some(({ step, supported }) => step && !supported);
  const text = composed(kept);
  if (!enough || text.length > longestAnswer) return { kind: 'too_little', ...counts };
  return { kind: 'grounded', text, quotes: quotesFor(kept, read, by), ...counts };
}

// If single sections support the sentence alone, only those count, because a model may cite every section for every sentence.
function checkedAgainst(
  sentence: string,
  cited: readonly number[],
  read: readonly ReadSection[],
  { reading }: { reading: SectionReading },
): Pick<CheckedSentence, 'sections' | 'supported'> {
  if (cited.length === 0) return { sections: null, supported: false };
  const supports = (some: readonly number[]) =>
    isSupported(
      sentence,
      some.flatMap((at) => read[at] ?? []),
      reading,
    );
  const alone = cited.filter((at) => supports([at]));
  return { sections: alone.length > 0 ? alone : [...cited], supported: alone.length > 0 || supports(cited) };
}

interface ReadSection {
  text: string;
  stems: Set<string>;
  figures: { figure: NumberInContext; around: Set<string> }[];
  units: { text: string; stems: Set<string> }[];
}

function readSection({ title, headingPath, text }: SourceSection, reading: SectionReading): ReadSection {
  const whole = [title, ...headingPath, text].join('\n');
  return {
    text: whole,
    stems: new Set(reading.stemsOf(withDigits(whole))),
    figures: figuresIn(whole).map((figure) => ({ figure, around: new Set(reading.stemsOf(figure.around)) })),
    units: [title, ...headingPath, ...quotableSentences(text)].map((unit) => ({
      text: unit,
      stems: new Set(reading.stemsOf(unit)),
    })),
  };
}

const htmlTag = /<\/?[a-z!]/i;

// Whether the sources contain most of its words and all its addresses, figures and names, with the same negations and conditions.
function isSupported(sentence: string, sources: readonly ReadSection[], reading: SectionReading): boolean {
  if (htmlTag.test(sentence)) return false;
  return (
    coverage(sentence, sources, reading) >= leastCoverage &&
    clausesOf(sentence, reading).every((clause) => coverage(clause, sources, reading) >= leastOfClause) &&
    addressesIn(sentence).every((address) => sources.some(({ text }) => standsIn(text, address))) &&
    figuresIn(sentence).every((figure) => sources.some((source) => states(source, figure, reading))) &&
    namesIn(sentence, reading).every((name) =>
      reading.stemsOf(name).every((stem) => sources.some(({ stems }) => stems.has(stem))),
    ) &&
    turnsAlike(sentence, sources, reading)
  );
}

const clauseEnd =
  /[,;:–—()]+|(?<!\p{L})(?:and|or|but|while|because|und|oder|aber|weil|et|ou|mais|y|o|pero|e|ma|en|of|maar)(?!\p{L})/iu;

const clausesOf = (sentence: string, { stemsOf, worthOf }: SectionReading): string[] =>
  sentence
    .split(clauseEnd)
    .filter((clause) => stemsOf(clause).reduce((sum, stem) => sum + worthOf(stem), 0) >= leastClauseWorth);

function coverage(sentence: string, sources: readonly ReadSection[], { stemsOf, worthOf }: SectionReading): number {
  const stems = [...new Set(stemsOf(withDigits(sentence)))];
  const worth = (some: string[]) => some.reduce((sum, stem) => sum + worthOf(stem), 0);
  const found = stems.filter((stem) => sources.some((source) => source.stems.has(stem)));
  return worth(found) / (worth(stems) || 1);
}

/** Whether the text contains exactly this address, and not as a part of another one. */
function standsIn(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const [before, behind] = [text[at - 1] ?? '', text.slice(at + address.length)];
    if (!/[\p{L}\p{N}@._-]/u.test(before) && !/^(?:[\p{L}\p{N}/?&=%#@_~+-]|[.:][\p{L}\p{N}])/u.test(behind))
      return true;
  }
  return false;
}

/** Stems of less worth, such as those of "for the", do not tell what a number counts or what is denied. */
const leastWorth = 2;

/** Whether the section has the same number with the same unit, and a common word near both. */
function states(source: ReadSection, figure: NumberInContext, { stemsOf, worthOf }: SectionReading): boolean {
  const telling = stemsOf(figure.around).filter((stem) => worthOf(stem) >= leastWorth && !/^\p{N}/u.test(stem));
  const unit = figure.unit === null ? [] : stemsOf(figure.unit);
  return source.figures.some(
    ({ figure: known, around }) =>
      known.value === figure.value &&
      unit.every((stem) => around.has(stem)) &&
      (unit.length > 0 || figure.unit === null || known.unit === figure.unit) &&
      (telling.length === 0 || telling.some((stem) => around.has(stem))),
  );
}

// Whether a closest unit has the same negations, and the closest units contain every "within", "after" or "only" of the sentence.
function turnsAlike(sentence: string, sources: readonly ReadSection[], reading: SectionReading): boolean {
  const units = relatedUnits(sentence, sources, reading);
  return (
    units.some(({ text }) => signsAgree(sentence, text, reading)) &&
    turnsIn(sentence).every((turn) => units.some(({ text }) => turnsIn(text).includes(turn)))
  );
}

/** Whether the unit denies all that the sentence denies, and the sentence affirms nothing that the unit denies. */
function signsAgree(sentence: string, unit: string, { stemsOf, worthOf }: SectionReading): boolean {
  const telling = (text: string) => stemsOf(text).filter((stem) => worthOf(stem) >= leastWorth);
  const denied = denialsIn(sentence).map(telling);
  const deniedThere = denialsIn(unit).map(telling);
  const used = new Set(stemsOf(sentence));
  const meets = (stems: string[], others: string[][]) =>
    others.some((each) => each.some((stem) => stems.includes(stem)));
  const repeated = (stems: string[]) => stems.filter((stem) => used.has(stem)).length * 2 > stems.length;
  return (
    denied.every((stems) => meets(stems, deniedThere)) &&
    deniedThere.every((stems) => !repeated(stems) || meets(stems, denied))
  );
}

function relatedUnits(sentence: string, sources: readonly ReadSection[], { stemsOf, worthOf }: SectionReading) {
  const stems = [...new Set(stemsOf(sentence))];
  const scored = sources
    .flatMap(({ units }) => units)
    .map((unit) => ({
      ...unit,
      shared: stems.reduce((sum, stem) => sum + (unit.stems.has(stem) ? worthOf(stem) : 0), 0),
    }))
    .sort((one, other) => other.shared - one.shared);
  const best = scored[0]?.shared ?? 0;
  return scored.filter(({ shared }) => shared > 0 && shared >= partOfBest * best);
}

/** Returns for each cited section, in the order of the answer, the words that are closest to the answer. */
function quotesFor(
  kept: readonly CheckedSentence[],
  read: readonly ReadSection[],
  { reading }: { reading: SectionReading },
) {
  const cited = [...new Set(kept.flatMap(({ sections }) => sections ?? []))];
  return cited.flatMap((section) => {
    const source = read[section];
    if (!source) return [];
    const sentences = kept.filter((each) => each.sections?.includes(section)).map(({ text }) => text);
    const verbatim = { ...source, units: source.units.filter(({ text }) => source.text.includes(text)) };
    const quote = relatedUnits(sentences.join(' '), [verbatim], reading)[0]?.text;
    return quote === undefined ? [] : [{ section, quote }];
  });
}

/** Joins consecutive sentences into a paragraph, and consecutive steps into a numbered list. */
function composed(kept: readonly CheckedSentence[]): string {
  const blocks: { isList: boolean; lines: string[] }[] = [];
  for (const { text, step } of kept) {
    const open = blocks.at(-1);
    if (open?.isList === step) open.lines.push(markdownOf(text));
    else blocks.push({ isList: step, lines: [markdownOf(text)] });
  }
  const listed = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');
  return blocks.map(({ isList, lines }) => (isList ? listed(lines) : lines.join(' '))).join('\n\n');
}
