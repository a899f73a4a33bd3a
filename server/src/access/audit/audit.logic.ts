import type { Changes } from '@desk/contract/audit';

/** The differences between two rows in these fields, before and after. Name no field that holds a secret. */
export function changesBetween<Row extends object, Field extends keyof Row & string>(
  before: Partial<Row>,
  after: Partial<Row>,
  fields: readonly Field[],
): Changes {
  const different = fields.filter((field) => canonical(before[field]) !== canonical(after[field]));
  return Object.fromEntries(different.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** Whether an edit leaves these fields unchanged. If so, the version stays and no audit entry is written. */
export const changesNothing = <Row extends object, Field extends keyof Row & string>(
  before: Partial<Row>,
  after: Partial<Row>,
  fields: readonly Field[],
): boolean => Object.keys(changesBetween(before, after, fields)).length === 0;

// `undefined` counts as null, and members are sorted because jsonb does not keep their order.
const canonical = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, each: unknown) => (isObject(each) ? sorted(each) : each));

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const sorted = (value: object) => Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
