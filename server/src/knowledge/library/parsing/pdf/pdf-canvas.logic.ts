export type Matrix = readonly [number, number, number, number, number, number];
export type Box = readonly [left: number, bottom: number, right: number, top: number];

/** The graphics state, which `q` saves and `Q` restores (ISO 32000-1, §8.4). */
interface State {
  ctm: Matrix;
  /** Null for a pattern, which may have any colour. */
  fill: string | null;
  stroke: string | null;
  opacity: number;
  font: string;
  size: number;
  /** The text rendering mode; 3 and 7 paint nothing (§9.3.6). */
  mode: number;
  letterSpace: number;
  wordSpace: number;
  stretch: number;
  leading: number;
  rise: number;
}

/** The state of a page during drawing that determines which text is visible. */
export interface Canvas {
  state: State;
  saved: State[];
  text: Matrix;
  line: Matrix;
}

const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const blankCanvas = (): Canvas => ({
  state: {
    ctm: identity,
    fill: '#000000',
    stroke: '#000000',
    opacity: 1,
    font: '',
    size: 0,
    mode: 0,
    letterSpace: 0,
    wordSpace: 0,
    stretch: 1,
    leading: 0,
    rise: 0,
  },
  saved: [],
  text: identity,
  line: identity,
});

type Arguments = readonly unknown[];

/** The effect of each operator on the canvas, by pdf.js's name. Painting operators are not included. */
export const changes: Readonly<Record<string, (canvas: Canvas, args: Arguments) => void>> = {
  save: (canvas) => canvas.saved.push(canvas.state),
  restore,
  transform: (canvas, args) => set(canvas, { ctm: times(canvas.state.ctm, matrixOf(args)) }),
  paintFormXObjectBegin: (canvas, args) => {
    canvas.saved.push(canvas.state);
    set(canvas, { ctm: times(canvas.state.ctm, matrixOf(args[0])) });
  },
  paintFormXObjectEnd: restore,
  setFillRGBColor: (canvas, args) => set(canvas, { fill: colourIn(args) }),
  setFillColorN: (canvas) => set(canvas, { fill: null }),
  setFillTransparent: (canvas) => set(canvas, { fill: null }),
  setStrokeRGBColor: (canvas, args) => set(canvas, { stroke: colourIn(args) }),
  setStrokeColorN: (canvas) => set(canvas, { stroke: null }),
  setStrokeTransparent: (canvas) => set(canvas, { stroke: null }),
  setGState: (canvas, args) => {
    for (const each of listOf(args[0]))
      if (listOf(each)[0] === 'ca') set(canvas, { opacity: numberIn(listOf(each), 1) });
  },
  setFont: (canvas, args) => set(canvas, { font: String(args[0]), size: numberIn(args, 1) }),
  setTextRenderingMode: (canvas, args) => set(canvas, { mode: numberIn(args, 0) }),
  setCharSpacing: (canvas, args) => set(canvas, { letterSpace: numberIn(args, 0) }),
  setWordSpacing: (canvas, args) => set(canvas, { wordSpace: numberIn(args, 0) }),
  setHScale: (canvas, args) => set(canvas, { stretch: numberIn(args, 0) / 100 }),
  setLeading: (canvas, args) => set(canvas, { leading: numberIn(args, 0) }),
  setTextRise: (canvas, args) => set(canvas, { rise: numberIn(args, 0) }),
  beginText: (canvas) => startLine(canvas, identity),
  setTextMatrix: (canvas, args) => startLine(canvas, matrixOf(args[0])),
  moveText: (canvas, args) => startLine(canvas, moved(canvas.line, numberIn(args, 0), numberIn(args, 1))),
  setLeadingMoveText: (canvas, args) => {
    set(canvas, { leading: -numberIn(args, 1) });
    startLine(canvas, moved(canvas.line, numberIn(args, 0), numberIn(args, 1)));
  },
  nextLine: (canvas) => startLine(canvas, moved(canvas.line, 0, -canvas.state.leading)),
};

function set(canvas: Canvas, change: Partial<State>): void {
  canvas.state = { ...canvas.state, ...change };
}

function restore(canvas: Canvas): void {
  canvas.state = canvas.saved.pop() ?? canvas.state;
}

function startLine(canvas: Canvas, line: Matrix): void {
  canvas.line = line;
  canvas.text = line;
}

/** Returns the text of `glyphs` and moves the text position to its end. `unit` is the size of the font's unit. */
export function written(canvas: Canvas, glyphs: Arguments, unit: number): string {
  const { size, letterSpace, wordSpace, stretch } = canvas.state;
  let [text, width] = ['', 0];
  for (const glyph of glyphs) {
    // A number moves the next letter, in thousandths of the font size.
    if (typeof glyph === 'number') width -= (glyph / 1000) * size;
    if (typeof glyph !== 'object' || glyph === null) continue;
    const { unicode, width: own, isSpace }: { unicode?: unknown; width?: unknown; isSpace?: unknown } = glyph;
    text += typeof unicode === 'string' ? unicode : '';
    width += (typeof own === 'number' ? own : 0) * unit * size + letterSpace + (isSpace === true ? wordSpace : 0);
  }
  canvas.text = moved(canvas.text, width * stretch, 0);
  return text;
}

/** Transforms a point to page coordinates. */
export const pointOf = ([a, b, c, d, e, f]: Matrix, x: number, y: number): [number, number] => [
  a * x + c * y + e,
  b * x + d * y + f,
];

export const times = (one: Matrix, other: Matrix): Matrix => [
  one[0] * other[0] + one[2] * other[1],
  one[1] * other[0] + one[3] * other[1],
  one[0] * other[2] + one[2] * other[3],
  one[1] * other[2] + one[3] * other[3],
  ...pointOf(one, other[4], other[5]),
];

const moved = (matrix: Matrix, x: number, y: number) => times(matrix, [1, 0, 0, 1, x, y]);

export const listOf = (value: unknown): Arguments => {
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return Array.from(value as ArrayLike<unknown>);
  return [];
};

export const numberIn = (list: Arguments, at: number): number => (typeof list[at] === 'number' ? list[at] : 0);

const colourIn = (args: Arguments) => (typeof args[0] === 'string' ? args[0] : null);

function matrixOf(value: unknown): Matrix {
  const list = listOf(value);
  if (list.length < 6) return identity;
  const at = (place: number) => numberIn(list, place);
  return [at(0), at(1), at(2), at(3), at(4), at(5)];
}
