import { at } from '../templates/pointer.logic.ts';

/** What a document gives names to (`$id` and `$anchor` of JSON Schema), and what a reference in it leads to. */
export interface NamedPlaces {
  /** Undefined where the name is not of this document. */
  at: (reference: string, from: object) => unknown;
}

// The base address of a document without an `$id`. The domain is reserved, so no real address can equal it.
const here = 'https://document.invalid/';

/** Members that hold values, in which the same words mean nothing. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Walks the document once. Of a name that is given twice the first place counts. */
export function namedPlaces(document: unknown): NamedPlaces {
  const places = new Map<string, unknown>([[here, document]]);
  const bases = new Map<object, string>();
  const seen = new Set<object>();
  const waiting: { part: unknown; base: string }[] = [{ part: document, base: here }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part } = next;
    if (typeof part !== 'object' || part === null || seen.has(part)) continue;
    seen.add(part);
    const base = nameOf(part, next.base, places);
    if (base !== here) bases.set(part, base);
    for (const [name, inner] of Object.entries(part)) if (!values.has(name)) waiting.push({ part: inner, base });
  }
  // A large document names the same parts from thousands of places.
  const found = new Map<string, unknown>();
  return {
    at: (reference, from) => {
      const base = bases.get(from) ?? here;
      const key = `${base} ${reference}`;
      if (!found.has(key)) found.set(key, standsAt(places, reference, base));
      return found.get(key);
    },
  };
}

/** Notes the names of a part; what is within it is relative to the answer. */
function nameOf(part: object, around: string, places: Map<string, unknown>): string {
  const { $id: id, $anchor: anchor } = part as { $id?: unknown; $anchor?: unknown };
  const base = (typeof id === 'string' ? resolved(id, around) : null) ?? around;
  if (base !== around && !places.has(base)) places.set(base, part);
  if (typeof anchor === 'string' && !places.has(`${base}#${anchor}`)) places.set(`${base}#${anchor}`, part);
  return base;
}

function standsAt(places: ReadonlyMap<string, unknown>, reference: string, base: string): unknown {
  const whole = resolved(reference, base);
  if (whole === null) return undefined;
  const [resource = '', fragment = ''] = whole.split('#');
  if (fragment !== '' && !fragment.startsWith('/')) return places.get(`${resource}#${fragment}`);
  return places.has(resource) ? at(places.get(resource), unescaped(fragment)) : undefined;
}

// With its fragment; an empty one says nothing.
function resolved(reference: string, base: string): string | null {
  return URL.canParse(reference, base) ? new URL(reference, base).href.replace(/#$/, '') : null;
}

function unescaped(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
