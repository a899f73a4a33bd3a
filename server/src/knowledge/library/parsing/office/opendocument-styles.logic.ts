import { at, within, type XmlElement } from '../package/xml-tree.logic.ts';

/** The meaning of the styles of an OpenDocument text. */
export interface OpenStyles {
  /** The heading level; null for an ordinary paragraph. */
  levelOf(paragraph: XmlElement): number | null;
  /** Whether all of its text is bold. */
  isBold(paragraph: XmlElement): boolean;
  isNumbered(list: string, level: number): boolean;
}

/** Parses styles by OpenDocument 1.3 part 3, §16: both those in the text itself and the named ones. */
export function openStyles(content: XmlElement, named: XmlElement): OpenStyles {
  const all = [...within(named), ...within(content)];
  const styles = new Map<string, XmlElement>();
  const lists = new Map<string, XmlElement>();
  for (const each of all) {
    const { name, attributes } = each;
    if (name === 'style') styles.set(keyOf(attributes.get('family'), attributes.get('name')), each);
    if (name === 'list-style') lists.set(attributes.get('name') ?? '', each);
  }
  const boldIn = (family: string, name: string | undefined) =>
    at(styles.get(keyOf(family, name)), 'text-properties')?.attributes.get('font-weight') === 'bold';
  return {
    levelOf(paragraph) {
      const { name, attributes } = paragraph;
      if (name === 'h') return Math.min(9, Math.max(1, Number(attributes.get('outline-level') ?? 1) || 1));
      return isTitle(attributes.get('style-name'), styles) ? 1 : null;
    },
    isBold(paragraph) {
      if (boldIn('paragraph', paragraph.attributes.get('style-name'))) return true;
      return paragraph.children.every(
        (each) =>
          (each.name === '#text' && each.text.trim() === '') ||
          (each.name === 'span' && boldIn('text', each.attributes.get('style-name'))),
      );
    },
    isNumbered: (list, level) =>
      lists
        .get(list)
        ?.children.some(
          ({ name, attributes }) => name === 'list-level-style-number' && Number(attributes.get('level')) === level,
        ) ?? false,
  };
}

const keyOf = (family: string | undefined, name: string | undefined) => `${family} ${name}`;

// A paragraph with manual formatting has its own style, whose parent is the style that the author chose.
function isTitle(name: string | undefined, styles: ReadonlyMap<string, XmlElement>): boolean {
  const parent = styles.get(keyOf('paragraph', name))?.attributes.get('parent-style-name');
  return name === 'Title' || parent === 'Title';
}
