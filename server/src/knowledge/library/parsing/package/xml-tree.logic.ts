import { Unreadable } from '../content/failure.logic.ts';
import { attributesOf, xmlEvents } from './xml.logic.ts';

/** An element with its content, or a text node, which has the name `#text`. Names have no prefixes. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  parent: XmlElement | null;
  children: XmlElement[];
  /** Only for a text node. */
  text: string;
  /** Offsets in the source: of its first character, and after its last one. */
  start: number;
  end: number;
}

const deepest = 1000;

/** Parses an XML part. Throws `Unreadable`. */
export function treeOf(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: none, parent: null, children: [], text: '', start: 0, end: 0 };
  let open = root;
  let depth = 0;
  for (const event of xmlEvents(source)) {
    if (event.kind !== 'close') {
      const isText = event.kind === 'text';
      const element: XmlElement = {
        name: isText ? '#text' : event.name,
        attributes: isText || event.attributes === '' ? none : attributesOf(event.attributes),
        parent: open,
        children: [],
        text: isText ? event.text : '',
        start: event.start,
        end: event.end,
      };
      open.children.push(element);
      if (isText || event.closed) continue;
      open = element;
      if (++depth > deepest) throw new Unreadable('corrupt');
    }
    if (event.kind === 'close' && open.parent) {
      open.end = event.end;
      open = open.parent;
      depth -= 1;
    }
  }
  return root;
}

const none: ReadonlyMap<string, string> = new Map();

/** Follows the path of child names and returns the element at its end. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((each) => each.name === name);
  return found;
}

/** An attribute of the element at the end of the path. */
export const valueAt = (element: XmlElement | undefined, path: readonly string[], name = 'val'): string | undefined =>
  at(element, ...path)?.attributes.get(name);

/** Yields all descendants, outer ones first. */
export function* within(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child;
    yield* within(child);
  }
}

/** The children of an element. Of alternatives (ECMA-376 part 3, §7.5) it takes the first, which newer programs show. */
export const chosen = ({ children }: XmlElement): XmlElement[] =>
  children.flatMap((each) => {
    if (each.name !== 'AlternateContent') return [each];
    const choice = at(each, 'Choice') ?? at(each, 'Fallback');
    return choice ? chosen(choice) : [];
  });

/** The outermost descendants with this name, except those inside an element named `border`. */
export const inside = (element: XmlElement, name: string, border: string): XmlElement[] =>
  chosen(element).flatMap((each) => {
    if (each.name === name) return [each];
    return each.name === border ? [] : inside(each, name, border);
  });

/** The nearest ancestor with one of the names. */
export function around(element: XmlElement, ...names: string[]): XmlElement | undefined {
  for (let each = element.parent; each; each = each.parent) if (names.includes(each.name)) return each;
  return undefined;
}

/** The text of an element, with a space after each paragraph, cell, break or tab. */
export function wordsOf(element: XmlElement): string {
  if (element.name === '#text') return element.text;
  const inside = element.children.map(wordsOf).join('');
  return ['p', 'h', 'tc', 'br', 'tab', 's'].includes(element.name) ? `${inside} ` : inside;
}

/** Removes the elements from the source. An element inside another removed one is skipped. */
export function without(source: string, elements: readonly XmlElement[]): string {
  const parts: string[] = [];
  let from = 0;
  for (const { start, end } of elements.toSorted((one, other) => one.start - other.start)) {
    if (start < from) continue;
    parts.push(source.slice(from, start));
    from = end;
  }
  return [...parts, source.slice(from)].join('');
}
