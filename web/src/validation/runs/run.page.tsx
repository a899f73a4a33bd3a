import { cancelRun, deleteRun, readRun, type Run } from '@desk/contract/runs';
import { Button, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { DeleteButton } from '../../ui/form/delete-button.tsx';
import { absoluteTime, percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { LoadedPage } from '../../ui/page/loaded-page.tsx';
import { usePageSearch } from '../../ui/page/search.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { CaseResultEntry } from './case-result.tsx';
import { Compared } from './compared.tsx';
import { useShownValue } from './shown-value.ts';
import { Counts, isUnderWay, RunState, secondsOf } from './run-state.tsx';
import { validationWords } from '../validation-words.ts';

const order = ['fail', 'flaky', 'error', 'skipped', 'pass', null];

/** Cases shown at once: a suite may have thousands. */
const pageLength = 100;

export function RunPage() {
  const t = useWords(validationWords);
  const { id } = useParams({ strict: false }) as { id: string };
  const [working, setWorking] = useState(true);
  const run = useLoaded(
    readRun,
    { params: { id }, query: { decisions: 'none' } },
    { live: ['run.updated'], every: working ? 2_000 : false },
  );
  const underWay = run.data ? isUnderWay(run.data) : true;
  if (underWay !== working) setWorking(underWay);
  return (
    <LoadedPage
      query={run}
      kind={t('runKind')}
      title={({ created_at: at }) => t('runOf', { time: absoluteTime(at) })}
      back={{ to: '/validation/runs', label: t('backToRuns') }}
      actions={(data) => (isUnderWay(data) ? <CancelRun id={data.id} /> : <DeleteRun id={data.id} />)}
    >
      {(data) => <Opened key={data.id} run={data} />}
    </LoadedPage>
  );
}

function Opened({ run }: { run: Run }) {
  const t = useWords(validationWords);
  const [{ against }, change] = usePageSearch<{ against: string | undefined }>();
  // A queued run has no baseline yet: it gets one when it starts.
  const baseId = against ?? run.baseline_run_id;
  return (
    <Stack>
      <Paper withBorder p="md">
        <Group>
          <RunState run={run} />
          <Counts run={run} />
          {run.score !== null && (
            <Text size="sm">
              {t('score')}: <b>{percent(run.score)}</b>
            </Text>
          )}
          <Text size="sm" c="dimmed">
            {t('version', { n: run.suite_version })} · {t('startedBy', { name: run.trigger.name ?? run.trigger.type })}
            {run.finished_at && ` · ${t('took', { seconds: secondsOf(run) })}`}
          </Text>
        </Group>
        {isUnderWay(run) && run.progress.total > 0 && (
          <Progress.Root mt="sm">
            <Progress.Section
              value={(100 * run.progress.done) / run.progress.total}
              aria-label={t('progress', { ...run.progress })}
            />
          </Progress.Root>
        )}
      </Paper>
      {!isUnderWay(run) && <Compared run={run} baseId={baseId} onBase={(id) => change({ against: id ?? undefined })} />}
      <Results run={run} baseId={baseId} />
    </Stack>
  );
}

function CancelRun({ id }: Pick<Run, 'id'>) {
  const t = useWords(validationWords);
  const cancel = useSave(cancelRun, { refresh: ['readRun'] });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button variant="default" disabled={disabled} onClick={() => cancel.mutate({ params: { id } })}>
          {t('cancel')}
        </Button>
      )}
    </Needs>
  );
}

function DeleteRun({ id }: Pick<Run, 'id'>) {
  const t = useWords(validationWords);
  const navigate = useNavigate();
  const remove = useSave(deleteRun, {
    refresh: ['listRuns'],
    done: t('runDeleted'),
    saved: () => void navigate({ to: '/validation/runs' }),
  });
  return (
    <DeleteButton
      label={t('deleteRun')}
      question={{ title: t('deleteRunTitle'), text: t('deleteRunText') }}
      loading={remove.isPending}
      onSure={() => remove.mutate({ params: { id } })}
    />
  );
}

function Results({ run, baseId }: { run: Run; baseId: string | null }) {
  const t = useWords(validationWords);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const [most, setMost] = useState(pageLength);
  const base = useLoaded(
    readRun,
    { params: { id: baseId ?? '' }, query: { decisions: 'none' } },
    { enabled: baseId !== null },
  );
  const inBase = new Set(base.data?.results.map((each) => each.case_id));
  const rows = run.results
    .toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict))
    .filter(({ verdict }) => !onlyProblems || (verdict !== null && verdict !== 'pass'));
  const failed = rows.slice(0, most).flatMap(({ assertions }) => assertions.filter(({ ok }) => !ok));
  const shown = useShownValue(failed);
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('cases')}
        </Title>
        <Switch
          label={t('onlyProblems')}
          checked={onlyProblems}
          onChange={({ currentTarget }) => setOnlyProblems(currentTarget.checked)}
        />
      </Group>
      <Stack gap="xs">
        {rows.slice(0, most).map((result) => (
          <CaseResultEntry
            key={result.case_id}
            runId={run.id}
            result={result}
            baseId={inBase.has(result.case_id) ? baseId : null}
            shown={shown}
          />
        ))}
      </Stack>
      {rows.length > most && (
        <Group justify="center" mt="md">
          <Button variant="default" onClick={() => setMost(most + pageLength)}>
            {t('moreCases', { n: rows.length - most })}
          </Button>
        </Group>
      )}
    </section>
  );
}
