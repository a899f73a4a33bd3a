import { listConversations, type Conversation } from '@desk/contract/conversations';
import { useCallback, useMemo, useState } from 'react';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { usePageSearch } from '../../ui/page/search.ts';
import { queryOf, splitNew, type QueueSearch } from './queue.logic.ts';

/** The queue that the address describes; it stays still while somebody reads it. */
export function useQueue() {
  const [search, change] = usePageSearch<QueueSearch>();
  const query = queryOf(search);
  const key = JSON.stringify(query);
  const list = useLoadedList(listConversations, { query }, { live: ['conversation.updated', 'message.created'] });
  const [known, setKnown] = useState<{ key: string; ids: ReadonlySet<string> } | null>(null);
  const rows: readonly Conversation[] = list.data ?? [];
  if (list.data && !list.isPlaceholderData && known?.key !== key) setKnown({ key, ids: idsOf(rows) });
  const split = useMemo(() => splitNew(rows, known?.key === key ? known.ids : null), [rows, known, key]);
  const showNew = useCallback(() => setKnown({ key, ids: idsOf(rows) }), [key, rows]);
  return { key, list, search, change, rows: split.shown, fresh: split.fresh, showNew };
}

export type Queue = ReturnType<typeof useQueue>;

const idsOf = (rows: readonly Conversation[]) => new Set(rows.map(({ id }) => id));
