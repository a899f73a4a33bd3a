import { alike, colourOf } from '../content/css.logic.ts';
import type { Cut } from './visible-package.logic.ts';
import { around, at, treeOf, within, without, wordsOf, type XmlElement } from '../package/xml-tree.logic.ts';

interface TextStyle {
  isHidden?: boolean;
  colour?: string | null;
  size?: number;
  /** The background; null if it is unknown. */
  fill?: string | null;
}

const readable = 3;

/**
 * Finds the invisible content of an OpenDocument text: hidden sections, text and fields, tiny or white text, text deleted by a
 * revision, and annotations (OpenDocument 1.3 part 3, §5.5, §20.405).
 */
export function hiddenInOpenDocument(parts: ReadonlyMap<string, string>): Cut {
  const source = parts.get('content.xml') ?? '';
  const tree = treeOf(source);
  const named = treeOf(parts.get('styles.xml') ?? '');
  const styles = stylesOf([...within(named), ...within(tree)]);
  const paper = paperOf(named);
  const hidden = outermost(tree, (each) => isHidden(each, styles, paper));
  return { shown: new Map([['content.xml', without(source, hidden)]]), hidden: hidden.map(wordsOf) };
}

function outermost(element: XmlElement, hidden: (each: XmlElement) => boolean): XmlElement[] {
  return element.children.flatMap((each) => (hidden(each) ? [each] : outermost(each, hidden)));
}

const unseen = new Set(['tracked-changes', 'annotation', 'hidden-text', 'hidden-paragraph', 'script']);
type OpenDocumentStyles = ReadonlyMap<string, TextStyle>;

function isHidden(element: XmlElement, styles: OpenDocumentStyles, paper: string | null): boolean {
  const { name, attributes } = element;
  if (unseen.has(name)) return true;
  if (name === 'section') return attributes.get('display') === 'none';
  if (/^table-(?:row|column)$/.test(name)) return ['collapse', 'filter'].includes(attributes.get('visibility') ?? '');
  if (name !== '#text' || element.text.trim() === '') return false;
  const look = inheritedLook(element, styles);
  if (look.isHidden || (look.size !== undefined && look.size < readable)) return true;
  if (!look.colour) return false;
  const behind = look.fill === undefined ? behindOf(element, styles, paper) : look.fill;
  return behind !== null && alike(look.colour, behind);
}

// Combines the styles of the text's ancestors, up to the paragraph.
function inheritedLook(text: XmlElement, styles: OpenDocumentStyles): TextStyle {
  let look: TextStyle = {};
  for (let each = text.parent; each; each = each.parent) {
    look = { ...styles.get(styleOf(each)), ...look };
    if (each.name === 'p' || each.name === 'h') break;
  }
  return look;
}

// Returns null inside a frame or a styled table: its fill may come from settings that are not parsed.
function behindOf(element: XmlElement, styles: OpenDocumentStyles, paper: string | null): string | null {
  if (around(element, 'frame', 'custom-shape', 'text-box')) return null;
  for (let each = element.parent; each; each = each.parent) {
    const { fill } = styles.get(styleOf(each)) ?? {};
    if (fill !== undefined) return fill;
    if (each.name === 'table' && each.attributes.has('template-name')) return null;
  }
  return paper;
}

const families: Record<string, string> = {
  p: 'paragraph',
  h: 'paragraph',
  span: 'text',
  a: 'text',
  section: 'section',
  table: 'table',
  'table-row': 'table-row',
  'table-cell': 'table-cell',
};

const styleOf = ({ name, attributes }: XmlElement) => `${families[name]} ${attributes.get('style-name') ?? ''}`;

function stylesOf(elements: readonly XmlElement[]): OpenDocumentStyles {
  const found = elements.filter(({ name }) => name === 'style');
  const all = new Map(found.map((each) => [`${each.attributes.get('family')} ${each.attributes.get('name')}`, each]));
  const looks = new Map<string, TextStyle>();
  for (const [key, style] of all) {
    let look = lookOf(style);
    let each: XmlElement | undefined = style;
    for (let depth = 0; each && depth < 20; depth++) {
      each = all.get(`${each.attributes.get('family')} ${each.attributes.get('parent-style-name')}`);
      if (each) look = { ...lookOf(each), ...look };
    }
    looks.set(key, look);
  }
  return looks;
}

function lookOf(style: XmlElement): TextStyle {
  const text = at(style, 'text-properties')?.attributes;
  const size = pointsOf(text?.get('font-size') ?? '');
  const colour = text?.get('color');
  const fill = style.children
    .map(({ attributes }) => attributes.get('background-color'))
    .find((each) => each !== undefined);
  return {
    ...(text?.has('display') ? { isHidden: text.get('display') === 'none' } : {}),
    ...(text?.get('use-window-font-color') === 'true' ? { colour: null } : {}),
    ...(colour ? { colour: colourOf(colour.toLowerCase()) } : {}),
    ...(size === null ? {} : { size }),
    ...(fill === undefined || fill === 'transparent' ? {} : { fill: colourOf(fill.toLowerCase()) }),
  };
}

const units: Record<string, number> = { pt: 1, px: 0.75, pc: 12, in: 72, cm: 28.35, mm: 2.835 };

function pointsOf(size: string): number | null {
  const [, number = '', unit = ''] = /^([\d.]+)([a-z]+)$/.exec(size) ?? [];
  return number === '' ? null : Number(number) * (units[unit] ?? 12);
}

// Returns white, or the colour of a page layout that has one; null if a page has a picture.
function paperOf(named: XmlElement): string | null {
  const papers = [...within(named)].filter(({ name }) => name === 'page-layout-properties');
  const colours = papers.map(({ attributes }) => attributes.get('background-color') ?? 'transparent');
  if (papers.some((each) => at(each, 'background-image'))) return null;
  const other = colours.find((colour) => colour !== 'transparent');
  return other === undefined ? '#ffffff' : colourOf(other.toLowerCase());
}
