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

/** How the language of the sections is read; knowledge reads passages and questions in the same way. */
export interface SectionReading {
  stemsOf(text: string): string[];
  /** What a stem says about the subject, 0 for "the" to 9 for a word that few texts have. */
  worthOf(stem: string): number;
  /** Where nouns are written with a capital, a capital does not make a name. */
  capitalNouns: boolean;
}

export type Grounded =
  | { kind: 'grounded'; text: string; quotes: { section: number; quote: string }[]; kept: number; dropped: number }
  | { kind: 'too_little'; kept: number; dropped: number };

/**
 * At least this share of a sentence, by what its words say, stands in the sections that it cites. Measured by
 * `npm run bench:grounding`, see server/bench/README.md: above 0.8 good sentences go faster than bad ones.
 */
const leastCoverage = 0.8;
/** An invention that rides on a long true sentence is a clause of its own; a short one may put it in other words. */
const leastOfClause = 0.6;
/** A clause without a meaningful word says nothing by itself. */
const leastClauseWorth = 5;
/** A statement of the section takes part in what the sentence says when it shares this much of the best one's words. */
const partOfBest = 0.9;
/** When more of what the model claimed falls away, the rest is a torso. */
const leastKept = 0.5;
const longestAnswer = 1_500;

interface CheckedSentence {
  text: string;
  step: boolean;
  /** Index of each section that says it, of those that it cites; null: it cites none, so it claims nothing. */
  sections: number[] | null;
  supported: boolean;
}

/**
 * The sentences that the sections support, put together, with what they cite. Too little when the section that the confidence
 * was measured on (`sure`, an index) is not among it, when a step is missing, or when half of the claims had to go.
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

// A model that cites everything for everything is taken at its best: what one section says alone, that one says.
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

// What the sources say in most of its words, with their addresses, figures and names, and the same way round.
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

/** Byte for byte, and not as the beginning of another address. */
function standsIn(text: string, address: string): boolean {
  for (let at = text.indexOf(address); at >= 0; at = text.indexOf(address, at + 1)) {
    const [before, behind] = [text[at - 1] ?? '', text.slice(at + address.length)];
    if (!/[\p{L}\p{N}@._-]/u.test(before) && !/^(?:[\p{L}\p{N}/?&=%#@_~+-]|[.:][\p{L}\p{N}])/u.test(behind))
      return true;
  }
  return false;
}

/** Stems that are worth less, as those of "for the", do not say what a number is a number of, or what is denied. */
const leastWorth = 2;

/** Whether the section has the same number with the same unit, of something that is named around both. */
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

// The unit that is closest to it denies what it denies and no more, and a "within", "after" or "only" of it is theirs too.
function turnsAlike(sentence: string, sources: readonly ReadSection[], reading: SectionReading): boolean {
  const units = relatedUnits(sentence, sources, reading);
  return (
    units.some(({ text }) => signsAgree(sentence, text, reading)) &&
    turnsIn(sentence).every((turn) => units.some(({ text }) => turnsIn(text).includes(turn)))
  );
}

/** What the sentence denies the unit denies, and what the unit denies is not affirmed by the sentence. */
function signsAgree(sentence: string, unit: string, { stemsOf, worthOf }: SectionReading): boolean {
  const telling = (text: string) => stemsOf(text).filter((stem) => worthOf(stem) >= leastWorth);
  const denied = denialsIn(sentence).map(telling);
  const deniedThere = denialsIn(unit).map(telling);
  const said = new Set(stemsOf(sentence));
  const meets = (stems: string[], others: string[][]) =>
    others.some((each) => each.some((stem) => stems.includes(stem)));
  const repeated = (stems: string[]) => stems.filter((stem) => said.has(stem)).length * 2 > stems.length;
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

/** For each section that is cited, in the order of the answer: the words of it that say most of what the answer says. */
function quotesFor(
  kept: readonly CheckedSentence[],
  read: readonly ReadSection[],
  { reading }: { reading: SectionReading },
) {
  const cited = [...new Set(kept.flatMap(({ sections }) => sections ?? []))];
  return cited.flatMap((section) => {
    const source = read[section];
    if (!source) return [];
    const said = kept.filter((each) => each.sections?.includes(section)).map(({ text }) => text);
    const verbatim = { ...source, units: source.units.filter(({ text }) => source.text.includes(text)) };
    const quote = relatedUnits(said.join(' '), [verbatim], reading)[0]?.text;
    return quote === undefined ? [] : [{ section, quote }];
  });
}

/** Sentences in a row are a paragraph, steps in a row a numbered list. */
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
