import { listRuns, type RunSummary } from '@desk/contract/runs';
import { Badge, Button, Text } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { validationWords } from '../validation-words.ts';
import { ValidationTabs } from '../validation-tabs.tsx';

export const isUnderWay = ({ status }: Pick<RunSummary, 'status'>) => status === 'queued' || status === 'running';

/** How long it ran, to a tenth of a second. */
export const secondsOf = ({ started_at: from, finished_at: to }: Pick<RunSummary, 'started_at' | 'finished_at'>) =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 100) / 10 : 0;

export function RunsPage() {
  const t = useWords(validationWords);
  const [underWay, setUnderWay] = useState(false);
  const runs = useLoadedList(listRuns, { query: {} }, { live: ['run.updated'], every: underWay ? 2_000 : false });
  const some = runs.data?.some(isUnderWay) ?? false;
  // Progress comes by events as well; this is for when the stream is away.
  if (some !== underWay) setUnderWay(some);
  const empty = (
    <State
      icon={<IconPlayerPlay size={36} stroke={1.5} />}
      title={t('noRuns')}
      actions={
        <Button component={Link} to="/validation/suite">
          {t('suite')}
        </Button>
      }
    >
      {t('noRunsHint')}
    </State>
  );
  return (
    <Page title={t('runs')} intro={t('runsIntro')}>
      <ValidationTabs />
      <Loaded query={runs} empty={{ when: (rows) => rows.length === 0, show: empty }}>
        {(rows) => (
          <DataTable
            label={t('runs')}
            rows={rows}
            keyOf={({ id }) => id}
            to={({ id }) => `/validation/runs/${id}`}
            columns={[
              { key: 'when', title: t('when'), cell: ({ created_at: at }) => <Time at={at} /> },
              { key: 'status', title: t('status'), cell: (run) => <RunState run={run} /> },
              { key: 'by', title: t('by'), cell: ({ trigger: { name, type } }) => name ?? type },
              { key: 'counts', title: t('cases'), cell: (run) => <Counts run={run} /> },
              {
                key: 'score',
                title: t('score'),
                align: 'end',
                cell: ({ score }) => (score === null ? '' : percent(score)),
              },
              {
                key: 'took',
                title: t('duration'),
                align: 'end',
                cell: (run) => (run.finished_at ? t('seconds', { seconds: secondsOf(run) }) : ''),
              },
            ]}
          />
        )}
      </Loaded>
    </Page>
  );
}

export function RunState({ run }: { run: RunSummary }) {
  const t = useWords(validationWords);
  if (run.verdict) {
    const color = { passed: 'green', failed: 'red', inconclusive: 'gray' }[run.verdict];
    return <Badge color={color}>{t(`verdict_${run.verdict}`)}</Badge>;
  }
  return (
    <>
      <Badge variant="light">{t(`status_${run.status}`)}</Badge>
      {isUnderWay(run) && <Text size="xs">{t('progress', { ...run.progress })}</Text>}
    </>
  );
}

export function Counts({ run }: { run: RunSummary }) {
  const t = useWords(validationWords);
  const { pass, fail, flaky, error, skipped } = run.counts;
  return (
    <>
      <Text size="sm">{t('counts', { pass, fail, other: flaky + error + skipped })}</Text>
      {run.baseline_run_id !== null && (
        <Text size="xs" fw={run.regressions.length > 0 ? 700 : 400} className="table-under">
          {t('regressions', { n: run.regressions.length })}
        </Text>
      )}
    </>
  );
}
