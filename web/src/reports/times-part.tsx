import { measuredTimes, type Overview } from '@desk/contract/reports';
import { UnstyledButton } from '@mantine/core';
import { i18n } from '../ui/i18n/i18n.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Count, type Bar } from './bars.tsx';
import type { Behind } from './behind.tsx';
import { durationText } from './period.logic.ts';
import { Part } from './part.tsx';
import { reportWords } from './reports-words.ts';

interface TimesPartProps {
  overview: Overview;
  onOpen: (behind: Behind) => void;
}

/** Waiting times and token counts: a number opens its conversations, a time opens the slow ones. */
export function TimesPart({ overview: { times, totals, tokens }, onOpen }: TimesPartProps) {
  const t = useWords(reportWords);
  const work: Bar[] = [
    { key: 'human_replies', label: t('human_replies'), count: totals.human_replies, measure: 'human_reply' },
    { key: 'human_notes', label: t('human_notes'), count: totals.human_notes, measure: 'human_note' },
    { key: 'tokensIn', label: t('tokensIn'), count: tokens.input, measure: 'tokens', measureKey: 'input' },
    { key: 'tokensOut', label: t('tokensOut'), count: tokens.output, measure: 'tokens', measureKey: 'output' },
  ];
  return (
    <Part title={t('times')}>
      <dl className="report-facts">
        {measuredTimes.map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <Measured name={name} times={times[name]} onOpen={onOpen} />
          </div>
        ))}
        {work.map((bar) => (
          <div key={bar.key}>
            <dt>{bar.label}</dt>
            <dd>
              <Count bar={bar} onOpen={onOpen} />
            </dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

interface MeasuredProps {
  name: (typeof measuredTimes)[number];
  times: Overview['times']['resolution'];
  onOpen: (behind: Behind) => void;
}

function Measured({ name, times, onOpen }: MeasuredProps) {
  const t = useWords(reportWords);
  if (times.count === 0) return <dd>{t('measured', { count: 0 })}</dd>;
  const all = t('measured', { count: times.count });
  return (
    <>
      {(['p50', 'p90'] as const).map((key) => (
        <Quantile key={key} name={name} share={key} seconds={times[key]} onOpen={onOpen} />
      ))}
      <dd>
        <UnstyledButton
          className="report-link"
          aria-label={t('openBehind', { what: `${t(name)}: ${all}` })}
          onClick={() => onOpen({ label: t(name), measure: name, key: undefined })}
        >
          {all}
        </UnstyledButton>
      </dd>
    </>
  );
}

interface QuantileProps {
  name: MeasuredProps['name'];
  share: 'p50' | 'p90';
  seconds: number | null;
  onOpen: (behind: Behind) => void;
}

function Quantile({ name, share, seconds, onOpen }: QuantileProps) {
  const t = useWords(reportWords);
  if (seconds === null) return null;
  const time = durationText(seconds, i18n.locale);
  const label = t('slower', { what: t(name), time });
  return (
    <dd>
      {t(share)}{' '}
      <UnstyledButton
        className="report-link"
        aria-label={t('openBehind', { what: label })}
        onClick={() => onOpen({ label, measure: name, key: share })}
      >
        {time}
      </UnstyledButton>
    </dd>
  );
}
