import type { RunSummary } from '@desk/contract/runs';
import { Group, Text } from '@mantine/core';
import { percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';

const width = 240;
const height = 36;
const most = 30;

/** The scores of the last runs, oldest on the left. Left out are trials with unsaved changes, and runs of some cases only. */
export function ScoreLine({ runs }: { runs: readonly RunSummary[] }) {
  const t = useWords(validationWords);
  const scores = runs
    .flatMap(({ score, overlay, status, covers_suite: isWhole }) =>
      score === null || overlay !== null || status !== 'completed' || !isWhole ? [] : score,
    )
    .slice(0, most)
    .toReversed();
  if (scores.length < 2) return null;
  const points = scores.map((score, at) => [
    2 + (at * (width - 4)) / (scores.length - 1),
    2 + (1 - score) * (height - 4),
  ]);
  const [lastX, lastY] = points.at(-1) ?? [];
  const label = t('scores', { n: scores.length, scores: scores.map((score) => percent(score)).join(', ') });
  return (
    <Group gap="sm" mb="sm">
      <svg width={width} height={height} role="img" aria-label={label}>
        <polyline
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          points={points.map((point) => point.join()).join(' ')}
        />
        <circle cx={lastX} cy={lastY} r="2" fill="currentColor" />
      </svg>
      <Text size="sm">{t('lastScore', { score: percent(scores.at(-1) ?? 0), n: scores.length })}</Text>
    </Group>
  );
}
