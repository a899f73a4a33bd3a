import { requestPasswordReset } from '@desk/contract/access';
import { Anchor, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useSave } from '../ui/data/use-save.tsx';
import { SubmitButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { AccessCard, FormProblem } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';

export function ForgotPage() {
  const t = useWords(accessWords);
  const form = useForm({ initialValues: { email: '' } });
  const save = useSave(requestPasswordReset, { shows: () => true });
  const foot = (
    <Anchor underline="always" component={Link} to="/login" size="sm">
      {t('backToSignIn')}
    </Anchor>
  );
  if (save.isSuccess) {
    const { email } = save.variables.body;
    // The key mounts a new component, so that its heading gets the focus.
    return <AccessCard key="sent" title={t('linkSentTitle')} intro={t('linkSent', { email })} foot={foot} />;
  }
  return (
    <AccessCard title={t('forgotTitle')} intro={t('forgotIntro')} foot={foot}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        <FormProblem error={save.error} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          {...form.getInputProps('email')}
        />
        <SubmitButton loading={save.isPending} fullWidth>
          {t('sendLink')}
        </SubmitButton>
      </form>
    </AccessCard>
  );
}
