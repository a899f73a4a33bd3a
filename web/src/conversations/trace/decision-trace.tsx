import { listDecisions, type RecordedDecision } from '@desk/contract/conversations';
import { readSettings } from '@desk/contract/settings';
import { Progress, Select, Text, Title } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { clockTime, number } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import type { Thread } from '../thread/use-conversation.ts';
import { reasonWords } from '../../terms/reason-words.ts';
import { traceWords } from '../words/trace-words.ts';
import { TraceSteps } from './trace-steps.tsx';
import { whyWord } from './trace.logic.ts';

const SaveAsCase = lazy(async () => ({ default: (await import('../../ui/cases/save-as-case.tsx')).SaveAsCase }));

/** “Why did it say that?”: the verdict in one line, and below it every step of the way. */
export function DecisionTrace({ thread }: { thread: Thread }) {
  const t = useWords(traceWords);
  const [chosen, choose] = useState<string | null>(null);
  const decisions = useLoaded(
    listDecisions,
    { params: { id: thread.id }, query: { limit: 50 } },
    { live: ['conversation.updated'], liveId: thread.id },
  );
  // The newest came with the conversation: it is shown before the list of all has arrived.
  const newest = thread.last_decision;
  const all = decisions.data?.items ?? (newest ? [newest] : []);
  const shown = all.find(({ id }) => id === chosen) ?? all[0];
  if (!shown && decisions.data === undefined) return <Loaded query={decisions}>{() => null}</Loaded>;
  if (!shown) return <NoDecision thread={thread} />;
  return (
    <div className="trace">
      {all.length > 1 && (
        <Select
          size="xs"
          mb="sm"
          aria-label={t('turn')}
          allowDeselect={false}
          value={shown.id}
          onChange={choose}
          data={all.map(({ id, created_at: at, outcome }) => ({
            value: id,
            label: t('turnAt', { time: clockTime(at), outcome: t(`outcome_${outcome}`) }),
          }))}
        />
      )}
      <Verdict decision={shown} />
      <TraceSteps decision={shown} />
      <Suspense fallback={null}>
        <SaveAsCase key={shown.id} from={{ from_decision_id: shown.id }} />
      </Suspense>
    </div>
  );
}

function NoDecision({ thread }: { thread: Thread }) {
  const t = useWords(traceWords);
  return (
    <div className="trace">
      <Title order={2} size="h4">
        {t('none')}
      </Title>
      <Text size="sm" c="dimmed" mt="xs">
        {t(thread.owner === 'ai' ? 'noneQueued' : 'noneHuman')}
      </Text>
    </div>
  );
}

function Verdict({ decision }: { decision: RecordedDecision }) {
  const t = useWords(traceWords);
  const reason = useWords(reasonWords);
  const { outcome, disposition } = decision;
  return (
    <>
      <Title order={2} size="h4">
        {t(whyWord[outcome])}
      </Title>
      <p className="trace-verdict" data-outcome={outcome}>
        {reason(decision.reason)}
      </p>
      {(disposition === 'superseded' || disposition === 'stopped') && (
        <Text size="sm" c="dimmed">
          {t(disposition)}
        </Text>
      )}
      <ConfidenceBar decision={decision} />
    </>
  );
}

/** The probability that the answer is right, beside the threshold that it had to reach. */
function ConfidenceBar({ decision: { confidence } }: { decision: RecordedDecision }) {
  const t = useWords(traceWords);
  const settings = useLoaded(readSettings, {});
  const threshold = settings.data?.thresholds.answer;
  const two = (value: number) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  if (!confidence) {
    return (
      <Text size="sm" c="dimmed">
        {t('noConfidence')}
      </Text>
    );
  }
  const value = two(confidence.value);
  const words =
    threshold === undefined ? t('confidenceOnly', { value }) : t('confidence', { value, threshold: two(threshold) });
  const enough = threshold === undefined || confidence.value >= threshold;
  return (
    <div className="trace-confidence">
      <Text size="sm">{words}</Text>
      <Progress.Root size={8} style={{ overflow: 'visible', position: 'relative' }}>
        <Progress.Section value={confidence.value * 100} color={enough ? 'green' : 'orange'} aria-label={words} />
        {threshold !== undefined && (
          <span
            className="trace-threshold"
            style={{ insetInlineStart: `${threshold * 100}%` }}
            title={t(enough ? 'above' : 'below', { threshold: two(threshold) })}
          />
        )}
      </Progress.Root>
    </div>
  );
}
