import type { Overview } from '@desk/contract/reports';
import { Table } from '@mantine/core';
import { number } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Count } from './bars.tsx';
import type { Behind } from './behind.tsx';
import { reportWords } from './reports-words.ts';

export const short = (value: number) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

interface HistogramProps extends Pick<Overview, 'confidence'> {
  onOpen: (behind: Behind) => void;
}

/** The distribution of the AI's confidence, with both thresholds, and the same numbers as a table. */
export function Histogram({ confidence: { bins, thresholds }, onOpen }: HistogramProps) {
  const t = useWords(reportWords);
  const most = Math.max(1, ...bins.map(({ count }) => count));
  return (
    <>
      <div className="report-histogram" aria-hidden>
        {bins.map(({ from, to, count }) => (
          <span
            key={from}
            title={`${t('bin', { from: short(from), to: short(to) })}: ${number(count)}`}
            data-side={sideOf(from, thresholds)}
            style={{ blockSize: `${(100 * count) / most}%` }}
          />
        ))}
        {(['clarify', 'answer'] as const).map((name) => (
          <i key={name} style={{ insetInlineStart: `${100 * thresholds[name]}%` }} />
        ))}
      </div>
      <div className="report-scale" aria-hidden>
        <span>{short(0)}</span>
        <span>{short(1)}</span>
      </div>
      <details>
        <summary>{t('overTimeTable')}</summary>
        <Table aria-label={t('confidence')} verticalSpacing={2}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('what')}</Table.Th>
              <Table.Th ta="end">{t('number')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {bins.map(({ from, to, count }, bin) => {
              const label = t('bin', { from: short(from), to: short(to) });
              return (
                <Table.Tr key={from}>
                  <Table.Td>{label}</Table.Td>
                  <Table.Td ta="end">
                    <Count
                      bar={{ key: label, label, count, measure: 'confidence', measureKey: String(bin) }}
                      onOpen={onOpen}
                    />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </details>
    </>
  );
}

function sideOf(confidence: number, { answer, clarify }: Overview['confidence']['thresholds']) {
  if (confidence >= answer) return 'answer';
  return confidence >= clarify ? 'clarify' : 'pass';
}
