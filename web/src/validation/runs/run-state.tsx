import type { RunSummary } from '@desk/contract/runs';
import { Badge, Text } from '@mantine/core';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';

export const isUnderWay = ({ status }: Pick<RunSummary, 'status'>) => status === 'queued' || status === 'running';

/** The duration of a run in seconds, to a tenth. */
export const secondsOf = ({ started_at: from, finished_at: to }: Pick<RunSummary, 'started_at' | 'finished_at'>) =>
  from && to ? Math.round((Date.parse(to) - Date.parse(from)) / 100) / 10 : 0;

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

const versions = ['settings_version', 'policy_revision', 'knowledge_revision'] as const;

/** The versions that a run was made with, its language model, and whether it tried unsaved changes. */
export function Basis({ run: { snapshot, overlay } }: { run: Pick<RunSummary, 'snapshot' | 'overlay'> }) {
  const t = useWords(validationWords);
  const named = versions.flatMap((part) => {
    const value = snapshot[part];
    return typeof value === 'number' || typeof value === 'string'
      ? [t(`basis_${part}`, { version: String(value) })]
      : [];
  });
  const { model } = snapshot;
  const more = [...(typeof model === 'string' ? [model] : []), ...(overlay === null ? [] : [t('basisOverlay')])];
  return (
    <>
      <Text size="sm" flex="1 1 0">
        {named.join(' · ')}
      </Text>
      {more.length > 0 && (
        <Text size="xs" c="dimmed" className="table-under">
          <bdi>{more.join(' · ')}</bdi>
        </Text>
      )}
    </>
  );
}

export function Counts({ run }: { run: RunSummary }) {
  const t = useWords(validationWords);
  const { pass, fail, flaky, error, skipped } = run.counts;
  return (
    <>
      <Text size="sm">{t('counts', { pass, fail, other: flaky + error + skipped })}</Text>
      {!run.covers_suite && (
        <Text size="xs" className="table-under">
          {t('someCases')}
        </Text>
      )}
      {run.baseline_run_id !== null && (
        <Text size="xs" fw={run.regressions.length > 0 ? 700 : 400} className="table-under">
          {t('regressions', { n: run.regressions.length })}
        </Text>
      )}
    </>
  );
}
