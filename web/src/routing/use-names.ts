import { listDestinations, listTags } from '@desk/contract/routing';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import type { Names } from './rule-sentence.ts';

/** Tags and destinations by name; an id that is unknown stands for itself. */
export function useNames(): Names {
  const tags = useLoadedList(listTags, { query: { limit: 200 } }).data ?? [];
  const destinations = useLoadedList(listDestinations, { query: { limit: 200 } }).data ?? [];
  return {
    tag: (id) => tags.find((tag) => tag.id === id)?.name ?? id,
    destination: (id) => destinations.find((each) => each.id === id)?.name ?? id,
  };
}
