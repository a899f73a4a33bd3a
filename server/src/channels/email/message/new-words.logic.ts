import {
  attributionAt,
  isBareOriginalHeading,
  headingOf,
  isDeviceLine,
  isLabelled,
  isOriginalHeading,
  isSignatureMark,
  linesOf,
  tellsTime,
  type Answered,
  type Attribution,
  type MailLine,
} from './quoted-lines.logic.ts';

export interface ReadWords {
  /** The words that are new in this mail. */
  text: string;
  /** The rest: the quoted message and the signature; '' if there is nothing else. */
  quoted: string;
}

/**
 * Separates the new words of a reply from the message that it quotes, in one pass over the lines, in linear time. When in
 * doubt, a line is kept: an old line too many costs a glance, a missing new line costs the customer's question.
 * `of_program`: every mark was inserted for a quotation in HTML, so no person typed it. `answered`: whom a reply answers.
 * Every line is in one of the two parts; if nothing new would be left, all of it is new.
 */
export function newWordsOf(
  text: string,
  { marks = 'typed', answered = [] }: { marks?: 'typed' | 'of_program'; answered?: Answered } = {},
): ReadWords {
  const lines = linesOf(text.replaceAll('\r\n', '\n'));
  const quoted = lines.map(() => false);
  const end = foldQuotes(lines, quoted, { marksAreCertain: marks === 'of_program', answered });
  foldSignature(lines, quoted, end);
  const fresh = joined(lines, quoted, false);
  if (!/[\p{L}\p{N}\p{S}]/u.test(fresh)) return { text: text.trim(), quoted: '' };
  return { text: fresh, quoted: joined(lines, quoted, true) };
}

const joined = (lines: readonly MailLine[], quoted: readonly boolean[], wanted: boolean): string =>
  // Folding leaves several blank lines in a row.
  withoutGaps(lines.filter((_, at) => quoted[at] === wanted).map(({ whole }) => whole));

function withoutGaps(lines: readonly string[]): string {
  const kept = lines.filter((line, at) => line.trim() !== '' || (lines[at - 1] ?? '').trim() !== '');
  return kept.join('\n').trim();
}

/** Marks the quoted lines; returns where the last new words end. */
function foldQuotes(
  lines: readonly MailLine[],
  quoted: boolean[],
  { marksAreCertain, answered }: { marksAreCertain: boolean; answered: Answered },
): number {
  let at = 0;
  let folded = marksAreCertain;
  while (at < lines.length) {
    if (opensOldMessage(lines, at, answered)) {
      // Everything below an unmarked heading counts as old: words that a person wrote in between cannot be told apart.
      quoted.fill(true, startOfRule(lines, at));
      return startOfRule(lines, at);
    }
    const attribution = attributionAt(lines, at, answered);
    const taken = attribution ? foldAttributed(lines, quoted, at, attribution) : foldMarked(lines, quoted, at, folded);
    if (taken === 'rest') return at;
    folded ||= quoted[at] === true;
    at += taken;
  }
  return lines.length;
}

const opensOldMessage = (lines: readonly MailLine[], at: number, answered: Answered): boolean => {
  const line = lines[at];
  if (!line || line.blank || (line.marked && !line.seen.endsWith('>>>'))) return false;
  return (
    (isOriginalHeading(line) && introducesAny(lines, at)) ||
    isHeadingBlock(lines, at) ||
    isBlockByAuthor(lines, at, answered) ||
    isRuledBlock(lines, at, answered)
  );
};

/** A person who mentions such a line continues in sentences; below a program's line there are headings, an address or marks. */
function introducesAny(lines: readonly MailLine[], at: number): boolean {
  if (!isWordyRule(lines[at])) return !isLast(lines, at);
  const below = lines.slice(at + 1, at + 1 + mostHeadingLines);
  return below.some(
    (line, index) =>
      line.marked || line.seen.includes('@') || headingOf(line) !== null || attributionAt(below, index) !== null,
  );
}

const isWordyRule = (line: MailLine | undefined) => /^--+[ _]*\p{L}[\p{L} _]*--+$/u.test(line?.seen ?? '');

const isLast = (lines: readonly MailLine[], at: number) => nextWritten(lines, at + 1) >= lines.length;

// Enough for wrapped headings; a longer block is not a list of headings.
const mostHeadingLines = 12;

