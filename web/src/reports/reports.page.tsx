import './reports.css';
import { channels } from '@desk/contract/conversations';
import { readOverview, type Overview } from '@desk/contract/reports';
import { Button, Group, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { IconChartBar } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { download } from '../api/call.ts';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { stringifySearch, usePageSearch } from '../ui/page/search.ts';
import { useNow } from '../ui/show/time.tsx';
import { toastProblem } from '../ui/show/toast.tsx';
import { State } from '../ui/states/state.tsx';
import { BehindDrawer, type Behind } from './behind.tsx';
import { daysOf, periodOf, periods, queryOf, type ReportSearch } from './period.logic.ts';
import { BreakdownParts, CausesPart, ConfidencePart, FunnelPart } from './report-parts.tsx';
import { Part } from './part.tsx';
import { TimesPart } from './times-part.tsx';
import { reportWords } from './reports-words.ts';
import { SeriesChart } from './series-chart.tsx';

export function ReportsPage() {
  const t = useWords(reportWords);
  const [search, change] = usePageSearch<ReportSearch>();
  const [behind, setBehind] = useState<Behind | null>(null);
  const query = queryOf(search, useNow());
  const overview = useLoaded(readOverview, { query }, { keep: true });
  const isPlaceholderData = useOfAnotherChoice(JSON.stringify(search), overview);
  return (
    <Page title={t('title')} intro={t('intro')} actions={<Csv query={query} />}>
      <Group mb="md" align="end">
        <SegmentedControl
          aria-label={t('period')}
          value={periodOf(search)}
          onChange={(period) => change({ period })}
          data={periods.map((value) => ({ value, label: t(`period_${value}`) }))}
        />
        {periodOf(search) === 'dates' && <Dates query={query} change={change} />}
        <NativeSelect
          aria-label={t('channel')}
          value={query.channel ?? ''}
          onChange={({ currentTarget }) => change({ channel: currentTarget.value || undefined })}
          data={[
            { value: '', label: t('channel_any') },
            ...channels.map((value) => ({ value, label: t(`channel_${value}`) })),
          ]}
        />
      </Group>
      <Loaded
        query={{ ...overview, isPlaceholderData }}
        empty={{ when: (reply) => (reply as Overview).totals.received === 0, show: <Nothing /> }}
      >
        {(reply) => <Report overview={reply as Overview} onOpen={setBehind} />}
      </Loaded>
      <BehindDrawer
        behind={behind}
        range={{ from: query.from, to: query.to, channel: query.channel }}
        onClose={() => setBehind(null)}
      />
    </Page>
  );
}

/**
 * True while the figures are those of another choice. The period moves with the clock every minute, which is not another choice.
 */
function useOfAnotherChoice(choice: string, { isSuccess, isPlaceholderData }: UseQueryResult): boolean {
  const [read, setRead] = useState(choice);
  if (isSuccess && !isPlaceholderData && read !== choice) setRead(choice);
  return isPlaceholderData && read !== choice;
}

/** Chooses the first and the last day, both whole days in the reader's time zone. */
function Dates({ query, change }: { query: ReturnType<typeof queryOf>; change: (changes: ReportSearch) => void }) {
  const t = useWords(reportWords);
  const days = daysOf(query);
  return (
    <>
      {(['from', 'to'] as const).map((name) => (
        <TextInput
          key={name}
          type="date"
          aria-label={t(`date_${name}`)}
          value={days[name]}
          {...(name === 'from' ? { max: days.to } : { min: days.from })}
          onChange={({ currentTarget: { value } }) => value && change({ ...days, [name]: value })}
        />
      ))}
    </>
  );
}

function Report({ overview, onOpen }: { overview: Overview; onOpen: (behind: Behind) => void }) {
  const t = useWords(reportWords);
  return (
    <div className="report">
      <Part title={t('overTime')} wide>
        <SeriesChart overview={overview} />
      </Part>
      <FunnelPart overview={overview} onOpen={onOpen} />
      <TimesPart overview={overview} onOpen={onOpen} />
      <CausesPart overview={overview} onOpen={onOpen} />
      <ConfidencePart overview={overview} onOpen={onOpen} />
      <BreakdownParts overview={overview} onOpen={onOpen} />
    </div>
  );
}

function Nothing() {
  const t = useWords(reportWords);
  return (
    <State
      icon={<IconChartBar size={36} stroke={1.5} />}
      title={t('emptyTitle')}
      role="status"
      actions={
        <Button component={Link} to="/channels" variant="default">
          {t('toChannels')}
        </Button>
      }
    >
      {t('empty')}
    </State>
  );
}

function Csv({ query }: { query: ReturnType<typeof queryOf> }) {
  const t = useWords(reportWords);
  const save = async () => {
    try {
      const bytes = await download(`${readOverview.path}${stringifySearch({ ...query, format: 'csv' })}`);
      const link = Object.assign(document.createElement('a'), {
        href: URL.createObjectURL(bytes),
        download: 'report.csv',
      });
      link.click();
      URL.revokeObjectURL(link.href);
    } catch (error) {
      if (!isApiError(error)) throw error;
      toastProblem(error, () => void save());
    }
  };
  return (
    <Button variant="default" onClick={() => void save()}>
      {t('csv')}
    </Button>
  );
}
