import 'uplot/dist/uPlot.min.css';
import type { Overview } from '@desk/contract/reports';
import { Table, useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { number, regionalLocale } from '../ui/i18n/format.ts';
import { useLocale } from '../ui/i18n/i18n.ts';
import { useWords } from '../ui/i18n/words.ts';
import { reportWords } from './reports-words.ts';

const lines = ['received', 'answered', 'escalated'] as const;
// Lines differ without colours too: solid, long dashes, short dashes.
const dashes = { received: [], answered: [8, 4], escalated: [3, 3] };
const colours = {
  light: { received: '#495057', answered: '#3b5bdb', escalated: '#c2410c', grid: '#dee2e6', axis: '#495057' },
  dark: { received: '#ced4da', answered: '#91a7ff', escalated: '#ffa94d', grid: '#424242', axis: '#c9c9c9' },
};

type SeriesProps = { overview: Overview };

/** The numbers over time as a line chart, and the same numbers as a table. */
export function SeriesChart({ overview }: SeriesProps) {
  const t = useWords(reportWords);
  const box = useRef<HTMLDivElement>(null);
  const scheme = useComputedColorScheme();
  const locale = useLocale();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const chart = new UPlot(optionsOf(element.clientWidth, scheme, overview), dataOf(overview.series), element);
    const watcher = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      chart.destroy();
    };
  }, [overview, scheme, locale]);
  return (
    <>
      <ul className="report-legend" aria-hidden>
        {lines.map((line) => (
          <li key={line}>
            <svg width="26" height="4">
              <line
                x1="0"
                y1="2"
                x2="26"
                y2="2"
                stroke={colours[scheme][line]}
                strokeWidth="3"
                strokeDasharray={dashes[line].join(' ')}
              />
            </svg>
            {t(line)}
          </li>
        ))}
      </ul>
      <div ref={box} className="report-chart" aria-hidden />
      <details>
        <summary>{t('overTimeTable')}</summary>
        <SeriesTable overview={overview} />
      </details>
    </>
  );
}

const height = 240;

const dataOf = (series: Overview['series']): UPlot.AlignedData => [
  series.map(({ at }) => Date.parse(at) / 1000),
  ...lines.map((line) => series.map((point) => point[line])),
];

function optionsOf(width: number, scheme: 'light' | 'dark', overview: Overview): UPlot.Options {
  const { grid, axis, ...line } = colours[scheme];
  const axisStyle = { stroke: axis, grid: { stroke: grid, width: 1 }, ticks: { show: false } };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { show: false },
    tzDate: (at) => UPlot.tzDate(new Date(at * 1000), overview.timezone),
    scales: { y: { range: (_chart, _least, most) => [0, Math.max(4, most * 1.05)] } },
    axes: [
      {
        ...axisStyle,
        // As wide as “17. Nov.” and a gap.
        space: 64,
        values: (_chart, splits) => splits.map((at) => momentText(at * 1000, overview)),
      },
      {
        ...axisStyle,
        size: 48,
        values: (_chart, splits) => splits.map((value) => (value % 1 === 0 ? number(value) : '')),
      },
    ],
    series: [
      {},
      ...lines.map((name) => ({ stroke: line[name], width: 2, dash: dashes[name], points: { show: false } })),
    ],
  };
}

// A day of the report is one in the organization's time zone, wherever it is read.
const momentText = (at: number, { granularity, timezone: timeZone }: Overview): string =>
  new Intl.DateTimeFormat(regionalLocale(), {
    timeZone,
    ...(granularity === 'hour' ? { hour: 'numeric', minute: '2-digit' } : { day: 'numeric', month: 'short' }),
  }).format(at);

function SeriesTable({ overview }: SeriesProps) {
  const t = useWords(reportWords);
  return (
    <Table.ScrollContainer minWidth={320}>
      <Table aria-label={t('overTime')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('at')}</Table.Th>
            {lines.map((line) => (
              <Table.Th key={line} ta="end">
                {t(line)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {overview.series.map((point) => (
            <Table.Tr key={point.at}>
              <Table.Th scope="row" fw={400}>
                {momentText(Date.parse(point.at), overview)}
              </Table.Th>
              {lines.map((line) => (
                <Table.Td key={line} ta="end">
                  {number(point[line])}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
