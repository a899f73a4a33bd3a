import { previewPolicy, type Preview } from '@desk/contract/replay';
import { Button, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useSave } from '../../ui/data/use-save.tsx';
import { percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { flipsWords } from './flips-words.ts';

const last = 200;

interface Thresholds {
  answer: number;
  clarify: number;
}

/** How many of the last decisions would change at each value of a threshold. `chosen`: the thresholds in the form. */
export function ThresholdFlips({ chosen }: { chosen: Thresholds }) {
  const t = useWords(flipsWords);
  const preview = useSave(previewPolicy);
  return (
    <Stack gap="xs" align="start">
      <Button
        variant="default"
        loading={preview.isPending}
        onClick={() => preview.mutate({ body: { last, thresholds: true } })}
      >
        {t('try')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('intro', { n: last })}
      </Text>
      <div role="status">{preview.data && <Flips preview={preview.data} chosen={chosen} />}</div>
    </Stack>
  );
}

function Flips({ preview: { considered, thresholds }, chosen }: { preview: Preview; chosen: Thresholds }) {
  const t = useWords(flipsWords);
  if (considered === 0 || !thresholds) return <Text size="sm">{t('nothing')}</Text>;
  const nearest = {
    answer: nearestTo(chosen.answer, thresholds.answer),
    clarify: nearestTo(chosen.clarify, thresholds.clarify),
  };
  return (
    <ScrollArea.Autosize mah={320} viewportProps={{ tabIndex: 0, role: 'region', 'aria-label': t('caption') }}>
      <Table captionSide="top" withTableBorder stickyHeader>
        <Table.Caption>{t('of', { n: considered })}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('value')}</Table.Th>
            <Table.Th scope="col">{t('answer')}</Table.Th>
            <Table.Th scope="col">{t('clarify')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {thresholds.answer.map(({ value, flips }, at) => (
            <Table.Tr key={value}>
              <Table.Th scope="row">{percent(value)}</Table.Th>
              <Count flips={flips} isChosen={value === nearest.answer} />
              <Count flips={thresholds.clarify[at]?.flips ?? 0} isChosen={value === nearest.clarify} />
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function Count({ flips, isChosen }: { flips: number; isChosen: boolean }) {
  const t = useWords(flipsWords);
  return <Table.Td fw={isChosen ? 700 : undefined}>{isChosen ? t('chosen', { n: flips }) : flips}</Table.Td>;
}

const nearestTo = (wanted: number, values: readonly { value: number }[]): number | undefined =>
  values.toSorted((one, other) => Math.abs(one.value - wanted) - Math.abs(other.value - wanted))[0]?.value;
