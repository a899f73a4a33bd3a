import { Table, Text, UnstyledButton } from '@mantine/core';
import { number, percent } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { reportWords } from './reports-words.ts';
import type { Behind } from './behind.tsx';

export interface Bar {
  key: string;
  label: string;
  count: number;
  /** The measure that lists the conversations behind the bar; without one, the number is not a button. */
  measure?: Behind['measure'];
  measureKey?: string;
  channel?: Behind['channel'];
}

interface BarsProps {
  label: string;
  bars: readonly Bar[];
  /** The value of a full bar; by default the largest value. */
  of?: number;
  onOpen: (behind: Behind) => void;
}

/** A bar with its number for each value. It is a table, so that it can be read without seeing the bars. */
export function Bars({ label, bars, of, onOpen }: BarsProps) {
  const t = useWords(reportWords);
  const full = of ?? Math.max(...bars.map(({ count }) => count));
  if (bars.length === 0) return <Text size="sm">{t('nothing')}</Text>;
  return (
    <Table aria-label={label} className="report-bars" withRowBorders={false}>
      <Table.Thead className="visually-hidden">
        <Table.Tr>
          <Table.Th>{t('what')}</Table.Th>
          <Table.Th>{t('number')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {bars.map((bar) => (
          <Table.Tr key={bar.key}>
            <Table.Th scope="row">
              {bar.label}
              <span className="report-bar" aria-hidden>
                <span style={{ inlineSize: `${full > 0 ? (100 * bar.count) / full : 0}%` }} />
              </span>
            </Table.Th>
            <Table.Td>
              <Count bar={bar} onOpen={onOpen} />
              {of !== undefined && of > 0 && (
                <Text
                  size="xs"
                  c="dimmed"
                  span
                  className="report-share"
                  title={t('share', { percent: percent(bar.count / of) })}
                >
                  {percent(bar.count / of)}
                </Text>
              )}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The number as a button that opens the conversations behind it. */
export function Count({ bar, onOpen }: { bar: Bar; onOpen: (behind: Behind) => void }) {
  const t = useWords(reportWords);
  const { label, count, measure, measureKey, channel } = bar;
  if (!measure || count === 0) return <span className="report-count">{number(count)}</span>;
  return (
    <UnstyledButton
      className="report-count report-link"
      aria-label={t('behind', { what: label, count: number(count) })}
      onClick={() => onOpen({ label, measure, key: measureKey, channel })}
    >
      {number(count)}
    </UnstyledButton>
  );
}
