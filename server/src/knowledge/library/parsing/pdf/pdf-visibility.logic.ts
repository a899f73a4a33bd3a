import { alike } from '../content/css.logic.ts';
import {
  blankCanvas,
  changes,
  listOf,
  numberIn,
  pointOf,
  times,
  written,
  type Box,
  type Canvas,
  type Matrix,
} from './pdf-canvas.logic.ts';

/** The drawing operators of a page from pdf.js, with the arguments at the same index. */
export interface Drawing {
  fnArray: readonly number[];
  argsArray: readonly unknown[];
}

/** One piece of drawn text, with the position of its start on the page. */
export interface DrawnText {
  text: string;
  x: number;
  y: number;
  hidden: boolean;
}

export interface PageLook {
  /** The visible part of the page: left, bottom, right, top. */
  view: Box;
  /** The names of pdf.js's operators by number. */
  operators: ReadonlyMap<number, string>;
  /** The unit of a font, by its name; null for a Type 3 font, which draws its own letters at any size. */
  unitOf: (font: string) => number | null;
  /** Whether a layer (ISO 32000-1, §8.11) is shown to anyone who opens the file. */
  isOn: (layer: unknown) => boolean;
}

interface PaintedPage extends Canvas {
  look: PageLook;
  /** The painted areas, oldest first. The colour is null if it is unknown. */
  painted: { box: Box; colour: string | null }[];
  /** The area that pictures cover. */
  pictured: number;
  written: (DrawnText & { unpainted: boolean })[];
  /** The value of `done` at the start of each open group of operators. */
  groups: number[];
  /** For each open marked content, outermost first: whether it is shown. */
  marked: boolean[];
  done: number;
}

/** In points. */
const readable = 3;
const mostPainted = 2000;

/**
 * Returns the text of a page, and whether it is hidden: not painted, nearly transparent, smaller than three points, in the colour of
 * its background, off the page, or on a layer that is off. If pictures cover half of the page, unpainted text counts as visible: it
 * is the recognised text of a scan.
 */
export function drawnTextOf(drawing: Drawing, look: PageLook): DrawnText[] {
  const page: PaintedPage = {
    ...blankCanvas(),
    look,
    painted: [],
    pictured: 0,
    written: [],
    groups: [],
    marked: [],
    done: 0,
  };
  for (const [at, number] of drawing.fnArray.entries()) {
    const operator = look.operators.get(number) ?? '';
    const args = listOf(drawing.argsArray[at]);
    notePicture(page, operator);
    noteLayer(page, operator, args);
    const change = changes[operator];
    if (change) change(page, args);
    else paint(page, operator, args);
  }
  const isScan = page.pictured >= areaOf(look.view) / 2;
  return page.written.map(({ unpainted, ...each }) => ({ ...each, hidden: each.hidden || (unpainted && !isScan) }));
}

// pdf.js skips pictures (`maxImageSize`). What remains of one is a group that changes the coordinates and paints nothing.
// A picture fills the unit square of its own coordinates.
function notePicture(page: PaintedPage, operator: string): void {
  if (operator === 'save') page.groups.push(page.done);
  if (operator !== 'restore') return;
  const before = page.groups.pop();
  if (before !== page.done || page.state.ctm === page.saved.at(-1)?.ctm || isOff(page)) return;
  page.pictured += cover(page, reachOf(page, [0, 0, 1, 1]), null);
}

function noteLayer({ marked, look }: PaintedPage, operator: string, args: readonly unknown[]): void {
  if (operator === 'beginMarkedContent') marked.push(true);
  if (operator === 'beginMarkedContentProps') marked.push(args[0] !== 'OC' || look.isOn(args[1]));
  if (operator === 'endMarkedContent') marked.pop();
}

const isOff = ({ marked }: PaintedPage) => marked.includes(false);

const unpainting = new Set(['endPath', 'rawFillPath', '']);
const fills = new Set(['fill', 'eoFill', 'fillStroke', 'eoFillStroke', 'closeFillStroke', 'closeEOFillStroke']);

function paint(page: PaintedPage, operator: string, args: readonly unknown[]): void {
  const { state, look } = page;
  if (operator === 'showText') write(page, listOf(args[0]));
  if (operator === 'shadingFill' && !isOff(page)) cover(page, look.view, null);
  if (operator !== 'constructPath' || unpainting.has(look.operators.get(numberIn(args, 0)) ?? '')) return;
  page.done += 1;
  if (!fills.has(look.operators.get(numberIn(args, 0)) ?? '')) return;
  // A mostly transparent shape does not determine the background of text.
  if (state.opacity > 0.5 && !isOff(page)) cover(page, reachOf(page, listOf(args[2])), state.fill);
}

function cover(page: PaintedPage, box: Box, colour: string | null): number {
  page.done += 1;
  page.painted.push({ box, colour });
  // Drop the oldest shapes of a large drawing: the background of text is usually painted shortly before it.
  if (page.painted.length > mostPainted) page.painted.splice(0, mostPainted / 2);
  return areaOf(box);
}

function write(page: PaintedPage, glyphs: readonly unknown[]): void {
  const { state, look } = page;
  const place = times(state.ctm, page.text);
  const [x, y] = pointOf(place, 0, state.rise);
  const unit = look.unitOf(state.font);
  const size = Math.abs(state.size) * Math.sqrt(Math.abs(place[0] * place[3] - place[1] * place[2]));
  const isFaint = (unit !== null && size < readable) || state.opacity < 0.05;
  const hidden = isOff(page) || !holds(look.view, x, y) || isFaint || isCamouflaged(page, place);
  page.done += 1;
  const text = written(page, glyphs, unit ?? 0.001);
  page.written.push({ text, x, y, hidden, unpainted: state.mode === 3 || state.mode === 7 });
}

/** Whether text has the colour of its background. Samples inside the first letter: a cell's border may start where the text does. */
function isCamouflaged({ state, painted }: PaintedPage, place: Matrix): boolean {
  const [x, y] = pointOf(place, 0.2 * state.size, state.rise + 0.3 * state.size);
  const behind = painted.findLast(
    ({ box: [left, bottom, right, top] }) => x >= left && x <= right && y >= bottom && y <= top,
  );
  if (behind?.colour === null) return false;
  const isSeen = (colour: string | null) => colour === null || !alike(colour, behind?.colour ?? '#ffffff');
  // Letters are filled, stroked, or both (ISO 32000-1, §9.3.6).
  const kind = state.mode % 4;
  return !((kind !== 1 && isSeen(state.fill)) || ((kind === 1 || kind === 2) && isSeen(state.stroke)));
}

const holds = ([left, bottom, right, top]: Box, x: number, y: number) =>
  x >= left - 1 && x <= right + 1 && y >= bottom - 1 && y <= top + 1;

const areaOf = ([left, bottom, right, top]: Box) => Math.abs((right - left) * (top - bottom));

/** The bounding box on the page of a rectangle in the current coordinates. */
function reachOf({ state }: PaintedPage, corners: readonly unknown[]): Box {
  const [left, bottom, right, top] = [0, 1, 2, 3].map((at) => numberIn(corners, at)) as [
    number,
    number,
    number,
    number,
  ];
  const points = [left, right].flatMap((x) => [bottom, top].map((y) => pointOf(state.ctm, x, y)));
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
