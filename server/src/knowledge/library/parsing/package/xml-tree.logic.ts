import { Unreadable } from '../content/failure.logic.ts';
import { attributesOf, xmlEvents } from './xml.logic.ts';

/** An element with what stands in it, or a text, which has the name `#text`; names are without their prefixes. */
export interface XmlElement {
  name: string;
  attributes: ReadonlyMap<string, string>;
  parent: XmlElement | null;
  children: XmlElement[];
  /** Of a text: its words. */
  text: string;
  /** Its place in the source, from its first character to the one after its last. */
  start: number;
  end: number;
}

const deepest = 1000;

/** The elements of an XML part. Throws `Unreadable`. */
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

/** The first element inside that lies at the end of the path. */
export function at(element: XmlElement | undefined, ...path: string[]): XmlElement | undefined {
  let found = element;
  for (const name of path) found = found?.children.find((each) => each.name === name);
  return found;
}

/** An attribute of the element at the end of the path. */
export const valueAt = (element: XmlElement | undefined, path: readonly string[], name = 'val'): string | undefined =>
  at(element, ...path)?.attributes.get(name);

/** Every element inside, outer ones first. */
export function* within(element: XmlElement): Generator<XmlElement> {
  for (const child of element.children) {
    yield child;
    yield* within(child);
  }
}

/** What stands in an element: of alternatives (ECMA-376 part 3, §7.5) the first, which is the one that newer programs show. */
export const chosen = ({ children }: XmlElement): XmlElement[] =>
  children.flatMap((each) => {
    if (each.name !== 'AlternateContent') return [each];
    const choice = at(each, 'Choice') ?? at(each, 'Fallback');
    return choice ? chosen(choice) : [];
  });

/** The elements of a name, outer ones only, however deep they stand; not those in an element of the other name. */
export const inside = (element: XmlElement, name: string, border: string): XmlElement[] =>
  chosen(element).flatMap((each) => {
    if (each.name === name) return [each];
    return each.name === border ? [] : inside(each, name, border);
  });

/** The nearest element around that has one of the names. */
export function around(element: XmlElement, ...names: string[]): XmlElement | undefined {
  for (let each = element.parent; each; each = each.parent) if (names.includes(each.name)) return each;
  return undefined;
}

/** What the element says: with a space after what is a line or a cell of its own. */
export function wordsOf(element: XmlElement): string {
  if (element.name === '#text') return element.text;
  const inside = element.children.map(wordsOf).join('');
  return ['p', 'h', 'tc', 'br', 'tab', 's'].includes(element.name) ? `${inside} ` : inside;
}

/** The source without the elements, none of which stands in another. */
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
