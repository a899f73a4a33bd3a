import { listRuns, type RunSummary } from '@desk/contract/runs';
import { Button, Checkbox, Group } from '@mantine/core';
import { IconPlayerPlay } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { absoluteTime, percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { validationWords } from '../validation-words.ts';
import { ValidationTabs } from '../validation-tabs.tsx';
import { Basis, Counts, isUnderWay, RunState, secondsOf } from './run-state.tsx';
import { RunNow } from './run-now.tsx';
import { ScoreLine } from './score-line.tsx';

export function RunsPage() {
  const t = useWords(validationWords);
  const [underWay, setUnderWay] = useState(false);
  const [chosen, choose] = useState<readonly RunSummary[]>([]);
  const runs = useLoadedList(listRuns, { query: {} }, { live: ['run.updated'], every: underWay ? 2_000 : false });
  const anyUnderWay = runs.data?.some(isUnderWay) ?? false;
  // Progress also arrives as events; polling covers a lost stream.
  if (anyUnderWay !== underWay) setUnderWay(anyUnderWay);
  const suite = (
    <Button component={Link} to="/validation/suite">
      {t('suite')}
    </Button>
  );
  const empty = (
    <State icon={<IconPlayerPlay size={36} stroke={1.5} />} title={t('noRuns')} actions={suite}>
      {t('noRunsHint')}
    </State>
  );
  return (
    <Page title={t('runs')} intro={t('runsIntro')} actions={<RunNow />}>
      <ValidationTabs />
      <Loaded query={runs} empty={{ when: (rows) => rows.length === 0, show: empty }}>
        {(rows) => (
          <>
            <Group justify="space-between" align="start">
              <ScoreLine runs={rows} />
              {rows.length > 1 && <Compare chosen={chosen} />}
            </Group>
            <RunsTable rows={rows} chosen={chosen} choose={choose} />
            <LoadMore query={runs} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Opens the newer of two runs, compared with the older one. */
function Compare({ chosen }: { chosen: readonly RunSummary[] }) {
  const t = useWords(validationWords);
  const navigate = useNavigate();
  const [older, newer] = chosen.toSorted((one, other) => one.created_at.localeCompare(other.created_at));
  const label = t('compareChosen', { n: chosen.length });
  if (!older || !newer)
    return (
      <Button variant="default" disabled>
        {label}
      </Button>
    );
  const open = () => navigate({ to: '/validation/runs/$id', params: { id: newer.id }, search: { against: older.id } });
  return <Button onClick={() => void open()}>{label}</Button>;
}

interface RunsTableProps {
  rows: readonly RunSummary[];
  chosen: readonly RunSummary[];
  choose: (runs: readonly RunSummary[]) => void;
}

function RunsTable({ rows, chosen, choose }: RunsTableProps) {
  const t = useWords(validationWords);
  const isChosen = ({ id }: RunSummary) => chosen.some((each) => each.id === id);
  const box = (run: RunSummary) => (
    <Checkbox
      aria-label={t('compareRun', { time: absoluteTime(run.created_at) })}
      checked={isChosen(run)}
      disabled={isUnderWay(run) || (chosen.length === 2 && !isChosen(run))}
      onChange={({ currentTarget: { checked } }) =>
        choose(checked ? [...chosen, run] : chosen.filter(({ id }) => id !== run.id))
      }
    />
  );
  return (
    <DataTable
      label={t('runs')}
      rows={rows}
      wide
      keyOf={({ id }) => id}
      to={({ id }) => `/validation/runs/${id}`}
      columns={[
        {
          key: 'when',
          title: t('when'),
          cell: ({ created_at: at }) => <Time at={at} />,
          under: ({ trigger: { name, type } }) => <bdi>{name ?? type}</bdi>,
        },
        { key: 'status', title: t('status'), cell: (run) => <RunState run={run} /> },
        { key: 'basis', title: t('basis'), cell: (run) => <Basis run={run} /> },
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
        { key: 'compare', title: t('compareColumn'), cell: box },
      ]}
    />
  );
}
