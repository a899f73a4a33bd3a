import { listConnectors } from '@desk/contract/connectors';
import { listCollections } from '@desk/contract/knowledge';
import { listDestinations, listTags } from '@desk/contract/routing';
import { listTemplates } from '@desk/contract/templates';
import { useQueries } from '@tanstack/react-query';
import { loaded, useWholeList } from '../ui/data/use-loaded.ts';
import type { Names } from './rule-sentence.ts';

const query = { limit: 200 };

/** The names of objects that rules refer to: “…” while they load; afterwards an unknown id stands for itself. */
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
  /** True if the list has more rows than these. */
  hasNextPage?: boolean;
}

export const namedBy =
  ({ data, isPending, hasNextPage = false }: NamedRows) =>
  (id: string): string =>
    data?.find((row) => row.id === id)?.name ?? (isPending || hasNextPage ? '…' : id);

/** The requests of all connectors, each with the name of its connector: “Shop: order”. */
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
