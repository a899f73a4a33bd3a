import type { SchemaField } from '@desk/contract/connectors';

interface Answers {
  /** The fields of earlier responses. */
  before: readonly SchemaField[];
  /** The fields of the new response. */
  seen: readonly SchemaField[];
  /** Whether `seen` has all fields of the response: of a long one only the first are kept. */
  isWhole: boolean;
}

/**
 * Merges the fields of one more response into the known ones. A response that lacks a field, or has another type there, may be
 * incomplete: the field is marked as in doubt, and only a second such response in a row removes it or changes its type. A field
 * that was missing once and came back is optional. An empty list or a null says nothing about the fields in it.
 */
export function widened({ before, seen, isWhole }: Answers): SchemaField[] {
  const now = new Map(seen.map((field) => [field.path, field]));
  const known = new Map(before.map((field) => [field.path, field]));
  const goneAgain = new Set<string>();
  const kept = before.flatMap((old): SchemaField[] => {
    const next = now.get(old.path);
    if (next) return [merged(old, next)];
    const top = topmostMissing(old.path, now);
    if (!isWhole || !isMissing(top, now, known)) return [old];
    if (known.get(top)?.doubt === 'missing') goneAgain.add(top);
    if (goneAgain.has(top)) return [];
    return [top === old.path ? { ...old, doubt: 'missing' } : old];
  });
  const added = seen.filter(({ path }) => !known.has(path));
  return [...kept, ...added].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function merged({ doubt, ...old }: SchemaField, next: SchemaField): SchemaField {
  const nullable = old.nullable || next.nullable || doubt === 'missing';
  if (next.type === old.type || next.type === 'null' || old.type === 'any') return { ...old, nullable };
  if (old.type === 'null' || next.type === doubt) return { ...old, nullable, type: next.type };
  if (isNumber(old.type) && isNumber(next.type)) return { ...old, nullable, type: 'number' };
  return { ...old, nullable, doubt: next.type };
}

const isNumber = (type: string) => type === 'number' || type === 'integer';

/** The topmost missing field on the path; the fields below it are missing with it. */
function topmostMissing(path: string, now: ReadonlyMap<string, SchemaField>): string {
  const parts = path.split('/');
  const at = parts.findIndex((_, depth) => !now.has(parts.slice(0, depth + 1).join('/')));
  return parts.slice(0, at + 1).join('/');
}

const isMissing = (
  top: string,
  now: ReadonlyMap<string, SchemaField>,
  known: ReadonlyMap<string, SchemaField>,
): boolean => {
  const parent = now.get(top.slice(0, top.lastIndexOf('/')));
  const isInconclusive = top.endsWith('/*') || parent?.type === 'null' || known.get(top)?.nullable === true;
  return !isInconclusive;
};
