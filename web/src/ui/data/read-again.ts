import type { InvalidateQueryFilters, Query, QueryClient } from '@tanstack/react-query';

// Read for the first time at the moment, and once more after that.
const expected = new Set<Query>();

/**
 * Reads again what a change has made stale. An invalidation replaces a read that is under way, except for the first one of an entry,
 * which may have begun before the change: that one is followed by another.
 */
export function readAgain(cache: QueryClient, stale: InvalidateQueryFilters): Promise<void> {
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
