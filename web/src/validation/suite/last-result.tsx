import { listRuns, readRun, type CaseResult } from '@desk/contract/runs';
import { Anchor, Badge } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { loaded, useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { verdictColors } from '../runs/verdict-colors.ts';
import { validationWords } from '../validation-words.ts';

interface Last extends CaseResult {
  runId: string;
}

const live = ['run.updated'];

/**
 * The newest result of each case, by case id: from the last run of the whole suite, and from later ones of some cases. A run with
 * unsaved changes tells nothing about what is saved.
 */
export function useLastResults(): ReadonlyMap<string, Last> {
  const newest = useLoaded(listRuns, { query: { limit: 10 } }, { live }).data?.items ?? [];
  const saved = newest.filter(({ overlay }) => overlay === null);
  const whole = saved.findIndex(({ status, covers_suite: isWhole }) => isWhole && status === 'completed');
  const runs = useQueries({
    queries: (whole < 0 ? saved : saved.slice(0, whole + 1)).map(({ id }) =>
      loaded(readRun, { params: { id }, query: { decisions: 'none' } }, { live, liveId: id }),
    ),
  });
  const oldestFirst = runs.flatMap(({ data }) => data ?? []).toReversed();
  return new Map(
    oldestFirst.flatMap(({ id, results }) =>
      results.flatMap((result) => (result.verdict ? [[result.case_id, { ...result, runId: id }]] : [])),
    ),
  );
}

export function LastResult({ result }: { result: Last | undefined }) {
  const t = useWords(validationWords);
  if (!result?.verdict) return null;
  return (
    <Anchor component={Link} to={`/validation/runs/${result.runId}`} underline="never">
      <Badge variant="light" color={verdictColors[result.verdict]} style={{ cursor: 'pointer' }}>
        {t(`case_${result.verdict}`)}
      </Badge>
    </Anchor>
  );
}
