import type { Changes } from '@desk/contract/audit';
import { canonicalJson } from '../../platform/canonical-json.logic.ts';

/** The differences between two rows in these fields, before and after. Name no field that holds a secret. */
export function changesBetween<Row extends object, Field extends keyof Row & string>(
  before: Partial<Row>,
  after: Partial<Row>,
  fields: readonly Field[],
): Changes {
  const different = fields.filter((field) => canonicalJson(before[field]) !== canonicalJson(after[field]));
  return Object.fromEntries(different.map((field) => [field, { from: before[field], to: after[field] }]));
}

/** Whether an edit leaves these fields unchanged. If so, the version stays and no audit entry is written. */
export const changesNothing = <Row extends object, Field extends keyof Row & string>(
  before: Partial<Row>,
  after: Partial<Row>,
  fields: readonly Field[],
): boolean => Object.keys(changesBetween(before, after, fields)).length === 0;
