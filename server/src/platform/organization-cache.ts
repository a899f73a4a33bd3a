import type { Desk } from './desk.ts';

interface CacheLimits<Kept> {
  /** Of all organizations together, in the measure of `sizeOf`. */
  most: number;
  sizeOf(kept: Kept): number;
}

type CacheOwner = Pick<Desk, 'db'>;

/** What a process keeps in memory of its organizations. The one used least recently goes first. */
export class OrganizationCache<Kept> {
  // By database: two desks in one process (tests) do not share what they know. In the order of use.
  private readonly byDatabase = new WeakMap<Desk['db'], Map<string, Kept>>();
  private readonly limits: CacheLimits<Kept>;

  constructor(limits: CacheLimits<Kept>) {
    this.limits = limits;
  }

  /** What is kept of the organization, from now on the most recently used; `fresh` where there is nothing. */
  use({ db }: CacheOwner, organizationId: string, fresh: () => Kept): Kept {
    const all = this.byDatabase.get(db) ?? new Map<string, Kept>();
    this.byDatabase.set(db, all);
    const kept = all.get(organizationId) ?? fresh();
    all.delete(organizationId);
    all.set(organizationId, kept);
    return kept;
  }

  /** What is kept of the organization, if anything; it is no more recently used by that. */
  peek({ db }: CacheOwner, organizationId: string): Kept | undefined {
    return this.byDatabase.get(db)?.get(organizationId);
  }

  /** What is kept of every organization. */
  all({ db }: CacheOwner): Kept[] {
    return [...(this.byDatabase.get(db)?.values() ?? [])];
  }

  forget({ db }: CacheOwner, organizationId: string): void {
    this.byDatabase.get(db)?.delete(organizationId);
  }

  /** To be called when something has grown. The one used last stays, however large it is. */
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
