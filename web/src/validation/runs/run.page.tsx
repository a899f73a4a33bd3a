import { cancelRun, readRun, type CaseResult, type Run } from '@desk/contract/runs';
import { Badge, Button, Group, Paper, Progress, Stack, Switch, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { absoluteTime, percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { DecisionSummary } from '../decision-summary.tsx';
import { Compared } from './compared.tsx';
import { FailedAssertion } from './failed-assertion.tsx';
import { Counts, isUnderWay, RunState, secondsOf } from './runs.page.tsx';
import { verdictColors } from './verdict-colors.ts';
import { validationWords } from '../validation-words.ts';

const order = ['fail', 'flaky', 'error', 'skipped', 'pass', null];

export function RunPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const [working, setWorking] = useState(true);
  const run = useLoaded(
    readRun,
    { params: { id }, query: {} },
    { live: ['run.updated'], every: working ? 2_000 : false },
  );
  const underWay = run.data ? isUnderWay(run.data) : true;
  if (underWay !== working) setWorking(underWay);
  return <Loaded query={run}>{(data) => <Opened run={data} />}</Loaded>;
}

function Opened({ run }: { run: Run }) {
  const t = useWords(validationWords);
  const cancel = useSave(cancelRun, { refresh: ['readRun'] });
  const stop = isUnderWay(run) && (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button variant="default" disabled={disabled} onClick={() => cancel.mutate({ params: { id: run.id } })}>
          {t('cancel')}
        </Button>
      )}
    </Needs>
  );
  return (
    <Page
      title={t('runOf', { time: absoluteTime(run.created_at) })}
      back={{ to: '/validation/runs', label: t('backToRuns') }}
      actions={stop || undefined}
    >
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
              {t('version', { n: run.suite_version })} ·{' '}
              {t('startedBy', { name: run.trigger.name ?? run.trigger.type })}
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
        {!isUnderWay(run) && <Compared id={run.id} baseline={run.baseline_run_id} />}
        <Results results={run.results} />
      </Stack>
    </Page>
  );
}

function Results({ results }: { results: readonly CaseResult[] }) {
  const t = useWords(validationWords);
  const [onlyProblems, setOnlyProblems] = useState(false);
  const sorted = results.toSorted((one, other) => order.indexOf(one.verdict) - order.indexOf(other.verdict));
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
        {sorted
          .filter(({ verdict }) => !onlyProblems || (verdict !== null && verdict !== 'pass'))
          .slice(0, 300)
          .map((result) => (
            <Result key={result.case_id} result={result} />
          ))}
      </Stack>
    </section>
  );
}

function Result({ result }: { result: CaseResult }) {
  const t = useWords(validationWords);
  return (
    <Paper withBorder p="sm" component="article">
      <Group gap="xs">
        <Badge color={result.verdict ? verdictColors[result.verdict] : 'gray'} variant="light">
          {result.verdict ? t(`case_${result.verdict}`) : t('waiting')}
        </Badge>
        <Text size="sm" fw={600}>
          {result.name}
        </Text>
        {result.critical && <Badge color="red">{t('critical')}</Badge>}
      </Group>
      {result.error && <Text size="sm">{result.error}</Text>}
      {result.assertions
        .filter(({ ok }) => !ok)
        .map((assertion) => (
          <FailedAssertion key={assertion.path} assertion={assertion} />
        ))}
      {result.verdict !== 'pass' && result.decision && <DecisionSummary decision={result.decision} />}
    </Paper>
  );
}
