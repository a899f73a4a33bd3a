import { Button, Group, Pill, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { regionalLocale } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Part } from '../settings-page.tsx';
import { useDraft } from './draft-form.ts';
import { organizationWords } from './organization-words.ts';

// A holiday is a calendar day, not a moment: it must not move with the reader's time zone.
const dayOf = (date: string) =>
  new Intl.DateTimeFormat(regionalLocale(), { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  );

/** Days on which nobody works, whatever the weekly hours are. */
export function HolidaysPart() {
  const t = useWords(organizationWords);
  const form = useDraft();
  const { holidays } = form.values;
  const set = (next: string[]) => form.setFieldValue('holidays', next);
  return (
    <Part title={t('holidays')} hint={t('holidaysHint')}>
      <Stack>
        {holidays.length === 0 && <Text size="sm">{t('noHolidays')}</Text>}
        <Group gap={6}>
          {holidays.map((date) => (
            <Pill
              key={date}
              withRemoveButton
              size="md"
              onRemove={() => set(holidays.filter((each) => each !== date))}
              removeButtonProps={{
                'aria-label': t('removeHoliday', { date: dayOf(date) }),
                'aria-hidden': false,
                tabIndex: 0,
              }}
            >
              {dayOf(date)}
            </Pill>
          ))}
        </Group>
        <NewHoliday onAdd={(date) => !holidays.includes(date) && set([...holidays, date].toSorted())} />
      </Stack>
    </Part>
  );
}

function NewHoliday({ onAdd }: { onAdd: (date: string) => void }) {
  const t = useWords(organizationWords);
  const [date, setDate] = useState('');
  return (
    <Group align="flex-end">
      <TextInput
        type="date"
        label={t('newHoliday')}
        value={date}
        onChange={(event) => setDate(event.currentTarget.value)}
      />
      <Button
        variant="default"
        disabled={date === ''}
        onClick={() => {
          onAdd(date);
          setDate('');
        }}
      >
        {t('addHoliday')}
      </Button>
    </Group>
  );
}
