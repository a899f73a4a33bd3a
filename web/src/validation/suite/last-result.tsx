import { listRuns, readRun, type CaseResult } from '@desk/contract/runs';
import { Anchor, Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { verdictColors } from '../runs/verdict-colors.ts';
import { validationWords } from '../validation-words.ts';

interface Last extends CaseResult {
  runId: string;
}

/** What became of each case in the newest run, by its id. */
export function useLastResults(): ReadonlyMap<string, Last> {
  const newest = useLoaded(listRuns, { query: { limit: 1 } }, { live: ['run.updated'] }).data?.items[0];
  const run = useLoaded(
    readRun,
    { params: { id: newest?.id ?? '' }, query: { decisions: 'none' } },
    { live: ['run.updated'], enabled: newest !== undefined },
  ).data;
  return new Map(run?.results.map((result) => [result.case_id, { ...result, runId: run.id }]));
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
