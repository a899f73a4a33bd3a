import type { Box } from './pdf-canvas.logic.ts';
import type { TextRun } from './page-lines.logic.ts';
import type { TextItem, WordsItem } from './visible-items.logic.ts';

/** The runs of a page that have the same text direction. */
export interface Direction {
  runs: TextRun[];
  letters: number;
}

/** The share of a page's height at the top and bottom that may contain running heads. */
const margin = 0.15;
/** Round directions to this many degrees: a scan may be slightly skewed. */
const step = 15;
/** Larger letters are a mistake or an attack on parsers. */
const largest = 1000;

/**
 * Groups the text of a page by direction, most letters first, and rotates each group so that it runs to the right. Skips the running
 * heads and feet that the file marks as such.
 */
export function directionsOf(page: {
  items: readonly TextItem[];
  view: Box;
  isBold: (font: string) => boolean;
}): Direction[] {
  const found = new Map<number, Direction>();
  for (const { item, mark, isArtifact } of wordsIn(page.items)) {
    const [a, b] = item.transform;
    const turned = (Math.round((Math.atan2(b, a) * 180) / Math.PI / step) * step + 360) % 360;
    const run = turnedRun(item, turned, { mark, bold: page.isBold(item.fontName) });
    if (isArtifact && isAtEdge(run.y, page.view, turned)) continue;
    const direction = found.get(turned) ?? { runs: [], letters: 0 };
    found.set(turned, direction);
    direction.runs.push(run);
    direction.letters += item.str.trim().length;
  }
  return [...found.values()].toSorted((a, b) => b.letters - a.letters);
}

function* wordsIn(
  items: readonly TextItem[],
): Generator<{ item: WordsItem; mark: string | null; isArtifact: boolean }> {
  const open = [{ mark: null as string | null, isArtifact: false }];
  for (const item of items) {
    const around = open.at(-1) ?? { mark: null, isArtifact: false };
    if ('str' in item) {
      if (item.str !== '' && item.transform.every(Number.isFinite)) yield { item, ...around };
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push({ mark: item.id ?? around.mark, isArtifact: around.isArtifact || item.tag === 'Artifact' });
  }
}

function turnedRun(item: WordsItem, degrees: number, { mark, bold }: Pick<TextRun, 'mark' | 'bold'>): TextRun {
  const [, , c, d, e, f] = item.transform;
  const [x, y] = turned(e, f, degrees);
  const size = Math.min(Math.hypot(c, d) || 12, largest);
  return { text: item.str, x, y, width: item.width || 0, size, bold, rtl: item.dir === 'rtl', mark };
}

/** Rotates a point so that text of this direction runs to the right; `y` grows downwards. */
function turned(x: number, y: number, degrees: number): [number, number] {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return [x * cos + y * sin, x * sin - y * cos];
}

function isAtEdge(y: number, [left, bottom, right, top]: Box, degrees: number): boolean {
  const ys = [left, right].flatMap((x) => [bottom, top].map((each) => turned(x, each, degrees)[1]));
  const [first, last] = [Math.min(...ys), Math.max(...ys)];
  return y < first + margin * (last - first) || y > last - margin * (last - first);
}
