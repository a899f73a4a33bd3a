import { at, within, type XmlElement } from '../package/xml-tree.logic.ts';

/** What the styles of an OpenDocument text say about its paragraphs. */
export interface OpenStyles {
  /** Null: a paragraph like others. */
  levelOf(paragraph: XmlElement): number | null;
  /** All of its words are bold. */
  isBold(paragraph: XmlElement): boolean;
  isNumbered(list: string, level: number): boolean;
}

/** Reads OpenDocument 1.3 part 3, §16: a style is in the text itself or among those that have names. */
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

// A paragraph that somebody changed by hand has a style of its own, whose parent is the one that was chosen.
function isTitle(name: string | undefined, styles: ReadonlyMap<string, XmlElement>): boolean {
  const parent = styles.get(keyOf('paragraph', name))?.attributes.get('parent-style-name');
  return name === 'Title' || parent === 'Title';
}
