import { listConnectors } from '@desk/contract/connectors';
import { listCollections } from '@desk/contract/knowledge';
import { listDestinations, listTags } from '@desk/contract/routing';
import { listTemplates } from '@desk/contract/templates';
import { useQueries } from '@tanstack/react-query';
import { loaded, useWholeList } from '../ui/data/use-loaded.ts';
import type { Names } from './rule-sentence.ts';

const query = { limit: 200 };

/** What rules refer to, by name: “…” until it is read, and then an id that is unknown stands for itself. */
export function useNames(): Names {
  const tags = useWholeList(listTags, { query });
  const destinations = useWholeList(listDestinations, { query });
  const collections = useWholeList(listCollections, { query });
  const templates = useTemplates();
  return {
    tag: namedBy(tags),
    destination: namedBy(destinations),
    collection: namedBy(collections),
    template: namedBy(templates),
  };
}

interface NamedRows {
  data: readonly { id: string; name: string }[] | undefined;
  isPending: boolean;
  /** There are more than these. */
  hasNextPage?: boolean;
}

export const namedBy =
  ({ data, isPending, hasNextPage = false }: NamedRows) =>
  (id: string): string =>
    data?.find((row) => row.id === id)?.name ?? (isPending || hasNextPage ? '…' : id);

/** The requests of all connectors, each called by its connector as well: “Shop: order”. */
export function useTemplates(): NamedRows {
  const { data: connectors = [], isPending } = useWholeList(listConnectors, { query });
  return useQueries({
    queries: connectors.map(({ id }) => loaded(listTemplates, { params: { id }, query })),
    combine: (results) => ({
      isPending: isPending || results.some((each) => each.isPending),
      data: results.flatMap(({ data }, at) =>
        (data?.items ?? []).map(({ id, name }) => ({ id, name: `${connectors[at]?.name ?? ''}: ${name}` })),
      ),
    }),
  });
}
