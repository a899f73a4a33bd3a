import type { Endpoint, ReplyOf } from '@desk/contract/endpoint';
import {
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import { addressOf } from '../../api/address.logic.ts';
import type { ApiError } from '../../api/api-error.ts';
import { call, type Input } from '../../api/call.ts';

export interface LoadOptions {
  enabled?: boolean;
  /** Event types of `GET /api/events` that trigger a new read, such as `document.updated`. */
  live?: readonly string[];
  /** Read again only if the event is about this id, such as the open conversation. */
  liveId?: string;
  /** Poll interval in milliseconds, for data that changes without an event. */
  every?: number | false;
  /** Shows the previous answer while another query, such as a longer period, is in flight. */
  keep?: true;
}

/** The events that make the entry stale, and the address that it is read from. */
const metaOf = <E extends Endpoint>({ path }: E, input: Input<E>, { live = [], liveId }: LoadOptions) => ({
  live,
  liveId,
  address: () => {
    const { params, query } = input as unknown as { params?: Record<string, string>; query?: Record<string, string> };
    return addressOf(path, params, query);
  },
});

/** Stops once the thing is gone: it does not come back, and its page would flicker. */
const pollOf =
  ({ every = false }: LoadOptions) =>
  ({ state: { error } }: { state: { error: ApiError | null } }) =>
    error?.status !== 404 && every;

/** The cache entry of one call: `queryClient.setQueryData(loaded(getTag, input).queryKey, …)`. */
export const loaded = <E extends Endpoint>(endpoint: E, input: Input<E>, options: LoadOptions = {}) =>
  queryOptions<ReplyOf<E>, ApiError>({
    queryKey: [endpoint.operation, input],
    queryFn: ({ signal }) => call(endpoint, input, signal),
    meta: metaOf(endpoint, input, options),
    enabled: options.enabled ?? true,
    refetchInterval: pollOf(options),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  });

/** THE way to read one thing. Show it with `<Loaded query={…}>`. */
export const useLoaded = <E extends Endpoint>(
  endpoint: E,
  input: Input<E>,
  options: LoadOptions = {},
): UseQueryResult<ReplyOf<E>, ApiError> => useQuery(loaded(endpoint, input, options));

type ItemOf<E extends Endpoint> = ReplyOf<E> extends { items: (infer T)[] } ? T : never;
interface PageReply<T> {
  items: T[];
  next_cursor: string | null;
}

const listOptions = <E extends Endpoint>(endpoint: E, input: Input<E>, options: LoadOptions) => ({
  queryKey: [endpoint.operation, 'pages', input] as readonly unknown[],
  initialPageParam: null as string | null,
  queryFn: async ({ pageParam, signal }: { pageParam: string | null; signal: AbortSignal }) => {
    const query = { ...(input.query as unknown as object), ...(pageParam === null ? {} : { cursor: pageParam }) };
    const page = { ...input, query } as unknown as Input<E>;
    return (await call(endpoint, page, signal)) as PageReply<ItemOf<E>>;
  },
  getNextPageParam: (page: PageReply<ItemOf<E>>) => page.next_cursor,
  meta: metaOf(endpoint, input, options),
  enabled: options.enabled ?? true,
  refetchInterval: pollOf(options),
  placeholderData: keepPreviousData,
});

/** THE way to read a list: `data` is every item read so far, `fetchNextPage` reads more. */
export function useLoadedList<E extends Endpoint>(endpoint: E, input: Input<E>, options: LoadOptions = {}) {
  const cache = useQueryClient();
  const entry = listOptions(endpoint, input, options);
  const list = useInfiniteQuery<PageReply<ItemOf<E>>, ApiError, ItemOf<E>[], readonly unknown[], string | null>({
    ...entry,
    select: itemsOf<ItemOf<E>>,
  });
  const pagesRead = () => cache.getQueryData<InfiniteData<unknown>>(entry.queryKey)?.pages.length ?? 0;
  // False as soon as the list is left for another one, such as that of another view.
  const isShown = () => cache.getQueryCache().find({ queryKey: entry.queryKey })?.isActive() ?? false;
  return {
    ...list,
    // An event that invalidates the list meanwhile replaces this fetch by one of the pages already read: ask again then.
    fetchNextPage: async () => {
      const before = pagesRead();
      let result = await list.fetchNextPage();
      while (result.isSuccess && result.hasNextPage && isShown() && pagesRead() <= before)
        result = await list.fetchNextPage();
      return result;
    },
  };
}

/** Reads a list to its end, page by page: for names and choices, which must be complete. */
export function useWholeList<E extends Endpoint>(endpoint: E, input: Input<E>, options: LoadOptions = {}) {
  const list = useLoadedList(endpoint, input, options);
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = list;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  return list;
}

// Deduplicate by id: a row that moved between two pages during the reads is in both.
function itemsOf<T>({ pages }: { pages: PageReply<T>[] }): T[] {
  const all = pages.flatMap(({ items }) => items);
  const keyOf = (item: T) => (typeof item === 'object' && item !== null && 'id' in item ? item.id : item);
  return [...new Map(all.map((item) => [keyOf(item), item])).values()];
}
