import { listDocuments } from '@desk/contract/knowledge';
import { listDestinations, listTags } from '@desk/contract/routing';
import { useWholeList } from '../ui/data/use-loaded.ts';
import { useWords } from '../ui/i18n/words.ts';
import { validationWords } from './validation-words.ts';

const query = { limit: 200 };
const isId = (text: string) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export type Named = ReturnType<typeof useNamed>;

/**
 * A case may name destinations, tags and documents by id, and drafted cases do. Returns what people call them, and “…” while the
 * names load. Documents may be many, so their names are read only if they are needed.
 */
export function useNamed({ withDocuments }: { withDocuments: boolean }) {
  const t = useWords(validationWords);
  const destinations = useWholeList(listDestinations, { query });
  const tags = useWholeList(listTags, { query });
  const documents = useWholeList(listDocuments, { query }, { enabled: withDocuments });
  const nameIn = (list: Listed, value: string, name: string | undefined) => {
    if (!isId(value)) return value;
    return name ?? (list.isPending || list.hasNextPage ? '…' : t('deletedThing'));
  };
  const same = (value: string) => (row: { id: string }) => row.id === value.toLowerCase();
  return {
    destination: (value: string) => nameIn(destinations, value, destinations.data?.find(same(value))?.name),
    tag: (value: string) => nameIn(tags, value, tags.data?.find(same(value))?.name),
    document: (value: string) => nameIn(documents, value, documents.data?.find(same(value))?.title),
  };
}

interface Listed {
  isPending: boolean;
  hasNextPage: boolean;
}
