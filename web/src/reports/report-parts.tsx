import { funnel, type Overview } from '@desk/contract/reports';
import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { reasonWords } from '../terms/reason-words.ts';
import { Bars, type Bar } from './bars.tsx';
import type { Behind } from './behind.tsx';
import { Histogram, short } from './histogram.tsx';
import { Part } from './part.tsx';
import { reportWords } from './reports-words.ts';

interface WithOverview {
  overview: Overview;
  onOpen: (behind: Behind) => void;
}

export function FunnelPart({ overview: { totals }, onOpen }: WithOverview) {
  const t = useWords(reportWords);
  const bars = funnel.map((name): Bar => ({ key: name, label: t(name), count: totals[name], measure: name }));
  return (
    <Part title={t('outcomes')} hint={t('outcomesHint')}>
      <Bars label={t('outcomes')} bars={bars} of={totals.received} onOpen={onOpen} />
    </Part>
  );
}

export function ConfidencePart({ overview: { confidence }, onOpen }: WithOverview) {
  const t = useWords(reportWords);
  const { answer, clarify } = confidence.thresholds;
  return (
    <Part title={t('confidence')} hint={t('confidenceHint', { answer: short(answer), clarify: short(clarify) })}>
      <Histogram confidence={confidence} onOpen={onOpen} />
    </Part>
  );
}

export function CausesPart({ overview, onOpen }: WithOverview) {
  const t = useWords(reportWords);
  const r = useWords(reasonWords);
  const reasons = overview.reasons.map(({ reason, count }): Bar => ({
    key: reason,
    label: r(reason),
    count,
    measure: 'handover',
    measureKey: reason,
  }));
  const endings = overview.resolutions.map(({ resolution, count }): Bar => ({
    key: resolution,
    label: t(`resolution_${resolution}`),
    count,
    measure: 'resolved',
    measureKey: resolution,
  }));
  return (
    <>
      <Part title={t('reasons')}>
        <Bars label={t('reasons')} bars={reasons} onOpen={onOpen} />
      </Part>
      <Part title={t('resolutions')}>
        <Bars label={t('resolutions')} bars={endings} onOpen={onOpen} />
      </Part>
    </>
  );
}

export function BreakdownParts({ overview, onOpen }: WithOverview) {
  const t = useWords(reportWords);
  const named = (measure: 'tag' | 'destination' | 'rule') =>
    overview[`by_${measure}`].map(({ id, name, count }): Bar => ({
      key: id,
      label: name ?? t('deleted'),
      count,
      measure,
      measureKey: id,
    }));
  const byChannel = overview.by_channel.map(({ channel, received }): Bar => ({
    key: channel,
    label: t(`channel_${channel}`),
    count: received,
    measure: 'received',
    channel,
  }));
  return (
    <>
      <Part title={t('by_channel')}>
        <Bars label={t('by_channel')} bars={byChannel} onOpen={onOpen} />
      </Part>
      {(['tag', 'destination', 'rule'] as const).map((measure) => (
        <Part key={measure} title={t(`by_${measure}`)}>
          <Bars label={t(`by_${measure}`)} bars={named(measure)} onOpen={onOpen} />
        </Part>
      ))}
      <Part title={t('gaps')}>
        {overview.gaps.length === 0 && <Text size="sm">{t('nothing')}</Text>}
        <ul className="report-gaps">
          {overview.gaps.map(({ id, label, questions }) => (
            <li key={id}>
              <Anchor
                size="sm"
                underline="always"
                renderRoot={(props) => <Link to="/knowledge/health" search={{ gap: id }} {...props} />}
              >
                {label}
              </Anchor>{' '}
              <Text span size="sm" c="dimmed">
                {t('gapCount', { count: questions })}
              </Text>
            </li>
          ))}
        </ul>
        <Anchor component={Link} to="/knowledge/health" size="sm" underline="always">
          {t('allGaps')}
        </Anchor>
      </Part>
    </>
  );
}
