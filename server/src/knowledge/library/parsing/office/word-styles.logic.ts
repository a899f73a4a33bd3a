import { at, valueAt, within, type XmlElement } from '../package/xml-tree.logic.ts';

/** The meaning of the styles of a Word document. */
export interface WordStyles {
  /** The heading level, 1 to 9; null for an ordinary paragraph. */
  levelOf(paragraph: XmlElement): number | null;
  /** The list to which an item belongs, and its depth; null for other paragraphs. */
  listOf(paragraph: XmlElement): { id: string; depth: number } | null;
}

/** Parses styles by ECMA-376 part 1, §17.7: a heading has an outline level, its own or one from its style or a base style. */
export function wordStyles(source: XmlElement): WordStyles {
  const styles = new Map<string, XmlElement>();
  for (const each of source.children[0]?.children ?? []) {
    if (each.name === 'style') styles.set(each.attributes.get('styleId') ?? '', each);
  }
  const levels = new Map<string, number | null>();
  const levelOfStyle = (id: string): number | null => {
    const known = levels.get(id);
    if (known !== undefined) return known;
    const line = lineage(id, styles);
    const level = line.map(ownLevel).find((each) => each !== undefined) ?? levelByName(id);
    levels.set(id, level);
    return level;
  };
  return {
    levelOf(paragraph) {
      const own = outlineIn(at(paragraph, 'pPr'));
      const style = valueAt(paragraph, ['pPr', 'pStyle']);
      if (own !== undefined) return own;
      return style === undefined ? null : levelOfStyle(style);
    },
    listOf(paragraph) {
      const style = valueAt(paragraph, ['pPr', 'pStyle']) ?? '';
      const numberings = [paragraph, ...lineage(style, styles)].flatMap((each) => at(each, 'pPr', 'numPr') ?? []);
      const id = numberings.map((each) => valueAt(each, ['numId'])).find((each) => each !== undefined);
      if (id === undefined || id === '0') return null;
      const depth = numberings.map((each) => valueAt(each, ['ilvl'])).find((each) => each !== undefined);
      return { id, depth: Math.min(8, Math.max(0, Math.floor(Number(depth ?? 0)) || 0)) };
    },
  };
}

/** The style, followed by its chain of base styles. */
function lineage(id: string, styles: ReadonlyMap<string, XmlElement>): XmlElement[] {
  const line: XmlElement[] = [];
  for (let each = styles.get(id); each && line.length < 20; each = styles.get(valueAt(each, ['basedOn']) ?? '')) {
    line.push(each);
  }
  return line;
}

// The file contains these names of built-in styles in every language; only the displayed names differ.
function ownLevel(style: XmlElement): number | null | undefined {
  const outline = outlineIn(at(style, 'pPr'));
  return outline === undefined ? (levelByName(valueAt(style, ['name']) ?? '') ?? undefined) : outline;
}

const levelByName = (name: string): number | null =>
  /^title$/i.test(name) ? 1 : Number(/^heading ?([1-9])$/i.exec(name)?.[1] ?? 0) || null;

// Level 9 means body text.
function outlineIn(properties: XmlElement | undefined): number | null | undefined {
  const value = valueAt(properties, ['outlineLvl']);
  const level = Number(value);
  if (value === undefined || !(level >= 0)) return undefined;
  return level > 8 ? null : level + 1;
}

/** Numbers list items in document order: returns `-` for a bullet, or the number with a full stop. */
export function wordNumbering(source: XmlElement): (item: { id: string; depth: number }) => string {
  const all = [...within(source)];
  const shapes = new Map(
    all.filter(({ name }) => name === 'abstractNum').map((each) => [each.attributes.get('abstractNumId') ?? '', each]),
  );
  const lists = new Map(
    all
      .filter(({ name }) => name === 'num')
      .map((each) => [each.attributes.get('numId') ?? '', shapes.get(valueAt(each, ['abstractNumId']) ?? '')]),
  );
  const counts = new Map<string, number[]>();
  return ({ id, depth }) => {
    const shape = lists.get(id);
    const level = shape?.children.find(
      ({ name, attributes }) => name === 'lvl' && Number(attributes.get('ilvl')) === depth,
    );
    const format = valueAt(level, ['numFmt']) ?? 'bullet';
    if (format === 'bullet' || format === 'none') return '-';
    const counted = counts.get(id) ?? [];
    const number = (counted[depth] ?? (Number(valueAt(level, ['start']) ?? 1) || 1) - 1) + 1;
    counts.set(id, [...Array.from({ length: depth }, (_, above) => counted[above] ?? 1), number]);
    return `${number}.`;
  };
}
