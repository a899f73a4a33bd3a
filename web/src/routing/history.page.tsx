import { listPolicyRevisions, restorePolicyRevision } from '@desk/contract/revisions';
import type { RevisedItem } from '@desk/contract/revisions';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { revisionsWords } from '../ui/history/revisions-words.ts';
import { Revisions } from '../ui/history/revisions.tsx';
import { listOf } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { LoadMore } from '../ui/show/load-more.tsx';
import { RoutingTabs } from './routing-tabs.tsx';
import { historyWords } from './words/history-words.ts';

export function HistoryPage() {
  const t = useWords(historyWords);
  const r = useWords(revisionsWords);
  const revisions = useLoadedList(listPolicyRevisions, { query: { limit: 50 } }, { live: ['settings.updated'] });
  const restore = useSave(restorePolicyRevision, {
    refresh: ['listPolicyRevisions', 'listRules', 'listTags', 'listDestinations', 'readRule'],
    done: r('restored'),
  });
  return (
    <Page title={t('title')} intro={t('intro')}>
      <RoutingTabs />
      <Loaded query={revisions}>
        {(rows) => (
          <Revisions
            rows={rows}
            complete={!revisions.hasNextPage}
            linesOf={({ diff }) => diff.map(inWords)}
            restore={{
              role: 'workspace_admin',
              text: t('restoreText'),
              isPending: restore.isPending,
              run: (n, newest) => restore.mutate({ params: { n }, ifMatch: newest }),
            }}
          />
        )}
      </Loaded>
      <LoadMore query={revisions} />
    </Page>
  );
}

const namedFields = [
  'name',
  'when',
  'then',
  'enabled',
  'priority',
  'keywords',
  'examples',
  'description',
  'target',
  'hours',
] as const;

/** “Changed the conditions and the effects of the rule “Refunds”.” */
function inWords({ type, name, change, fields }: RevisedItem): string {
  const labels = fields.map((field) => {
    const known = namedFields.find((each) => each === field);
    return known ? historyWords(`field_${known}`) : field.replaceAll('_', ' ');
  });
  return historyWords(change, { type: historyWords(`type_${type}`), name, fields: listOf(labels) });
}
