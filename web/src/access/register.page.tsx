import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../ui/i18n/words.ts';
import { AccessCard } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';
import { InvitationPage } from './invitation.tsx';
import { ProviderButtons } from './provider-buttons.tsx';
import { RegisterForm } from './register-form.tsx';
import { useLinkToken } from './use-link-token.ts';

/** Registers a new organization; with the token of an invitation, joins an existing one. */
export function RegisterPage() {
  const token = useLinkToken();
  return token ? <InvitationPage token={token} /> : <NewOrganization />;
}

function NewOrganization() {
  const t = useWords(accessWords);
  return (
    <AccessCard
      title={t('registerTitle')}
      intro={t('registerIntro')}
      foot={
        <>
          {t('haveAccount')}{' '}
          <Anchor underline="always" component={Link} to="/login" size="sm">
            {t('signIn')}
          </Anchor>
        </>
      }
    >
      <RegisterForm />
      <ProviderButtons returnTo={undefined} />
    </AccessCard>
  );
}
