import { readCaseResult, type CaseResult, type RehearsedCase, type Assertion } from '@desk/contract/runs';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { TraceSteps } from '../../trace/trace-steps.tsx';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DecisionSummary } from '../decision-summary.tsx';
import { validationWords } from '../validation-words.ts';
import { AcceptResult } from './accept.tsx';
import { verdictColors } from './verdict-colors.ts';
import { WordDiff } from './word-diff.tsx';
import { assertedBy } from './assertion.logic.ts';
import type { ShownValue } from './shown-value.ts';

interface CaseResultProps {
  runId: string;
  result: CaseResult;
  /** The run to compare with, if it contains this case. */
  baseId: string | null;
  shown: ShownValue;
}

/** The result of one case; opened, its details and the earlier turns. */
export function CaseResultEntry({ runId, result, baseId, shown }: CaseResultProps) {
  const t = useWords(validationWords);
  const [opened, { toggle }] = useDisclosure(false);
  const isDone = result.verdict !== null && result.verdict !== 'skipped';
  return (
    <Paper withBorder p="sm" component="article" aria-label={result.name}>
      <Group justify="space-between" wrap="nowrap" align="start">
        <Group gap="xs">
          <Badge color={result.verdict ? verdictColors[result.verdict] : 'gray'} variant="light">
            {result.verdict ? t(`case_${result.verdict}`) : t('waiting')}
          </Badge>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {result.name}
          </Text>
          {result.critical && <Badge color="red">{t('critical')}</Badge>}
        </Group>
        {isDone && (
          <Button
            variant="subtle"
            size="compact-sm"
            flex="0 0 auto"
            aria-expanded={opened}
            aria-label={t('detailsOf', { name: result.name })}
            onClick={toggle}
          >
            {t('details')}
          </Button>
        )}
      </Group>
      {result.error && <Text size="sm">{result.error}</Text>}
      {result.assertions
        .filter(({ ok }) => !ok)
        .map((assertion) => (
          <FailedAssertion key={assertion.path} assertion={assertion} shown={shown} />
        ))}
      {opened && <Details runId={runId} caseId={result.case_id} baseId={baseId} shown={shown} />}
    </Paper>
  );
}

interface DetailsProps extends Pick<CaseResultProps, 'runId' | 'baseId' | 'shown'> {
  caseId: string;
}

function Details({ runId, caseId, baseId, shown }: DetailsProps) {
  const of = useLoaded(readCaseResult, { params: { id: runId, case_id: caseId } });
  const before = useLoaded(
    readCaseResult,
    { params: { id: baseId ?? '', case_id: caseId } },
    { enabled: baseId !== null },
  );
  return (
    <Loaded query={of}>
      {(result) => (
        <Stack gap="xs" mt="sm">
          <Turns result={result} />
          <Reply result={result} before={before.data ?? null} />
          {result.decision && <TraceSteps decision={result.decision} />}
          {result.verdict === 'fail' && <AcceptResult result={result} shown={shown} />}
        </Stack>
      )}
    </Loaded>
  );
}

function Turns({ result }: { result: RehearsedCase }) {
  const t = useWords(validationWords);
  return result.case.turns.map(({ customer }, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- what was asked does not change
    <Text key={at} size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
      <b>{t('customer')}:</b> {customer}
    </Text>
  ));
}

/** The decision and its answer, with the differences from the compared run. */
function Reply({ result, before }: { result: RehearsedCase; before: RehearsedCase | null }) {
  const t = useWords(validationWords);
  const { decision } = result;
  if (!decision) return null;
  const now = decision.answer?.text ?? '';
  const then = before?.decision ? (before.decision.answer?.text ?? '') : now;
  return (
    <>
      {before?.decision && before.decision.outcome !== decision.outcome && (
        <Text size="sm">{t('outcomeBefore', { outcome: t(`outcome_${before.decision.outcome}`) })}</Text>
      )}
      <DecisionSummary decision={decision} />
      {(now || then) && <WordDiff before={then} now={now} />}
    </>
  );
}

/** The expected and the actual value as a sentence. */
function FailedAssertion({ assertion, shown }: { assertion: Assertion; shown: ShownValue }) {
  const t = useWords(validationWords);
  const { path, expected, actual } = assertion;
  const { part, turn } = assertedBy(path);
  return (
    <Text size="sm" lineClamp={4}>
      ✗ {turn !== null && `${t('messageOf', { n: turn })}, `}
      <b>{part ? t(`asserted_${part}`) : t('asserted')}</b>:{' '}
      {t('expected', { expected: shown(part, expected), actual: shown(part, actual) })}
    </Text>
  );
}
