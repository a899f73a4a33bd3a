import { useStanding } from '../../ui/data/use-standing.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { SettingsPageFrame } from '../settings-page.tsx';
import { AccountPart } from './account.tsx';
import { DisplayPart } from './display.tsx';
import { EmailPart } from './email.tsx';
import { IdentitiesPart } from './identities.tsx';
import { MembershipsPart } from './memberships.tsx';
import { PasswordPart } from './password.tsx';
import { profileWords } from './profile-words.ts';
import { SessionsPart } from './sessions.tsx';

export function ProfilePage() {
  const t = useWords(profileWords);
  const standing = useStanding();
  // The shell redirects to the sign-in.
  if (standing.kind !== 'in') return null;
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')}>
      <AccountPart me={standing.me} />
      <EmailPart email={standing.me.email} />
      <PasswordPart email={standing.me.email} />
      <IdentitiesPart />
      <SessionsPart />
      <DisplayPart />
      <MembershipsPart me={standing.me} openId={standing.membership?.id ?? null} />
    </SettingsPageFrame>
  );
}
