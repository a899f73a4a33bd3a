import { acceptInvitation, openInvitation, type OpenInvitation } from '@desk/contract/invitations';
import { Anchor, Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { addressOf } from '../api/address.logic.ts';
import type { ApiError } from '../api/api-error.ts';
import { call } from '../api/call.ts';
import { chooseOrganization, adoptMe } from '../api/session.ts';
import { Loaded } from '../ui/data/loaded.tsx';
import { useSave } from '../ui/data/use-save.tsx';
import { useStanding } from '../ui/data/use-standing.ts';
import { SavingButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { toast } from '../ui/show/toast.tsx';
import { AccessCard } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';
import { RegisterForm } from './register-form.tsx';

/** Shows the invitation, and accepts it with a new account or with the signed-in one. */
export function InvitationPage({ token }: { token: string }) {
  const t = useWords(accessWords);
  // A POST, because the token must not be in an address; it changes nothing.
  const invitation = useQuery<OpenInvitation, ApiError>({
    queryKey: ['openInvitation', token],
    queryFn: () => call(openInvitation, { body: { token } }),
  });
  if (invitation.error && invitation.error.status >= 400 && invitation.error.status < 429) {
    return (
      <AccessCard title={t('inviteInvalidTitle')} intro={t('inviteInvalid')}>
        <Button component={Link} to="/login" variant="default" fullWidth>
          {t('backToSignIn')}
        </Button>
      </AccessCard>
    );
  }
  return (
    <Loaded query={invitation}>
      {(found) => (
        <AccessCard
          title={t('inviteTitle', { organization: found.organization.name })}
          intro={t('inviteIntro', { person: found.invited_by, role: t(`role_${found.role}`) })}
        >
          <Join token={token} invitation={found} />
        </AccessCard>
      )}
    </Loaded>
  );
}

function Join({ token, invitation }: { token: string; invitation: OpenInvitation }) {
  const t = useWords(accessWords);
  const standing = useStanding();
  const { email } = invitation;
  if (standing.kind !== 'in') {
    return (
      <>
        <RegisterForm invitation={{ token, email }} />
        <Text size="sm" ta="center" mt="md">
          {t('haveAccount')}{' '}
          <Anchor
            href={addressOf('/login', {}, { return_to: `/register?token=${encodeURIComponent(token)}` })}
            size="sm"
          >
            {t('inviteHaveAccount')}
          </Anchor>
        </Text>
      </>
    );
  }
  if (standing.me.email.toLowerCase() !== email.toLowerCase()) return <Text>{t('inviteOther', { email })}</Text>;
  return <AcceptButton token={token} invitation={invitation} own={standing.me.email} />;
}

function AcceptButton({ token, invitation, own }: { token: string; invitation: OpenInvitation; own: string }) {
  const t = useWords(accessWords);
  const navigate = useNavigate();
  const { organization } = invitation;
  const accept = useSave(acceptInvitation, {
    saved: (me) => {
      adoptMe(me);
      void chooseOrganization(organization.id).then(() => {
        toast(t('joined', { organization: organization.name }));
        return navigate({ to: '/' });
      });
    },
  });
  return (
    <>
      <Text size="sm" mb="sm">
        {t('inviteSignedIn', { email: own })}
      </Text>
      <SavingButton fullWidth loading={accept.isPending} onClick={() => accept.mutate({ body: { token } })}>
        {t('inviteAccept')}
      </SavingButton>
    </>
  );
}
