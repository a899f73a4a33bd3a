import './queue.css';
import { Button, Skeleton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { QueueEmpty } from './queue-empty.tsx';
import { QueueRow } from './queue-row.tsx';
import type { Queue } from './use-queue.ts';

const rowHeight = 92;

interface QueueListProps {
  queue: Queue;
  openId: string | undefined;
  selected: ReadonlySet<string>;
  onSelect: (id: string, range: boolean) => void;
}

export function QueueList({ queue, openId, selected, onSelect }: QueueListProps) {
  const t = useWords(inboxWords);
  const { list, rows, fresh, showNew } = queue;
  return (
    <>
      <div role="status">
        {fresh.length > 0 && (
          <Button fullWidth radius={0} size="xs" variant="light" onClick={showNew}>
            {t('newRows', { count: fresh.length })}
          </Button>
        )}
      </div>
      <Loaded
        query={list}
        skeleton={<RowSkeletons />}
        empty={{ when: (all) => all.length === 0, show: <QueueEmpty queue={queue} /> }}
      >
        {() => <Rows queue={queue} rows={rows} openId={openId} selected={selected} onSelect={onSelect} />}
      </Loaded>
    </>
  );
}

/** Renders only the rows in view: a queue may hold thousands. */
function Rows({ queue, rows, openId, selected, onSelect }: QueueListProps & Pick<Queue, 'rows'>) {
  const t = useWords(inboxWords);
  const scroller = useRef<HTMLDivElement>(null);
  const { list } = queue;
  const place = usePlace(scroller, queue.key);
  const virtual = useVirtualizer({
    count: rows.length,
    initialOffset: place,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    getItemKey: (index) => rows[index]?.id ?? index,
  });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 10 && list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
  }, [last, rows.length, list]);
  useEffect(() => {
    const at = rows.findIndex(({ id }) => id === openId);
    if (at !== -1) virtual.scrollToIndex(at, { align: 'auto' });
    // Scroll only when another conversation is opened: the list must not jump when its rows change.
  }, [openId]);
  return (
    <div ref={scroller} className="queue-scroller" role="list" aria-label={t('queue')} tabIndex={0}>
      <div style={{ height: virtual.getTotalSize(), position: 'relative' }} role="presentation">
        {items.map(({ index, key, start }) => {
          const conversation = rows[index];
          return conversation ? (
            <div
              key={key}
              role="listitem"
              aria-posinset={index + 1}
              aria-setsize={list.hasNextPage ? -1 : rows.length}
              className="queue-item"
              style={{ height: rowHeight, transform: `translateY(${start}px)` }}
            >
              <QueueRow
                conversation={conversation}
                open={conversation.id === openId}
                selected={selected.has(conversation.id)}
                onSelect={(range) => onSelect(conversation.id, range)}
              />
            </div>
          ) : null;
        })}
      </div>
    </div>
  );
}

// Where the reader was in the queue that was shown last.
let left = { key: '', top: 0 };

/** Returns to that place: on a phone, a conversation replaces the queue. */
function usePlace(scroller: RefObject<HTMLElement | null>, key: string): number {
  const [place] = useState(() => (left.key === key ? left.top : 0));
  useEffect(() => {
    const { current } = scroller;
    const note = () => {
      left = { key, top: current?.scrollTop ?? 0 };
    };
    current?.addEventListener('scroll', note, { passive: true });
    return () => current?.removeEventListener('scroll', note);
  }, [scroller, key]);
  return place;
}

function RowSkeletons() {
  return (
    <div aria-hidden>
      {Array.from({ length: 7 }, (_, row) => (
        <div key={row} className="queue-row-skeleton">
          <Skeleton height={16} width="70%" />
          <Skeleton height={12} width="90%" />
          <Skeleton height={16} width="50%" />
        </div>
      ))}
    </div>
  );
}
