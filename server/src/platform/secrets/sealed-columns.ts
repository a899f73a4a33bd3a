/** The columns of a table with sealed secrets. The domain that owns the table declares them; `rekey` re-wraps them. */
export interface SealedColumns {
  table: string;
  /** The column that identifies the row within the organization. Its text is `row` in the secrets' contexts. */
  row: string;
  columns: readonly string[];
  /** Whether the rows belong to organizations, behind row-level security, or to the installation. */
  of: 'organization' | 'installation';
}

const declared: SealedColumns[] = [];

/** Returns its argument, so that the domain uses the same names to seal. */
export function declareSealed<Declared extends SealedColumns>(columns: Declared): Declared {
  declared.push(columns);
  return columns;
}

export const sealedColumns = (): readonly SealedColumns[] => declared;

const shortLived: string[] = [];

/**
 * Declares a sealed column, as `table.column`, whose values live for a day at most. `rekey` skips it, and a value that can no
 * longer be opened counts as deleted.
 */
export const declareShortLived = (column: string): void => void shortLived.push(column);

export const shortLivedColumns = (): readonly string[] => shortLived;
