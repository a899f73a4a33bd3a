import { ActionIcon, Button, Chip, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { i18n } from '../../ui/i18n/i18n.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Part } from '../settings-page.tsx';
import { useDraft } from './draft-form.ts';
import { organizationWords } from './organization-words.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];

// 1 January 2024 was a Monday.
const weekday = (day: number) =>
  new Intl.DateTimeFormat(i18n.locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, 0, day));

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

/** The working hours: the time zone and the hours of each weekday. */
export function HoursPart() {
  const t = useWords(organizationWords);
  const form = useDraft();
  const { business_hours: hours, timezone } = form.values;
  return (
    <Part title={t('hours')} hint={t('hoursHint')}>
      <Stack>
        <Select
          label={t('timezone')}
          data={zones.includes(timezone) ? zones : [timezone, ...zones]}
          searchable
          limit={60}
          allowDeselect={false}
          maw={420}
          {...form.getInputProps('timezone')}
        />
        {hours.length === 0 && <Text size="sm">{t('alwaysOpen')}</Text>}
        {hours.map((_, index) => (
          <HoursRow key={index} index={index} />
        ))}
        <Group>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => form.insertListItem('business_hours', { days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' })}
          >
            {t('addHours')}
          </Button>
        </Group>
      </Stack>
    </Part>
  );
}

function HoursRow({ index }: { index: number }) {
  const t = useWords(organizationWords);
  const form = useDraft();
  const row = form.values.business_hours[index];
  if (!row) return null;
  const at = `business_hours.${index}`;
  const overnight = row.to < row.from;
  // The end of a day is stored as 24:00, which a browser's time field cannot show.
  const end = { ...form.getInputProps(`${at}.to`), value: row.to === '24:00' ? '00:00' : row.to };
  const setEnd = (value: string) => form.setFieldValue(`${at}.to`, (value === '00:00' ? '24:00' : value) as never);
  return (
    <Stack gap={6} role="group" aria-label={t('hoursRow', { n: index + 1 })}>
      <Chip.Group
        multiple
        value={row.days.map(String)}
        onChange={(days) =>
          days.length > 0 &&
          form.setFieldValue(`${at}.days`, days.map(Number).sort((one, other) => one - other) as never)
        }
      >
        <Group gap={6}>
          {weekdays.map((day) => (
            <Chip key={day} value={String(day)} size="xs">
              {weekday(day)}
            </Chip>
          ))}
        </Group>
      </Chip.Group>
      <Group align="flex-end" gap="sm">
        <TextInput type="time" required label={t('from')} {...form.getInputProps(`${at}.from`)} />
        <TextInput
          type="time"
          required
          label={t(overnight ? 'toNextDay' : 'to')}
          {...end}
          onChange={({ currentTarget }) => setEnd(currentTarget.value)}
        />
        <ActionIcon
          variant="default"
          size="lg"
          aria-label={t('removeHours', { n: index + 1 })}
          onClick={() => form.removeListItem('business_hours', index)}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
    </Stack>
  );
}
