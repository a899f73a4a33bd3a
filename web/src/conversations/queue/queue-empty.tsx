import { countConversations } from '@desk/contract/queue';
import { Button } from '@mantine/core';
import { IconMoodSmile } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { EmptyFiltered } from '../../ui/states/empty.tsx';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { State } from '../../ui/states/state.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { noFilters } from './queue-filters.tsx';
import { filtersOn, viewOf } from './queue.logic.ts';
import type { Queue } from './use-queue.ts';

// Imported only by a new desk.
const FirstMessage = lazyPart(async () => (await import('./first-message.tsx')).FirstMessage);

/** Distinguishes no match, no work, and no conversation yet. */
export function QueueEmpty({ queue: { search, change } }: { queue: Queue }) {
  const t = useWords(inboxWords);
  const counts = useLoaded(countConversations, {}, { live: ['conversation.updated'] });
  const view = viewOf(search);
  if (filtersOn(search) > 0 || search.q) {
    return (
      <EmptyFiltered onClear={() => change(noFilters)}>
        {view !== 'all' && (
          <Button variant="default" onClick={() => change({ view: 'all' })}>
            {t('searchAll')}
          </Button>
        )}
      </EmptyFiltered>
    );
  }
  if (view !== 'all') {
    return (
      <State
        icon={<IconMoodSmile size={36} stroke={1.5} />}
        title={t(view === 'human' && counts.data?.views.approval ? 'empty_drafts_title' : `empty_${view}_title`)}
        role="status"
        actions={
          <Button variant="default" onClick={() => change({ view: 'all' })}>
            {t('showAll')}
          </Button>
        }
      >
        {t(`empty_${view}`)}
      </State>
    );
  }
  return (
    <Suspense fallback={null}>
      <FirstMessage />
    </Suspense>
  );
}