/**
 * `From: … Sent: … To: … Subject: …` close together: sender, time, and subject or recipient. A form that a person fills
 * in has fewer.
 */
function isHeadingBlock(lines: readonly MailLine[], at: number): boolean {
  const first = lines[at];
  const opening = first && headingOf(first);
  if (!opening || opening === 'subject' || opening === 'copy') return false;
  const found = new Set<string>();
  let gaps = 0;
  for (const line of lines.slice(at, at + mostHeadingLines)) {
    if (line.marked) break;
    gaps = line.blank ? gaps + 1 : 0;
    if (gaps > 1) break;
    const heading = headingOf(line);
    if (heading) found.add(heading);
  }
  const near = lines.slice(at, at + mostHeadingLines);
  const addressed = near.some(({ seen }) => seen.includes('@'));
  if (!found.has('from') || !found.has('sent')) return false;
  // A form that a person fills in has no time of day.
  const timed = near.some((line) => headingOf(line) === 'sent' && tellsTime(line));
  return found.has('subject') ? addressed || timed : found.has('to') && addressed;
}

const fewHeadings = 3;

/** Headings in a language that we do not know, below each other: the first of them name whom the reply answers, and a time. */
function isBlockByAuthor(lines: readonly MailLine[], at: number, answered: Answered): boolean {
  const near = lines.slice(at, at + mostHeadingLines);
  const end = near.findIndex((line) => line.marked || !isLabelled(line));
  const block = near.slice(0, end < 0 ? near.length : end);
  const [first] = block;
  if (!first || block.length < fewHeadings || !block.some(tellsTime)) return false;
  return (
    namesAuthor(first, answered) || (tellsTime(first) && block.slice(1, 2).some((line) => namesAuthor(line, answered)))
  );
}

/** A rule with words in it, and below it, as in a table, whom the reply answers, and a time. */
function isRuledBlock(lines: readonly MailLine[], at: number, answered: Answered): boolean {
  if (!isWordyRule(lines[at])) return false;
  const near = lines.slice(at + 1, at + 1 + mostHeadingLines).filter(({ blank }) => !blank);
  // Some write a label and its value on two lines.
  return near.slice(0, 2).some((line) => namesAuthor(line, answered)) && near.slice(1, 4).some(tellsTime);
}

// A bare address is often one that a person has typed.
const namesAuthor = (line: MailLine, answered: Answered): boolean =>
  !['to', 'copy', 'subject'].includes(headingOf(line) ?? '') &&
  answered.some((each) => line.seen.toLowerCase().includes(each.includes('@') ? `<${each}>` : each));

/** Includes a rule right above, which belongs to the old message, with or without words in it. */
function startOfRule(lines: readonly MailLine[], at: number): number {
  let above = at - 1;
  while (above >= 0 && lines[above]?.blank) above -= 1;
  const line = lines[above];
  return line && (isRule(line.seen) || isBareOriginalHeading(line)) ? above : at;
}

const isRule = (seen: string) =>
  seen.length >= 5 && (/^(?:_+|-+|=+)$/.test(seen) || (seen.startsWith('-----') && seen.endsWith('-----')));

/** Folds an attribution and the text that it introduces. Returns the number of lines, or `rest` if nothing new can follow. */
function foldAttributed(
  lines: readonly MailLine[],
  quoted: boolean[],
  at: number,
  { lines: count, certain, goesOn }: Attribution,
): number | 'rest' {
  if (goesOn) {
    quoted.fill(true, at);
    return 'rest';
  }
  const next = nextWritten(lines, at + count);
  if (lines[next]?.marked) {
    const end = endOfMarked(lines, next);
    quoted.fill(true, at, end);
    return end - at;
  }
  if (!certain || next >= lines.length) return 1;
  quoted.fill(true, at);
  return 'rest';
}

function nextWritten(lines: readonly MailLine[], from: number): number {
  let at = from;
  while (at < lines.length && lines[at]?.blank) at += 1;
  return at;
}

/** The index after the last marked line in a stretch of marked and blank lines. */
function endOfMarked(lines: readonly MailLine[], from: number): number {
  let end = from;
  for (let at = from; at < lines.length && (lines[at]?.marked || lines[at]?.blank); at++)
    if (lines[at]?.marked) end = at + 1;
  return end;
}

const fewMarked = 3;

