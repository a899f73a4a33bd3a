import { Unreadable } from '../content/failure.logic.ts';

type XmlTag = { kind: 'open'; name: string; attributes: string; closed: boolean } | { kind: 'close'; name: string };

/** A tag or a text, with its offsets in the source. */
export type XmlEvent = (XmlTag | { kind: 'text'; text: string }) & { start: number; end: number };

/**
 * Scans an XML part in one pass; names lose their prefixes. Refuses a part with a DTD: Office never writes one (ECMA-376 part 2,
 * §8.1.4), and entities can expand a kilobyte to a gigabyte.
 */
export function* xmlEvents(source: string): Generator<XmlEvent> {
  for (let at = 0; at < source.length;) {
    const open = source.indexOf('<', at);
    const text = source.slice(at, open < 0 ? source.length : open);
    if (text !== '') yield { kind: 'text', text: decoded(text), start: at, end: at + text.length };
    if (open < 0) return;
    if (source.startsWith('<![CDATA[', open)) {
      const end = endOf(source, ']]>', open);
      yield { kind: 'text', text: source.slice(open + 9, end - 3), start: open, end };
      at = end;
    } else if (source.startsWith('<!--', open)) {
      at = endOf(source, '-->', open);
    } else if (source.startsWith('<!', open)) {
      throw new Unreadable('corrupt');
    } else {
      at = endOf(source, '>', open);
      const tag = tagOf(source.slice(open + 1, at - 1));
      if (tag) yield { ...tag, start: open, end: at };
    }
  }
}

function endOf(source: string, mark: string, from: number): number {
  const end = source.indexOf(mark, from);
  if (end < 0) throw new Unreadable('corrupt');
  return end + mark.length;
}

// Returns null for `<?xml …?>`.
function tagOf(inside: string): XmlTag | null {
  if (inside.startsWith('?')) return null;
  if (inside.startsWith('/')) return { kind: 'close', name: localName(inside.slice(1).trim()) };
  const closed = inside.endsWith('/');
  const whole = closed ? inside.slice(0, -1) : inside;
  const space = whole.search(/\s/);
  return {
    kind: 'open',
    name: localName(space < 0 ? whole : whole.slice(0, space)),
    attributes: space < 0 ? '' : whole.slice(space),
    closed,
  };
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** Parses the attributes of an opening tag; names lose their prefixes. Of `id` and `r:id`, the one with a prefix wins. */
export function attributesOf(source: string): Map<string, string> {
  const found = new Map<string, string>();
  const attribute = /\s*([^\s=>"']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y;
  for (let match = attribute.exec(source); match; match = attribute.exec(source)) {
    const [, name = '', double, single] = match;
    if (name.includes(':') || !found.has(name)) found.set(localName(name), decoded(double ?? single ?? ''));
  }
  return found;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const decoded = (text: string) =>
  text.includes('&')
    ? text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
        if (name) return entities[name] ?? whole;
        const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
      })
    : text;

/** The attributes of every element with this name. */
export function openedTags(source: string, name: string): Map<string, string>[] {
  const found: Map<string, string>[] = [];
  for (const event of xmlEvents(source)) {
    if (event.kind === 'open' && event.name === name) found.push(attributesOf(event.attributes));
  }
  return found;
}

export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
