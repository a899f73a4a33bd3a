import type { Changes } from '@desk/contract/audit';

/** What differs between two rows in these fields, each as before and after. Name no field that holds a secret. */
export function changesBetween<Row extends object, Field extends keyof Row & string>(
  before: Partial<Row>,
  after: Partial<Row>,
  fields: readonly Field[],
): Changes {
  const different = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return Object.fromEntries(different.map((field) => [field, { from: before[field], to: after[field] }]));
}
