import { SegmentedControl, Stack, Switch, Text, useMantineColorScheme } from '@mantine/core';
import { useStanding } from '../../ui/data/use-standing.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { switchSingleKeys, useSingleKeys } from '../../ui/keys/commands.ts';
import { Part, SettingsPageFrame } from '../settings-page.tsx';
import { AccountPart } from './account.tsx';
import { EmailPart } from './email.tsx';
import { MembershipsPart } from './memberships.tsx';
import { PasswordPart } from './password.tsx';
import { profileWords } from './profile-words.ts';
import { SessionsPart } from './sessions.tsx';

export function ProfilePage() {
  const t = useWords(profileWords);
  const standing = useStanding();
  // The shell is on its way to the sign-in.
  if (standing.kind !== 'in') return null;
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')}>
      <AccountPart me={standing.me} />
      <EmailPart email={standing.me.email} />
      <PasswordPart email={standing.me.email} />
      <SessionsPart />
      <DisplayPart />
      <MembershipsPart me={standing.me} openId={standing.membership?.id ?? null} />
    </SettingsPageFrame>
  );
}

function DisplayPart() {
  const t = useWords(profileWords);
  const k = useWords(kitWords);
  const singleKeys = useSingleKeys();
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
