import { listSettingsRevisions, restoreSettingsRevision, type RevisedSetting } from '@desk/contract/revisions';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { revisionsWords } from '../../ui/history/revisions-words.ts';
import { Revisions } from '../../ui/history/revisions.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { settingName, settingValue } from '../setting-names.ts';
import { settingsWords } from '../settings-words.ts';
import { changedValues } from './changed-values.logic.ts';

/** The saved states of the settings, each with a button that restores it. */
export function HistoryPage() {
  const t = useWords(settingsWords);
  const r = useWords(revisionsWords);
  const revisions = useLoadedList(listSettingsRevisions, { query: { limit: 50 } }, { live: ['settings.updated'] });
  const restore = useSave(restoreSettingsRevision, {
    refresh: ['listSettingsRevisions', 'readSettings'],
    done: r('restored'),
  });
  return (
    <SettingsPageFrame title={t('historyTitle')} intro={t('historyIntro')}>
      <Loaded query={revisions}>
        {(rows) => (
          <Revisions
            rows={rows}
            complete={!revisions.hasNextPage}
            linesOf={({ diff }) => diff.flatMap(inWords)}
            restore={{
              role: 'org_admin',
              text: t('restoreText'),
              isPending: restore.isPending,
              run: (n, newest) => restore.mutate({ params: { n }, ifMatch: newest }),
            }}
          />
        )}
      </Loaded>
      <LoadMore query={revisions} />
    </SettingsPageFrame>
  );
}

/** “Replies from: 0.6 → 0.7” */
const inWords = ({ path, from, to }: RevisedSetting): string[] =>
  changedValues({ [path]: { from, to } }).map(
    ({ field, before, after }) => `${settingName(field)}: ${settingValue(before)} → ${settingValue(after)}`,
  );
