import { plainInline, withoutDataUris, withoutTags } from './inline.logic.ts';
import { isBlank, joined, linesOf } from '../content/lines.logic.ts';
import { withQuestionHeadings } from '../content/questions.logic.ts';
import type { Block, Content, ParsedDocument, Piece } from '../content/shapes.logic.ts';

/**
 * Parses the block structure of a Markdown text: headings, lists, tables, code and prose with their offsets. Leaves inline syntax
 * as it is. Makes one pass over the lines, so that it can run in the server process: remark-parse takes half a minute on 64 KiB of
 * `>` or `~~a` (measured), and would block answers to customers that long.
 */
export function parseMarkdown(source: string): ParsedDocument {
  const lines = linesOf(source);
  const front = frontMatterEnd(lines);
  const blocks: Block[] = [];
  for (let at = front; at < lines.length;) {
    const run = runAt(lines, at);
    blocks.push(...blocksOf(source, run));
    at += run.lines.length;
  }
  return { title: titleIn(lines.slice(0, front)), blocks: withQuestionHeadings(blocks) };
}

type LineKind =
  | 'blank'
  | 'heading'
  | 'underlined'
  | 'rule'
  | 'code'
  | 'table'
  | 'list'
  | 'html'
  | 'definition'
  | 'prose';
interface LineRun {
  kind: LineKind;
  lines: Piece[];
}

const fence = /^ {0,3}(`{3,}|~{3,})/;
const atx = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const item = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;
const firstItem = /^ {0,3}(?:[-*+]|1[.)])[ \t]+\S/;
const html = /^ {0,3}<(?:[a-zA-Z/]|!--)/;
const definition = /^ {0,3}\[[^\]^][^\]]*\]:[ \t]/;

function runAt(lines: readonly Piece[], at: number): LineRun {
  const line = lines[at]?.text ?? '';
  if (line.trim() === '') return { kind: 'blank', lines: lines.slice(at, at + 1) };
  if (fence.test(line)) return { kind: 'code', lines: lines.slice(at, fenceEnd(lines, at)) };
  if (atx.test(line)) return { kind: 'heading', lines: lines.slice(at, at + 1) };
  if (isRule(line)) return { kind: 'rule', lines: lines.slice(at, at + 1) };
  if (isTable(lines, at))
    return {
      kind: 'table',
      lines: lines.slice(
        at,
        endWhere(lines, at, (text) => !text.includes('|')),
      ),
    };
  if (item.test(line)) return { kind: 'list', lines: lines.slice(at, listEnd(lines, at)) };
  if (html.test(line)) return { kind: 'html', lines: lines.slice(at, htmlEnd(lines, at)) };
  if (definition.test(line)) return { kind: 'definition', lines: lines.slice(at, at + 1) };
  return proseAt(lines, at);
}

function proseAt(lines: readonly Piece[], at: number): LineRun {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end]) && !interrupts(lines, end)) {
    // A setext underline turns the lines above it into a heading.
    if (isUnderline(lines[end]?.text ?? '')) return { kind: 'underlined', lines: lines.slice(at, end + 1) };
    end++;
  }
  return { kind: 'prose', lines: lines.slice(at, end) };
}

function interrupts(lines: readonly Piece[], at: number): boolean {
  const line = lines[at]?.text ?? '';
  if (fence.test(line) || atx.test(line) || firstItem.test(line) || isTable(lines, at)) return true;
  return isRule(line) && !isUnderline(line);
}

const isUnderline = (line: string) => line.length < 200 && /^ {0,3}(?:=+|-+)[ \t]*$/.test(line);

function isRule(line: string): boolean {
  const marks = line.replace(/[ \t]/g, '');
  return marks.length >= 3 && ['-', '*', '_'].some((mark) => marks === mark.repeat(marks.length));
}

function isTable(lines: readonly Piece[], at: number): boolean {
  const below = lines[at + 1]?.text ?? '';
  return (
    Boolean(lines[at]?.text.includes('|')) && below.includes('|') && below.includes('-') && !/[^ \t|:-]/.test(below)
  );
}

function fenceEnd(lines: readonly Piece[], at: number): number {
  const mark = fence.exec(lines[at]?.text ?? '')?.[1] ?? '```';
  for (let end = at + 1; end < lines.length; end++) {
    if (fence.exec(lines[end]?.text ?? '')?.[1]?.startsWith(mark)) return end + 1;
  }
  return lines.length;
}

