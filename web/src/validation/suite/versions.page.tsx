import { listSuiteVersions, readSuiteVersion } from '@desk/contract/suite';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { IconHistory } from '@tabler/icons-react';
import { isApiError } from '../../api/api-error.ts';
import { call, sendText } from '../../api/call.ts';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { revisionsWords } from '../../ui/history/revisions-words.ts';
import { Revisions } from '../../ui/history/revisions.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { State } from '../../ui/states/state.tsx';
import { validationWords } from '../validation-words.ts';

/** The saved states of the suite, each with a button that restores it: an import replaces every case. */
export function VersionsPage() {
  const t = useWords(validationWords);
  const versions = useLoadedList(listSuiteVersions, { query: { limit: 50 } });
  const restore = useRestore();
  const none = (
    <State icon={<IconHistory size={36} stroke={1.5} />} title={t('noSuite')}>
      {t('noSuiteHint')}
    </State>
  );
  return (
    <Page title={t('versions')} intro={t('versionsIntro')} back={{ to: '/validation/suite', label: t('suite') }}>
      <Loaded query={versions} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => (
          <Revisions
            rows={rows.map((row, at) => ({
              revision: row.version,
              current: at === 0,
              author: row.saved_by,
              at: row.saved_at,
              cases: row.cases,
            }))}
            complete={!versions.hasNextPage}
            linesOf={({ cases }) => [t('versionCases', { n: cases })]}
            restore={{
              role: 'workspace_admin',
              text: t('versionRestoreText'),
              isPending: restore.isPending,
              run: (version, newest) => restore.mutate({ version, newest }),
            }}
          />
        )}
      </Loaded>
      <LoadMore query={versions} />
    </Page>
  );
}

/** Saves the cases of an earlier version as a new one. Refused if somebody has saved the suite since. */
function useRestore() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: async ({ version, newest }: { version: number; newest: number }) => {
      const { name, cases } = await call(readSuiteVersion, { params: { n: version } });
      const text = JSON.stringify({ name, cases });
      return sendText('PUT', '/api/knowledge/validation/suite', { text, type: 'application/json', ifMatch: newest });
    },
    onSuccess: () => toast(revisionsWords('restored')),
    onError: (error) => {
      if (!isApiError(error)) throw error;
      toastProblem(error);
    },
    onSettled: () =>
      Promise.all(
        ['readSuite', 'listSuiteVersions'].map((operation) => cache.invalidateQueries({ queryKey: [operation] })),
      ),
  });
}
