import { alike, colourOf } from '../content/css.logic.ts';
import type { Cut } from './visible-package.logic.ts';
import { around, at, treeOf, valueAt, within, without, wordsOf, type XmlElement } from '../package/xml-tree.logic.ts';

/** The explicit formatting of a text run. */
interface RunStyle {
  vanishes?: boolean;
  /** Null for an automatic colour, which is always readable. */
  colour?: string | null;
  /** In points. */
  size?: number;
  /** The background; null if it is unknown. */
  fill?: string | null;
}

interface WordLooks {
  looks: Map<string, RunStyle>;
  /** The table styles that shade cells. */
  shading: Set<string>;
}

const readable = 3;

/**
 * Finds the invisible content of a Word document: hidden, tiny or white text, text deleted by a revision, and comments
 * (ECMA-376 part 1, §17.3.2 and §17.13).
 */
export function hiddenInWord(parts: ReadonlyMap<string, string>): Cut {
  const styles = stylesOf(treeOf(parts.get('word/styles.xml') ?? ''));
  const cut: Cut = { shown: new Map(), hidden: [] };
  for (const [name, source] of parts) {
    if (!name.startsWith('word/') || name.endsWith('.rels')) continue;
    const tree = treeOf(source);
    if (/comments[^/]*\.xml$/i.test(name)) cut.hidden.push(wordsOf(tree));
    const hidden = hiddenElements(tree, styles);
    cut.hidden.push(hidden.map(wordsOf).join(' '));
    if (hidden.length > 0) cut.shown.set(name, without(source, hidden));
  }
  return cut;
}

function hiddenElements(tree: XmlElement, styles: WordLooks): XmlElement[] {
  const paper = colourOf(`#${valueAt(tree, ['document', 'background'], 'color')?.toLowerCase()}`) ?? '#ffffff';
  return [...within(tree)].filter((each) => {
    if (each.name === 'del' || each.name === 'moveFrom') return each.parent?.name !== 'rPr';
    if (each.name === 'tr') return at(each, 'trPr', 'del') !== undefined;
    return each.name === 'r' && isHidden(each, styles, paper);
  });
}

function isHidden(run: XmlElement, styles: WordLooks, paper: string): boolean {
  const paragraph = at(around(run, 'p'), 'pPr');
  const direct = at(run, 'rPr');
  const look: RunStyle = {
    ...styles.looks.get(''),
    ...styles.looks.get(valueAt(paragraph, ['pStyle']) ?? defaultParagraph),
    ...shadeOf(paragraph),
    ...styles.looks.get(valueAt(direct, ['rStyle']) ?? ''),
    ...lookOf(direct),
  };
  if (look.vanishes || (look.size !== undefined && look.size < readable)) return true;
  if (!look.colour) return false;
  const behind = look.fill === undefined ? behindOf(run, styles, paper) : look.fill;
  return behind !== null && alike(look.colour, behind);
}

// Returns null in a text box, which may be filled, and in a table that its style shades.
function behindOf(run: XmlElement, styles: WordLooks, paper: string): string | null {
  if (around(run, 'txbxContent')) return null;
  for (let cell = around(run, 'tc'); cell; cell = around(cell, 'tc')) {
    const { fill } = shadeOf(at(cell, 'tcPr'));
    if (fill !== undefined) return fill;
    const properties = at(around(cell, 'tbl'), 'tblPr');
    if (styles.shading.has(valueAt(properties, ['tblStyle']) ?? '') || at(properties, 'shd')) return null;
  }
  return paper;
}

function lookOf(properties: XmlElement | undefined): RunStyle {
  const vanish = at(properties, 'vanish');
  const size = Number(valueAt(properties, ['sz']));
  const colour = valueAt(properties, ['color']);
  const highlight = valueAt(properties, ['highlight']);
  return {
    ...(vanish ? { vanishes: !['0', 'false', 'off'].includes(vanish.attributes.get('val') ?? '') } : {}),
    ...(size > 0 ? { size: size / 2 } : {}),
    ...(colour ? { colour: colourOf(`#${colour.toLowerCase()}`) } : {}),
    ...shadeOf(properties),
    ...(highlight && highlight !== 'none' ? { fill: colourOf(highlight.toLowerCase()) } : {}),
  };
}

function shadeOf(properties: XmlElement | undefined): RunStyle {
  const shade = at(properties, 'shd')?.attributes;
  if (!shade) return {};
  const pattern = shade.get('val');
  const named = shade.get(pattern === 'solid' ? 'color' : 'fill')?.toLowerCase();
  if (named === undefined || named === 'auto') return {};
  // Other patterns cover the fill.
  return { fill: pattern === 'solid' || pattern === 'clear' || pattern === 'nil' ? colourOf(`#${named}`) : null };
}

const defaultParagraph = ' default';

function stylesOf(tree: XmlElement): WordLooks {
  const root = tree.children[0];
  const all = new Map((root?.children ?? []).map((each) => [each.attributes.get('styleId') ?? '', each] as const));
  const looks = new Map<string, RunStyle>([['', lookOf(at(root, 'docDefaults', 'rPrDefault', 'rPr'))]]);
  const shading = new Set<string>();
  for (const [id, style] of all) {
    if (id === '') continue;
    const line = lineage(style, all);
    const look: RunStyle = Object.assign(
      {},
      ...line.map((each) => ({ ...shadeOf(at(each, 'pPr')), ...lookOf(at(each, 'rPr')) })),
    );
    looks.set(id, look);
    const { attributes } = style;
    if (attributes.get('type') === 'paragraph' && attributes.get('default') === '1') looks.set(defaultParagraph, look);
    if (line.some((each) => [...within(each)].some(({ name }) => name === 'shd'))) shading.add(id);
  }
  return { looks, shading };
}

/** The chain of base styles, from the root to the style itself. */
function lineage(style: XmlElement, all: ReadonlyMap<string, XmlElement>): XmlElement[] {
  const line = [style];
  for (let each = style; line.length < 20; line.unshift(each)) {
    const base = all.get(valueAt(each, ['basedOn']) ?? '');
    if (!base) break;
    each = base;
  }
  return line;
}
