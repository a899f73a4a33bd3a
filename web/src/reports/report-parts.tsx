import { funnel, type Overview } from '@desk/contract/reports';
import { Anchor, Paper, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { number } from '../ui/i18n/format.ts';
import { i18n } from '../ui/i18n/i18n.ts';
import { useWords } from '../ui/i18n/words.ts';
import { reasonWords } from '../terms/reason-words.ts';
import { Bars, Count, type Bar } from './bars.tsx';
import type { Behind } from './behind.tsx';
import { Histogram, short } from './histogram.tsx';
import { durationText } from './period.logic.ts';
import { reportWords } from './reports-words.ts';

interface PartProps {
  title: string;
  hint?: string;
  wide?: boolean;
  children: ReactNode;
}

export function Part({ title, hint, wide = false, children }: PartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} className={wide ? 'report-wide' : ''}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <div className="report-part">{children}</div>
    </Paper>
  );
}

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

export function TimesPart({ overview: { times, totals, tokens }, onOpen }: WithOverview) {
  const t = useWords(reportWords);
  const people = (['human_replies', 'human_notes'] as const).map((name): Bar => {
    const measure = name === 'human_replies' ? 'human_reply' : 'human_note';
    return { key: name, label: t(name), count: totals[name], measure };
  });
  return (
    <Part title={t('times')}>
      <dl className="report-facts">
        {(['first_answer', 'resolution'] as const).map((name) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>
              {times[name].p50 !== null && `${t('half')} ${durationText(times[name].p50, i18n.locale)}`}
              {times[name].p90 !== null && `, ${t('ninety')} ${durationText(times[name].p90, i18n.locale)}. `}
              {t('measured', { count: times[name].count })}
            </dd>
          </div>
        ))}
        {people.map((bar) => (
          <div key={bar.key}>
            <dt>{bar.label}</dt>
            <dd>
              <Count bar={bar} onOpen={onOpen} />
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('tokens')}</dt>
          <dd>
            {t('tokensIn')} {number(tokens.input)}, {t('tokensOut')} {number(tokens.output)}
          </dd>
        </div>
      </dl>
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
              <Link to="/knowledge/health" search={{ gap: id }}>
                {label}
              </Link>{' '}
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
