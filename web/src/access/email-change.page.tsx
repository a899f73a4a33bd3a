import { confirmEmailChange, stopEmailChange } from '@desk/contract/access';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSave } from '../ui/data/use-save.tsx';
import { SavingButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { AccessCard, FormProblem } from './access-card.tsx';
import { useLinkToken } from './use-link-token.ts';
import { emailWords } from './words/email-words.ts';

/** The page behind the link in the mail to the new address. It needs a click, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const t = useWords(emailWords);
  const token = useLinkToken();
  const save = useSave(confirmEmailChange, { shows: () => true });
  if (!token || save.error?.code === 'token_invalid')
    return <AccessCard key="invalid" title={t('invalidTitle')} intro={t('confirmInvalid')} />;
  if (save.isSuccess)
    return (
      <AccessCard key="done" title={t('confirmedTitle')} intro={t('confirmed')}>
        {/* Load a new page, so that an open session reads the new address. */}
        <Button component="a" href="/" fullWidth>
          {t('goOn')}
        </Button>
      </AccessCard>
    );
  return (
    <AccessCard title={t('confirmTitle')} intro={t('confirmIntro')}>
      <FormProblem error={save.error} />
      <SavingButton fullWidth loading={save.isPending} onClick={() => save.mutate({ body: { token } })}>
        {t('confirm')}
      </SavingButton>
    </AccessCard>
  );
}

/** The page behind the link in the notice to the old address. */
export function StopEmailPage() {
  const t = useWords(emailWords);
  const token = useLinkToken();
  const save = useSave(stopEmailChange, { shows: () => true });
  if (!token || save.error?.code === 'token_invalid')
    return <AccessCard key="invalid" title={t('invalidTitle')} intro={t('stopInvalid')} />;
  if (save.isSuccess)
    return (
      <AccessCard key="done" title={t('stoppedTitle')} intro={t('stopped')}>
        <Button component={Link} to="/forgot" fullWidth>
          {t('newPassword')}
        </Button>
      </AccessCard>
    );
  return (
    <AccessCard title={t('stopTitle')} intro={t('stopIntro')}>
      <FormProblem error={save.error} />
      <SavingButton fullWidth loading={save.isPending} onClick={() => save.mutate({ body: { token } })}>
        {t('stop')}
      </SavingButton>
    </AccessCard>
  );
}
