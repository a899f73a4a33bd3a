import { formatCode } from './cell-format.logic.ts';
import { alike, colourOf } from './css.logic.ts';
import { at, treeOf, valueAt, type Element } from './xml-tree.logic.ts';

/** How cells of one style look. */
export interface CellStyle {
  format: string;
  /** Nobody can read it: too small, or of the colour of its cell; `plain`: of the colour of a cell that is not filled. */
  unseen: 'always' | 'plain' | null;
}

const readable = 3;

/** The styles of cells, by their numbers (ECMA-376 part 1, §18.8). */
export function cellStyles(source: string): CellStyle[] {
  const sheet = treeOf(source).children.find(({ name }) => name === 'styleSheet');
  const listed = (list: string, name: string) => at(sheet, list)?.children.filter((each) => each.name === name) ?? [];
  const own = new Map(
    listed('numFmts', 'numFmt').map(
      ({ attributes }) => [Number(attributes.get('numFmtId')), attributes.get('formatCode') ?? 'General'] as const,
    ),
  );
  const [fonts, fills] = [listed('fonts', 'font'), listed('fills', 'fill')];
  return listed('cellXfs', 'xf').map(({ attributes }) => ({
    format: formatCode(Number(attributes.get('numFmtId') ?? 0), own),
    unseen: unseenBy(fonts[Number(attributes.get('fontId') ?? -1)], fills[Number(attributes.get('fillId') ?? -1)]),
  }));
}

function unseenBy(font: Element | undefined, fill: Element | undefined): CellStyle['unseen'] {
  const size = valueAt(font, ['sz']);
  if (size !== undefined && Number(size) < readable) return 'always';
  const colour = colourIn(at(font, 'color'));
  if (colour === null) return null;
  const pattern = at(fill, 'patternFill');
  const isPlain = fill === undefined || ['none', undefined].includes(pattern?.attributes.get('patternType'));
  if (isPlain && at(fill, 'gradientFill') === undefined) return alike(colour, '#ffffff') ? 'plain' : null;
  const behind = pattern?.attributes.get('patternType') === 'solid' ? colourIn(at(pattern, 'fgColor')) : null;
  return behind !== null && alike(colour, behind) ? 'always' : null;
}

/** The colours of the old palette and of a theme that are white (§18.8.27, §20.1.6.2). */
const white = { indexed: new Set(['1', '9', '65']), theme: new Set(['0']) };

// Null: a colour that depends on more than is read here.
function colourIn(element: Element | undefined): string | null {
  if (!element || Number(element.attributes.get('tint') ?? 0) !== 0) return null;
  const { attributes } = element;
  const named = attributes.get('rgb');
  if (named) return colourOf(`#${named.slice(-6).toLowerCase()}`);
  const isWhite = white.indexed.has(attributes.get('indexed') ?? '') || white.theme.has(attributes.get('theme') ?? '');
  return isWhite ? '#ffffff' : null;
}
