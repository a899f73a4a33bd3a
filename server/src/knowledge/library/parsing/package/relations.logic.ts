import { openedTags } from './xml.logic.ts';

/** The parts of a package by their names. */
export type Parts = ReadonlyMap<string, string>;

export interface Relation {
  id: string;
  /** The last word of its type: `officeDocument`, `styles`, `slide`. */
  kind: string;
  /** The name of the target part. */
  target: string;
}

/** The relations of a part within its package; the package itself is the part `''` (ECMA-376 part 2, §9.3). Skips external targets. */
export function relationsOf(parts: Parts, name: string): Relation[] {
  const source = parts.get(name.replace(/[^/]*$/, '_rels/$&.rels')) ?? '';
  return openedTags(source, 'Relationship').flatMap((each) => {
    const place = URL.parse(each.get('Target') ?? '', `file:///${name}`);
    if (place?.protocol !== 'file:' || each.get('TargetMode') === 'External') return [];
    const kind = (each.get('Type') ?? '').replace(/^.*\//, '');
    return [{ id: each.get('Id') ?? '', kind, target: nameIn(parts, place.pathname.slice(1)) }];
  });
}

// Relations percent-encode names, and the package should too (part 2, §6.2.2.2), but some programs do not.
function nameIn(parts: Parts, path: string): string {
  if (parts.has(path)) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The target of a part's first relation of this kind. */
export const partOf = (parts: Parts, name: string, kind: string): string | undefined =>
  relationsOf(parts, name).find((each) => each.kind === kind)?.target;
