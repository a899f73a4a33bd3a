import { listConnectors } from '@desk/contract/connectors';
import { listCollections } from '@desk/contract/knowledge';
import { listDestinations, listTags } from '@desk/contract/routing';
import { listTemplates } from '@desk/contract/templates';
import { useQueries } from '@tanstack/react-query';
import { loaded, useLoadedList } from '../ui/data/use-loaded.ts';
import type { Names } from './rule-sentence.ts';

const query = { limit: 200 };

/** What rules refer to, by name; an id that is unknown stands for itself. */
export function useNames(): Names {
  const tags = useLoadedList(listTags, { query }).data;
  const destinations = useLoadedList(listDestinations, { query }).data;
  const collections = useLoadedList(listCollections, { query }).data;
  const templates = useTemplates();
  const named = (rows: readonly { id: string; name: string }[] | undefined) => (id: string) =>
    rows?.find((row) => row.id === id)?.name ?? id;
  return {
    tag: named(tags),
    destination: named(destinations),
    collection: named(collections),
    template: named(templates),
  };
}

/** The requests of all connectors, each called by its connector as well: “Shop: order”. */
export function useTemplates(): { id: string; name: string }[] {
  const connectors = useLoadedList(listConnectors, { query }).data ?? [];
  return useQueries({
    queries: connectors.map(({ id }) => loaded(listTemplates, { params: { id }, query })),
    combine: (results) =>
      results.flatMap(({ data }, at) =>
        (data?.items ?? []).map(({ id, name }) => ({ id, name: `${connectors[at]?.name ?? ''}: ${name}` })),
      ),
  });
}
