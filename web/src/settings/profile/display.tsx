import { SegmentedControl, Select, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { chooseTimeZone, useTimeZone } from '../../ui/i18n/time-zone.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { switchSingleKeys, useSingleKeys } from '../../ui/keys/commands.ts';
import { reduceMotion, useMotionReduced } from '../../ui/theme/motion.ts';
import { Part } from '../settings-page.tsx';
import { profileWords } from './profile-words.ts';

/** Display settings that only this browser stores; none of them reach the server. */
export function DisplayPart() {
  const t = useWords(profileWords);
  const k = useWords(kitWords);
  const singleKeys = useSingleKeys();
  const motionReduced = useMotionReduced();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Part title={t('display')} hint={t('onThisDevice')}>
      <Stack align="flex-start">
        <div>
          <Text size="sm" fw={500} mb={4} id="theme-label">
            {t('theme')}
          </Text>
          <SegmentedControl
            aria-labelledby="theme-label"
            value={colorScheme}
            onChange={setColorScheme}
            data={(['light', 'dark', 'auto'] as const).map((value) => ({ value, label: t(`theme_${value}`) }))}
          />
        </div>
        <TimeZoneSelect />
        <Switch
          label={t('motion')}
          description={t('motionHint')}
          checked={motionReduced}
          onChange={({ currentTarget }) => reduceMotion(currentTarget.checked)}
        />
        <Switch
          label={k('shortcutsOn')}
          description={k('shortcutsOnHint')}
          checked={singleKeys}
          onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
        />
      </Stack>
    </Part>
  );
}

const zones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];

function TimeZoneSelect() {
  const t = useWords(profileWords);
  const chosen = useTimeZone();
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Select
      label={t('timeZone')}
      description={t('timeZoneHint')}
      placeholder={t('timeZoneOwn', { zone: own })}
      data={zones}
      value={chosen ?? null}
      onChange={chooseTimeZone}
      searchable
      clearable
      w="100%"
      maw={420}
    />
  );
}
