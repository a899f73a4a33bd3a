/** Where sealed secrets lie: declared by the domain that owns the table, re-wrapped by `rekey`. */
export interface SealedColumns {
  table: string;
  /** The column that, with the organization, names the row; its text is `row` of the secrets' places. */
  row: string;
  columns: readonly string[];
  /** Whose rows: an organization's, behind row-level security, or the installation's. */
  of: 'organization' | 'installation';
}

const declared: SealedColumns[] = [];

/** Returns its argument, so that the domain seals by the same names. */
export function declareSealed<Declared extends SealedColumns>(columns: Declared): Declared {
  declared.push(columns);
  return columns;
}

export const sealedColumns = (): readonly SealedColumns[] => declared;

const shortLived: string[] = [];

/**
 * Sealed as well, but gone within a day: `rekey` passes them by, and what cannot be opened any more is as good as gone.
 * Each as `table.column`.
 */
export const declareShortLived = (column: string): void => void shortLived.push(column);

export const shortLivedColumns = (): readonly string[] => shortLived;
