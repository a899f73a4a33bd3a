import type { Desk } from './desk.ts';

interface CacheLimits<Kept> {
  /** The limit for all organizations together, in the unit of `sizeOf`. */
  most: number;
  sizeOf(kept: Kept): number;
}

type CacheOwner = Pick<Desk, 'db'>;

/** A per-process cache with one entry for each organization. Evicts the least recently used entry first. */
export class OrganizationCache<Kept> {
  // Keyed by database, so that two desks in one process (tests) share no entries. Each map is in the order of use.
  private readonly byDatabase = new WeakMap<Desk['db'], Map<string, Kept>>();
  private readonly limits: CacheLimits<Kept>;

  constructor(limits: CacheLimits<Kept>) {
    this.limits = limits;
  }

  /** Returns the organization's entry, created by `fresh` if missing, and marks it as the most recently used. */
  use({ db }: CacheOwner, organizationId: string, fresh: () => Kept): Kept {
    const all = this.byDatabase.get(db) ?? new Map<string, Kept>();
    this.byDatabase.set(db, all);
    const kept = all.get(organizationId) ?? fresh();
    all.delete(organizationId);
    all.set(organizationId, kept);
    return kept;
  }

  /** Returns the organization's entry, if any, without marking it as used. */
  peek({ db }: CacheOwner, organizationId: string): Kept | undefined {
    return this.byDatabase.get(db)?.get(organizationId);
  }

  /** Returns the entries of all organizations. */
  all({ db }: CacheOwner): Kept[] {
    return [...(this.byDatabase.get(db)?.values() ?? [])];
  }

  forget({ db }: CacheOwner, organizationId: string): void {
    this.byDatabase.get(db)?.delete(organizationId);
  }

  /** Evicts entries until the rest fits; call it when an entry has grown. The most recently used entry always stays. */
  makeRoom({ db }: CacheOwner): void {
    const { most, sizeOf } = this.limits;
    const all = this.byDatabase.get(db) ?? new Map<string, Kept>();
    let size = [...all.values()].reduce((sum, kept) => sum + sizeOf(kept), 0);
    for (const [organizationId, kept] of all) {
      if (size <= most || all.size === 1) return;
      size -= sizeOf(kept);
      all.delete(organizationId);
    }
  }
}