/**
 * Folds marked lines without an attribution above them if something was quoted before (a reply in between), or if no
 * person types such a stretch: nested marks, long sentences, an attribution. Otherwise a person may have typed the `>`, as below
 * their own "I get this:".
 */
function foldMarked(lines: readonly MailLine[], quoted: boolean[], at: number, before: boolean): number {
  if (!lines[at]?.marked) return 1;
  const end = endOfMarked(lines, at);
  const stretch = lines.slice(at, end).filter(({ marked }) => marked);
  const nested = stretch.some(({ seen }) => /^>\s?>/.test(seen));
  const sentences = !isIntroduced(lines, at) && stretch.filter(({ seen }) => seen.length > 40).length >= fewMarked;
  if (before || nested || sentences || opensWithAttribution(stretch)) quoted.fill(true, at, end);
  return end - at;
}

/** Whether a line above ends with a colon, and is no attribution in a language that we do not know. */
function isIntroduced(lines: readonly MailLine[], at: number): boolean {
  let above = at - 1;
  while (above >= 0 && lines[above]?.blank) above -= 1;
  const line = lines[above];
  return line !== undefined && line.seen.endsWith(':') && !tellsTime(line) && !line.seen.includes('@');
}

/** Apple marks the attribution as well; Orange marks the headings. */
function opensWithAttribution(stretch: readonly MailLine[]): boolean {
  const inner = linesOf(
    stretch
      .slice(0, 6)
      .map(({ seen }) => seen.replace('>', ''))
      .join('\n'),
  );
  const first = inner.findIndex(({ blank }) => !blank);
  const headings = new Set(inner.map(headingOf));
  return (
    attributionAt(inner, first) !== null || (['from', 'to', 'subject'] as const).every((each) => headings.has(each))
  );
}

const mostSignatureLines = 8;
const longestSignatureLine = 90;

/** Folds a signature below its mark, and a telephone's own line at the end. Text after the signature's paragraph counts as new. */
function foldSignature(lines: readonly MailLine[], quoted: boolean[], end: number): void {
  let last = lastWritten(lines, quoted, end);
  const device = lines[last];
  if (device && isDeviceLine(device) && !continuesSentence(lines, last)) {
    quoted[last] = true;
    last = lastWritten(lines, quoted, end);
  }
  const mark = lines.findLastIndex((line, at) => at < end && !quoted[at] && isSignatureMark(line));
  if (mark < 1) return;
  let stop = mark + 1;
  while (stop < end && !lines[stop]?.blank && !quoted[stop]) stop += 1;
  const signature = lines.slice(mark + 1, stop);
  // A mark without its trailing blank is often a rule that a person typed.
  const typed = !lines[mark]?.whole.startsWith('-- ');
  if (answersPoints(signature)) return;
  if (signature.length === 0 ? mark === last : signature.length <= mostSignatureLines && signature.every(fits(typed)))
    quoted.fill(true, mark, stop);
}

/** "1. Yes", "- the blue one", "b) no", "Zu 2: morgen". */
const point = /^(?:[-*•–]|[a-h]\)|(?:\p{L}{1,8} )?\d{1,2}[.):])\s+\S/u;

/** Whether somebody answers point by point: their program has put the signature above. One such line may be the floor of an office. */
function answersPoints(lines: readonly MailLine[]): boolean {
  const points = lines.map(({ whole }) => point.test(whole.slice(0, longestSignatureLine).trim()));
  return points[0] === true || points.filter(Boolean).length > 1;
}

/** Whether the line continues a wrapped sentence: "The mail was / sent from my old address". */
const continuesSentence = (lines: readonly MailLine[], at: number): boolean =>
  /^\p{Ll}/u.test(lines[at]?.seen ?? '') && lines[at - 1]?.blank === false;

const fits =
  (typed: boolean) =>
  ({ seen }: MailLine): boolean =>
    seen.length <= longestSignatureLine &&
    !/[?!]/.test(seen) &&
    !/^p\.? ?s\b/i.test(seen) &&
    !(typed && seen.endsWith('.') && seen.includes(' '));

function lastWritten(lines: readonly MailLine[], quoted: readonly boolean[], end: number): number {
  let at = Math.min(end, lines.length) - 1;
  while (at >= 0 && (lines[at]?.blank || quoted[at])) at -= 1;
  return at;
}
