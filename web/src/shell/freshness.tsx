import { Button } from '@mantine/core';
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import { useOnline } from '../ui/data/online.ts';
import { useLate } from '../ui/data/use-late.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { leaveFocusAt } from '../ui/keys/kept-focus.ts';
import { shellWords } from './shell-words.ts';

// Most reads are faster: a line for each of them would flicker on a busy desk.
const slow = 700;

/** A thin line while the shown data is read again, if that takes a moment. */
export function ReadingBar() {
  const reading = useIsFetching({ type: 'active' }) > 0;
  return useLate(reading, slow) ? <div className="shell-progress" aria-hidden /> : null;
}

/** Warns that the shown data may be old, because it could not be read again. */
export function StaleBanner() {
  const t = useWords(shellWords);
  const k = useWords(kitWords);
  const online = useOnline();
  const cache = useQueryClient();
  const watch = useCallback((watcher: () => void) => cache.getQueryCache().subscribe(watcher), [cache]);
  const isStale = useSyncExternalStore(watch, () => cache.getQueryCache().getAll().some(isOld));
  // Without a network, another banner says it.
  if (!isStale || !online) return null;
  return (
    <div className="shell-banner" role="status">
      {t('unread')}
      <Button
        size="compact-sm"
        onClick={({ currentTarget }) => {
          leaveFocusAt(currentTarget.closest('.shell-banner'));
          void cache.refetchQueries({ predicate: isOld });
        }}
      >
        {k('retry')}
      </Button>
    </div>
  );
}

const isOld = (query: Query): boolean =>
  query.state.status === 'error' && query.state.data !== undefined && query.isActive();
