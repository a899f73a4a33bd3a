import {
  compareRuns,
  listRuns,
  readRun,
  type Comparison,
  type Difference,
  type Run,
  type RunSummary,
} from '@desk/contract/runs';
import { Badge, Group, Paper, Select, Stack, Text, Title } from '@mantine/core';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { absoluteTime, number } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { isUnderWay } from './run-state.tsx';
import { WordDiff } from './word-diff.tsx';

interface ComparedProps {
  run: Run;
  baseId: string | null;
  onBase: (id: string | null) => void;
}

/** The differences from another run, regressions first; the baseline by default. */
export function Compared({ run, baseId, onBase }: ComparedProps) {
  const t = useWords(validationWords);
  const runs = useLoadedList(listRuns, { query: {} });
  const others = runs.data?.filter((each) => each.id !== run.id && !isUnderWay(each)) ?? [];
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          {t('compare')}
        </Title>
        <Select
          size="xs"
          w={380}
          maw="100%"
          aria-label={t('compareWith')}
          placeholder={t('compareWith')}
          value={baseId}
          onChange={onBase}
          data={others.map((other) => ({
            value: other.id,
            label:
              other.id === run.baseline_run_id
                ? t('baselineAt', { time: absoluteTime(other.created_at) })
                : absoluteTime(other.created_at),
          }))}
        />
      </Group>
      {baseId ? <ComparedWith key={baseId} run={run} baseId={baseId} /> : <Text size="sm">{t('nothingBefore')}</Text>}
    </section>
  );
}

function ComparedWith({ run, baseId }: { run: Run; baseId: string }) {
  const t = useWords(validationWords);
  const comparison = useLoaded(compareRuns, { params: { id: run.id }, query: { base: baseId } });
  const base = useLoaded(readRun, { params: { id: baseId }, query: { decisions: 'none' } });
  return (
    <Loaded query={comparison}>
      {(data) => (
        <Stack gap="xs">
          <Summary data={data} run={run} base={base.data} />
          <Differences title={t('broken')} rows={data.broken} color="red" />
          <Differences title={t('fixed')} rows={data.fixed} color="green" />
          <Differences title={t('changed')} rows={data.changed} color="gray" />
        </Stack>
      )}
    </Loaded>
  );
}

function Summary({ data, run, base }: { data: Comparison; run: Run; base: Run | undefined }) {
  const t = useWords(validationWords);
  const { broken, fixed, changed, same, added, removed, unreached } = data;
  const points = base && run.score !== null && base.score !== null ? Math.round((run.score - base.score) * 100) : null;
  const counts = [
    t('nBroken', { n: broken.length }),
    t('nFixed', { n: fixed.length }),
    t('nChanged', { n: changed.length }),
    t('same', { n: same }),
    ...(added.length > 0 ? [t('nAdded', { n: added.length })] : []),
    ...(removed.length > 0 ? [t('nRemoved', { n: removed.length })] : []),
    ...(unreached.length > 0 ? [t('nUnreached', { n: unreached.length })] : []),
  ];
  return (
    <>
      <Text size="sm" fw={600}>
        {points !== null && `${t('points', { n: points, shown: number(points, { signDisplay: 'exceptZero' }) })} · `}
        {counts.join(' · ')}
      </Text>
      {base && <SnapshotDifferences run={run} base={base} />}
    </>
  );
}

function Differences({ title, rows, color }: { title: string; rows: readonly Difference[]; color: string }) {
  const t = useWords(validationWords);
  const decided = ({ outcome, destination }: Difference['base']) => {
    const what = outcome === null ? t('nothing') : t(`outcome_${outcome}`);
    return destination ? `${what} ${t('toDestination', { name: destination })}` : what;
  };
  return rows.map(({ case_id: id, name, base, run }) => (
    <Paper key={id} withBorder p="sm">
      <Group gap="xs">
        <Badge color={color}>{title}</Badge>
        <Text fw={600} size="sm">
          {name}
        </Text>
      </Group>
      {decided(base) !== decided(run) && (
        <Text size="sm">
          <del>{decided(base)}</del> → <ins>{decided(run)}</ins>
        </Text>
      )}
      {answerText(base) !== answerText(run) && <WordDiff before={answerText(base)} now={answerText(run)} />}
    </Paper>
  ));
}

/** The text of an answer. Of a question back or a handover only the draft is recorded, which nobody has read. */
const answerText = ({ outcome, answer }: Difference['base']): string =>
  outcome === 'answer' || outcome === 'draft' ? (answer ?? '') : '';

const parts = ['settings_version', 'policy_revision', 'knowledge_revision', 'model', 'embeddings'] as const;

/** The versions and settings that differ between two runs: possible causes of different results. */
function SnapshotDifferences({ run, base }: { run: RunSummary; base: RunSummary }) {
  const t = useWords(validationWords);
  const shown = (value: unknown) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : t('nothing');
  const differences = parts.flatMap((part) => {
    const [before, now] = [shown(base.snapshot[part]), shown(run.snapshot[part])];
    return before === now ? [] : [t(`differed_${part}`, { before, now })];
  });
  const all = [
    ...differences,
    ...(run.suite_version === base.suite_version
      ? []
      : [t('differed_suite', { before: base.suite_version, now: run.suite_version })]),
    ...((run.overlay === null) === (base.overlay === null) ? [] : [t('differed_overlay')]),
  ];
  return (
    <Text size="sm" c="dimmed">
      {t('differed')}: {all.length > 0 ? all.join(' · ') : t('differedNothing')}
    </Text>
  );
}