// An item includes indented lines, blank lines that more of the list follows, and lazy continuation lines.
function listEnd(lines: readonly Piece[], at: number): number {
  let end = at + 1;
  while (end < lines.length) {
    let next = end;
    while (isBlank(lines[next]) && next < lines.length) next++;
    if (!(next > end ? belongsAfterBlank(lines[next]) : belongsToList(lines, next))) return end;
    end = next + 1;
  }
  return end;
}

const belongsAfterBlank = (line: Piece | undefined): boolean =>
  line !== undefined && (item.test(line.text) || /^(?: {2,}|\t)/.test(line.text)) && !isRule(line.text);

function belongsToList(lines: readonly Piece[], at: number): boolean {
  const line = lines[at]?.text ?? '';
  if (item.test(line) || /^[ \t]/.test(line)) return !isRule(line);
  return !interrupts(lines, at) && !html.test(line);
}

function htmlEnd(lines: readonly Piece[], at: number): number {
  const comment = /^ {0,3}<!--/.test(lines[at]?.text ?? '');
  if (!comment) return endWhere(lines, at, () => false);
  for (let end = at; end < lines.length; end++) if (lines[end]?.text.includes('-->')) return end + 1;
  return lines.length;
}

function endWhere(lines: readonly Piece[], at: number, stops: (text: string) => boolean): number {
  let end = at + 1;
  while (end < lines.length && !isBlank(lines[end]) && !stops(lines[end]?.text ?? '')) end++;
  return end;
}

function blocksOf(source: string, { kind, lines }: LineRun): Block[] {
  const whole = joined(source, lines);
  const content = (as: Content['kind'], parts: Piece[] = []): Block[] => [
    { kind: as, ...whole, text: withoutDataUris(whole.text), page: null, parts },
  ];
  switch (kind) {
    case 'blank':
    case 'rule':
    case 'definition':
      return [];
    case 'heading':
      return headingOf(
        whole,
        /#+/.exec(whole.text)?.[0].length ?? 1,
        whole.text.replace(/^[ #]+/, '').replace(/[ \t]#+[ \t]*$/, ''),
      );
    case 'underlined':
      return headingOf(whole, lines.at(-1)?.text.includes('=') ? 1 : 2, joined(source, lines.slice(0, -1)).text);
    case 'html': {
      const text = withoutTags(whole.text).trim();
      return text === '' ? [] : [{ kind: 'prose', ...whole, text, page: null, parts: [] }];
    }
    case 'code':
      return content('code', lines);
    case 'table':
      return content('table', lines);
    case 'list':
      return content('list', itemsOf(source, lines));
    case 'prose':
      return content('prose');
  }
}

function headingOf(whole: Piece, level: number, words: string): Block[] {
  const text = plainInline(words);
  return text === '' ? [] : [{ kind: 'heading', level, start: whole.start, end: whole.end, text, page: null }];
}

function itemsOf(source: string, lines: readonly Piece[]): Piece[] {
  const starts = lines.flatMap((line, at) => (item.test(line.text) ? [at] : []));
  return starts.map((start, at) => joined(source, lines.slice(start, starts[at + 1] ?? lines.length)));
}

const fences = ['---', '+++'];
const longestFront = 200;

// `---` may also be a rule, with text between two rules. Front matter begins with a named field.
function frontMatterEnd(lines: readonly Piece[]): number {
  const mark = fences.find((each) => lines[0]?.text.trimEnd() === each);
  if (mark === undefined || !/^(?:#|["']?[\w][\w .-]*["']?[ \t]*[:=])/.test(lines[1]?.text ?? '')) return 0;
  const end = lines.slice(1, longestFront).findIndex(({ text }) => text.trimEnd() === mark);
  return end < 0 ? 0 : end + 2;
}

function titleIn(front: readonly Piece[]): string | null {
  const line = front.find(({ text }) => /^title[ \t]*[:=][ \t]*\S/i.test(text));
  return line
    ? line.text
        .replace(/^title[ \t]*[:=]/i, '')
        .trim()
        .replace(/^(["'])(.*)\1$/, '$2') || null
    : null;
}
