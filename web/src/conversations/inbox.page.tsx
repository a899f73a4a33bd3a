import { listConversations } from '@desk/contract/conversations';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { Loaded } from '../ui/data/loaded.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { DataTable } from '../ui/show/data-table.tsx';
import { Time } from '../ui/show/time.tsx';
import { inboxWords } from './inbox-words.ts';

export function InboxPage() {
  const t = useWords(inboxWords);
  const conversations = useLoadedList(listConversations, { query: {} }, { live: ['conversation.updated'] });
  return (
    <Page title={t('title')}>
      <Loaded query={conversations}>
        {(rows) => (
          <DataTable
            label={t('title')}
            rows={rows}
            keyOf={({ id }) => id}
            to={({ id }) => `/inbox/${id}`}
            columns={[
              { key: 'subject', title: t('title'), cell: ({ subject, id }) => subject ?? id },
              { key: 'updated', title: '', cell: ({ updated_at }) => <Time at={updated_at} /> },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}
