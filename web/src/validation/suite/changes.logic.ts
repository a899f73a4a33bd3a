import type { SuiteCase } from '@desk/contract/suite';

/** Counts the cases that a new version of the suite adds, changes and removes. */
export function countChanges(before: readonly SuiteCase[], after: readonly SuiteCase[]) {
  const known = new Map(before.map((each) => [each.id, sorted(each)]));
  const kept = after.filter(({ id }) => known.has(id));
  const same = kept.filter((each) => known.get(each.id) === sorted(each)).length;
  return {
    added: after.length - kept.length,
    changed: kept.length - same,
    removed: before.length - kept.length,
    same,
  };
}

// The members of a case come in another order from the database than from a table.
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
