import type { Secrets } from './secrets.ts';

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

/**
 * Declares the sealed columns of a table with an organization's rows, which its column `row` identifies. Returns how to seal and open
 * them: what was sealed for one field of one row cannot be opened for another.
 */
export function sealedIn<const Key extends string, const Field extends string>(
  table: string,
  row: Key,
  columns: readonly Field[],
) {
  declareSealed({ table, row, columns, of: 'organization' });
  type Of = Readonly<Record<Key | 'organization_id', string>>;
  const placeOf = (of: Of, field: Field) => ({ table, row: of[row], organizationId: of.organization_id, field });
  return {
    seal: ({ secrets }: Sealing, of: Of, field: Field, secret: string): string =>
      secrets.seal(secret, placeOf(of, field)),
    /** Returns null if nothing is stored in the field. The type says so only where the column allows it. */
    open<In extends Field, From extends Of & Readonly<Record<In, string | null>>>(
      { secrets }: Sealing,
      from: From,
      field: In,
    ): string | (From[In] & null) {
      const sealed = from[field];
      return sealed === null ? sealed : secrets.open(sealed, placeOf(from, field));
    },
  };
}

type Sealing = { readonly secrets: Pick<Secrets, 'seal' | 'open'> };

export const sealedColumns = (): readonly SealedColumns[] => declared;

const shortLived: string[] = [];

/**
 * Declares a sealed column, as `table.column`, whose values live for a day at most. `rekey` skips it, and a value that can no
 * longer be opened counts as deleted.
 */
export const declareShortLived = (column: string): void => void shortLived.push(column);

export const shortLivedColumns = (): readonly string[] => shortLived;
