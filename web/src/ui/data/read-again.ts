import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

// Entries that are being read for the first time, and will be read once more after that.
const expected = new Set<Query>();
// The addresses of things that this tab is deleting or has deleted.
const deleted = new Set<string>();

/**
 * Reads again the entries that a change has made stale. An invalidation replaces a read that is under way, except for the first
 * read of an entry. That one may have begun before the change, so another one follows it.
 */
export function readAgain(cache: QueryClient, filters: InvalidateQueryFilters): Promise<void> {
  const matches = filters.predicate ?? (() => true);
  const stale = { ...filters, predicate: (query: Query) => matches(query) && !isDeleted(query) };
  for (const query of cache.getQueryCache().findAll({ ...stale, fetchStatus: 'fetching' })) {
    if (query.state.data !== undefined || expected.has(query)) continue;
    expected.add(query);
    const once = () => {
      expected.delete(query);
      return cache.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    void query.fetch().then(once, once);
  }
  return cache.invalidateQueries(stale);
}

/**
 * Deletes the thing at `address`. Its page stays as it is until it is left: an event that arrives before that would turn it into
 * "not found".
 */
export async function deleting<T>(cache: QueryClient, address: string, send: () => Promise<T>): Promise<T> {
  const isOf = (query: Query) => isUnder(query, address);
  deleted.add(address);
  try {
    const reply = await send();
    void cache.invalidateQueries({ predicate: isOf, refetchType: 'none' });
    return reply;
  } catch (error) {
    deleted.delete(address);
    void readAgain(cache, { predicate: isOf });
    throw error;
  }
}

const isDeleted = (query: Query): boolean => [...deleted].some((address) => isUnder(query, address));

const isUnder = (query: Query, address: string): boolean =>
  `${addressRead(query)?.split('?')[0]}/`.startsWith(`${address}/`);

/** The address of the API that an entry is read from. */
export function addressRead({ meta }: Query): string | undefined {
  const address: unknown = typeof meta?.['address'] === 'function' ? meta['address']() : undefined;
  return typeof address === 'string' ? address : undefined;
}
