import { at } from '../templates/pointer.logic.ts';

/** The parts that a document names (`$id` and `$anchor` of JSON Schema), and how references to them resolve. */
export interface NamedPlaces {
  /** Returns undefined if the document does not define the name. */
  at: (reference: string, from: object) => unknown;
}

// The base address of a document without an `$id`. The domain is reserved, so no real address can equal it.
const here = 'https://document.invalid/';

/** Members that hold values, in which `$id` and `$anchor` have no meaning. */
const values: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'const', 'enum']);

/** Walks the document once. If a name is given twice, the first place counts. */
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
  // A cache: a large document refers to the same parts from thousands of places.
  const found = new Map<string, unknown>();
  return {
    at: (reference, from) => {
      const base = bases.get(from) ?? here;
      const key = `${base} ${reference}`;
      if (!found.has(key)) found.set(key, partAt(places, reference, base));
      return found.get(key);
    },
  };
}

/** Records the names of a part, and returns the base URL for what it contains. */
function nameOf(part: object, around: string, places: Map<string, unknown>): string {
  const { $id: id, $anchor: anchor } = part as { $id?: unknown; $anchor?: unknown };
  const base = (typeof id === 'string' ? resolved(id, around) : null) ?? around;
  if (base !== around && !places.has(base)) places.set(base, part);
  if (typeof anchor === 'string' && !places.has(`${base}#${anchor}`)) places.set(`${base}#${anchor}`, part);
  return base;
}

function partAt(places: ReadonlyMap<string, unknown>, reference: string, base: string): unknown {
  const whole = resolved(reference, base);
  if (whole === null) return undefined;
  const [resource = '', fragment = ''] = whole.split('#');
  if (fragment !== '' && !fragment.startsWith('/')) return places.get(`${resource}#${fragment}`);
  return places.has(resource) ? at(places.get(resource), unescaped(fragment)) : undefined;
}

// Keeps the fragment; drops an empty one.
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
