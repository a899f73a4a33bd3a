import { clean, headingDraft, proseDraft, type BlockDraft } from '../content/drafts.logic.ts';
import { tableDrafts } from '../content/tables.logic.ts';
import { gridTablesIn } from './grid-tables.logic.ts';
import { linesOf, sizeOf, type PageLine, type TextRun } from './page-lines.logic.ts';
import type { Direction } from './page-runs.logic.ts';
import { groupsOf, signOf, textOf, withMarkers, type LineGroup } from './paragraphs.logic.ts';
import { blocksInOrder } from './reading-order.logic.ts';
import { draftsOfTags, type StructureTag } from './tagged.logic.ts';

/** The font sizes in a file: of its body text, and the larger ones in descending order. */
export interface Sizes {
  body: number;
  larger: number[];
}

export function sizesOf(runs: readonly TextRun[]): Sizes {
  const body = sizeOf(runs);
  const all = new Set(runs.filter(({ text }) => text.trim() !== '').map(({ size }) => Math.round(size * 2) / 2));
  return { body, larger: [...all].filter((size) => size >= 1.2 * body).toSorted((a, b) => b - a) };
}

export interface PageToDraft {
  number: number;
  directions: readonly Direction[];
  tags: StructureTag | null;
}

/** If the tags cover a smaller share of a page, they are ignored. */
const leastTagged = 0.7;

/** Returns the blocks of a page in reading order: by the file's tags if they cover the page, otherwise by position. */
export function draftsOfPage({ number, directions, tags }: PageToDraft, sizes: Sizes): BlockDraft[] {
  const byMark = Map.groupBy(
    directions.flatMap(({ runs }) => runs),
    ({ mark }) => mark ?? '',
  );
  const written = [...byMark].filter(([mark, runs]) => mark !== '' && runs.some(({ text }) => text.trim() !== ''));
  const { drafts, read } = tags ? draftsOfTags(tags, byMark, number) : { drafts: [], read: new Set<string>() };
  const covered = written.filter(([mark]) => read.has(mark)).length;
  const isTagged = covered > 0 && covered >= leastTagged * written.length;
  const isUntagged = ({ mark }: TextRun) => !isTagged || mark === null || !read.has(mark);
  const rest = directions.flatMap(({ runs }) => draftsOfRuns(runs.filter(isUntagged), sizes, number));
  return isTagged ? [...drafts, ...rest] : rest;
}

/** Derives the blocks of a page from the positions of its text. */
function draftsOfRuns(runs: readonly TextRun[], sizes: Sizes, page: number | null): BlockDraft[] {
  const { tables, rest } = gridTablesIn(linesOf(runs));
  const groups = blocksInOrder(withMarkers(rest)).flatMap(groupsOf);
  const starts = startsOfItems(groups);
  const alone = singleLines(rest);
  const result: { y: number; drafts: BlockDraft[] }[] = groups.map((group, at) => ({
    y: group.lines[0]?.y ?? 0,
    drafts: draftsOfGroup(group, {
      sizes,
      page,
      starts,
      alone,
      next: groups[at + 1],
      isItem: isItem(groups, at, sizes),
    }),
  }));
  for (const { y, cells } of tables) {
    const at = result.findIndex((each) => each.y > y);
    result.splice(at < 0 ? result.length : at, 0, { y, drafts: tableDrafts(cells, page) });
  }
  return result.flatMap(({ drafts }) => drafts);
}

interface DraftPlace {
  sizes: Sizes;
  page: number | null;
  /** The x positions at which list items start, in ascending order. */
  starts: readonly number[];
  /** The y positions that have a single line. */
  alone: ReadonlySet<number>;
  next: LineGroup | undefined;
  isItem: boolean;
}

function singleLines(lines: readonly PageLine[]): Set<number> {
  const isNear = (line: PageLine, other?: PageLine) =>
    other !== undefined && Math.abs(line.y - other.y) <= 0.5 * line.size;
  return new Set(
    lines.filter((line, at) => !isNear(line, lines[at - 1]) && !isNear(line, lines[at + 1])).map(({ y }) => y),
  );
}

function draftsOfGroup(
  group: LineGroup,
  { sizes, page, starts, alone, next, isItem: inList }: DraftPlace,
): BlockDraft[] {
  const text = clean(textOf(group));
  if (text === '') return [];
  if (inList && group.marker) return [itemDraft(group, text, starts, page)];
  const level =
    levelBySize(group, text, sizes) ??
    (alone.has(group.lines[0]?.y ?? 0) ? levelByLook(group, text, sizes, next) : null);
  return [level === null ? proseDraft(text, page) : headingDraft(text, level, page)];
}

function itemDraft(
  { marker, lines }: LineGroup,
  text: string,
  starts: readonly number[],
  page: number | null,
): BlockDraft {
  const x = lines[0]?.x ?? 0;
  const depth = Math.max(
    0,
    starts.findLastIndex((start) => x >= start - 6),
  );
  const rest = text.slice(marker?.written.length ?? 0).trim();
  return { kind: 'list', level: 0, lines: [`${'  '.repeat(Math.min(depth, 8))}${signOf(marker)} ${rest}`], page };
}

/** A dash or number marks an item only if a similar item is next to it: a sentence may begin with one too. */
function isItem(groups: readonly LineGroup[], at: number, sizes: Sizes): boolean {
  const { marker, size, lines } = groups[at] ?? {};
  if (!marker || /\.{4,}|(?:\. ){4,}/.test(lines?.[0]?.text ?? '')) return false;
  if (marker.isSure) return true;
  if (marker.isOrdered && (size ?? 0) >= 1.2 * sizes.body) return false;
  const isLike = (step: 1 | -1) => {
    // Skip items of another kind: they are nested in the first one.
    for (let next = groups[at + step]?.marker, far = at + step; next; far += step, next = groups[far]?.marker)
      if (next.isOrdered === marker.isOrdered) return true;
    return false;
  };
  return isLike(-1) || isLike(1);
}

function startsOfItems(groups: readonly LineGroup[]): number[] {
  const starts: number[] = [];
  const all = groups.flatMap(({ marker, lines }) => (marker ? (lines[0]?.x ?? []) : []));
  for (const x of all.toSorted((a, b) => a - b))
    if (starts.length === 0 || x - (starts.at(-1) ?? 0) > 12) starts.push(x);
  return starts;
}

const longestHeading = 200;
const longestBoldHeading = 100;

/** A heading is short and large. */
function levelBySize({ size, bold, lines }: LineGroup, text: string, { body, larger }: Sizes): number | null {
  if (lines.length > 3 || text.length >= longestHeading || !/\p{L}/u.test(text)) return null;
  const rank = larger.findIndex((each) => size >= each);
  return rank >= 0 && (bold || size >= 1.35 * body) ? Math.min(6, rank + 1) : null;
}

/** A heading may also be a single short bold line above text that is not bold. */
function levelByLook(
  { bold, lines }: LineGroup,
  text: string,
  { larger }: Sizes,
  next: LineGroup | undefined,
): number | null {
  const isLine =
    bold && lines.length === 1 && text.length <= longestBoldHeading && /\p{L}/u.test(text) && !/[.,;:!]$/.test(text);
  return isLine && next && !next.bold && isBelow(lines[0], next.lines[0]) ? Math.min(6, larger.length + 1) : null;
}

const isBelow = (one?: PageLine, other?: PageLine) =>
  one !== undefined && other !== undefined && other.y > one.y && other.y - one.y < 4 * one.size && other.x < one.right;
