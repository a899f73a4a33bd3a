import type { RunSummary } from '@desk/contract/runs';
import { Text } from '@mantine/core';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';

const parts = ['settings_version', 'policy_revision', 'knowledge_revision', 'model', 'embeddings'] as const;

/** What the desk worked with otherwise in one run than in another: where a change of the results may come from. */
export function WhatDiffered({ run, base }: { run: RunSummary; base: RunSummary }) {
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
