import type { SchemaField } from '@desk/contract/connectors';

interface Answers {
  /** What earlier answers have taught. */
  before: readonly SchemaField[];
  /** The places of one more answer. */
  seen: readonly SchemaField[];
  /** Whether those are all places of the answer: of a long one only the first are kept. */
  isWhole: boolean;
}

/**
 * What answers have taught so far, with one more. One that lacks a place, or has another type there, may be a poor one: the place is
 * doubted, and only a second in a row makes it gone or of another type. What was missing once and came back is optional. An empty
 * list and a null tell nothing of what is in them.
 */
export function widened({ before, seen, isWhole }: Answers): SchemaField[] {
  const now = new Map(seen.map((field) => [field.path, field]));
  const known = new Map(before.map((field) => [field.path, field]));
  const goneAgain = new Set<string>();
  const kept = before.flatMap((old): SchemaField[] => {
    const next = now.get(old.path);
    if (next) return [met(old, next)];
    const top = topmostMissing(old.path, now);
    if (!isWhole || !missesIt(top, now, known)) return [old];
    if (known.get(top)?.doubt === 'missing') goneAgain.add(top);
    if (goneAgain.has(top)) return [];
    return [top === old.path ? { ...old, doubt: 'missing' } : old];
  });
  const added = seen.filter(({ path }) => !known.has(path));
  return [...kept, ...added].toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function met({ doubt, ...old }: SchemaField, next: SchemaField): SchemaField {
  const nullable = old.nullable || next.nullable || doubt === 'missing';
  if (next.type === old.type || next.type === 'null' || old.type === 'any') return { ...old, nullable };
  if (old.type === 'null' || next.type === doubt) return { ...old, nullable, type: next.type };
  if (isNumber(old.type) && isNumber(next.type)) return { ...old, nullable, type: 'number' };
  return { ...old, nullable, doubt: next.type };
}

const isNumber = (type: string) => type === 'number' || type === 'integer';

/** The first place on the way that the answer lacks; what lies below it is missing with it. */
function topmostMissing(path: string, now: ReadonlyMap<string, SchemaField>): string {
  const parts = path.split('/');
  const at = parts.findIndex((_, depth) => !now.has(parts.slice(0, depth + 1).join('/')));
  return parts.slice(0, at + 1).join('/');
}

const missesIt = (
  top: string,
  now: ReadonlyMap<string, SchemaField>,
  known: ReadonlyMap<string, SchemaField>,
): boolean => {
  const parent = now.get(top.slice(0, top.lastIndexOf('/')));
  const tellsNothing = top.endsWith('/*') || parent?.type === 'null' || known.get(top)?.nullable === true;
  return !tellsNothing;
};
