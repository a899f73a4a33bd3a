import type { Decision } from '@desk/contract/decisions';
import { readSettings } from '@desk/contract/settings';
import { Progress, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { reasonWords } from '../terms/reason-words.ts';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { number } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { traceWords } from './trace-words.ts';
import { whyWord } from './trace.logic.ts';
import './trace.css';

interface VerdictProps {
  decision: Decision;
  /** The answer threshold of a trial; the saved one by default. */
  threshold?: number;
  children?: ReactNode;
}

/** The outcome and its reason in one line, with the confidence beside the threshold. */
export function Verdict({ decision, threshold, children }: VerdictProps) {
  const t = useWords(traceWords);
  const reason = useWords(reasonWords);
  const { outcome } = decision;
  return (
    <>
      <Title order={2} size="h4">
        {t(whyWord[outcome])}
      </Title>
      <p className="trace-verdict" data-outcome={outcome}>
        {reason(decision.reason)}
      </p>
      {children}
      <ConfidenceBar decision={decision} tried={threshold} />
    </>
  );
}

/** The probability that the answer is right, beside the threshold that it must reach. */
function ConfidenceBar({ decision: { confidence }, tried }: { decision: Decision; tried: number | undefined }) {
  const t = useWords(traceWords);
  const settings = useLoaded(readSettings, {});
  const threshold = tried ?? settings.data?.thresholds.answer;
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
