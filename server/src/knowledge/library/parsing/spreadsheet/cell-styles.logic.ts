import { alike, colourOf } from '../content/css.logic.ts';
import { at, treeOf, valueAt, type XmlElement } from '../package/xml-tree.logic.ts';

/** The look of letters. `colour` is null if it depends on settings that are not parsed; `tiny` means unreadably small. */
export interface LetterLook {
  colour: string | null;
  tiny: boolean;
}

/** The look of the cells of one style. */
export interface CellStyle {
  format: string;
  letters: LetterLook;
  /** The fill colour of the cell; null for a pattern or gradient; `plain` if it is not filled. */
  behind: string | null;
}

const readable = 3;

/** Parses the cell styles, indexed by number (ECMA-376 part 1, §18.8). */
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
    letters: lettersIn(fonts[Number(attributes.get('fontId') ?? -1)]),
    behind: behindIn(fills[Number(attributes.get('fillId') ?? -1)]),
  }));
}

/** Whether the letters in a cell are unreadable. `isPlain` is true if only the cell's style can fill it. */
export function isUnseen({ colour, tiny }: LetterLook, behind: string | null, isPlain: boolean): boolean {
  if (tiny) return true;
  if (colour === null || behind === null) return false;
  return behind === 'plain' ? isPlain && alike(colour, '#ffffff') : alike(colour, behind);
}

type Attributes = ReadonlyMap<string, string>;

/** From the attributes of `color` and the value of `sz` (§18.8.3, §18.4.11). */
export const lettersOf = (color: Attributes | undefined, size: string | undefined): LetterLook => ({
  colour: colourIn(color),
  tiny: size !== undefined && Number(size) < readable,
});

const lettersIn = (font: XmlElement | undefined): LetterLook =>
  lettersOf(at(font, 'color')?.attributes, valueAt(font, ['sz']));

function behindIn(fill: XmlElement | undefined): string | null {
  const pattern = at(fill, 'patternFill');
  const type = pattern?.attributes.get('patternType');
  if ((type === undefined || type === 'none') && at(fill, 'gradientFill') === undefined) return 'plain';
  return type === 'solid' ? colourIn(at(pattern, 'fgColor')?.attributes) : null;
}

/** The white colours of the indexed palette and of a theme (§18.8.27, §20.1.6.2). */
const white = { indexed: new Set(['1', '9', '65']), theme: new Set(['0']) };

// Returns null for a colour that depends on settings that are not parsed.
function colourIn(attributes: Attributes | undefined): string | null {
  if (!attributes || Number(attributes.get('tint') ?? 0) !== 0) return null;
  const named = attributes.get('rgb');
  if (named) return colourOf(`#${named.slice(-6).toLowerCase()}`);
  const isWhite = white.indexed.has(attributes.get('indexed') ?? '') || white.theme.has(attributes.get('theme') ?? '');
  return isWhite ? '#ffffff' : null;
}

/** The built-in number formats (ECMA-376 part 1, §18.8.30). Dates in the reader's locale are shown in ISO format. */
const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0;-#,##0',
  38: '#,##0;-#,##0',
  39: '#,##0.00;-#,##0.00',
  40: '#,##0.00;-#,##0.00',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss',
};

export const formatCode = (id: number, own: ReadonlyMap<number, string>): string =>
  own.get(id) ?? builtIn[id] ?? 'General';
