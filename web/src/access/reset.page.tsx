import { confirmPasswordReset } from '@desk/contract/access';
import { Button, PasswordInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link, useNavigate } from '@tanstack/react-router';
import { useSave } from '../ui/data/use-save.tsx';
import { SubmitButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { AccessCard, FormProblem } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';
import { useFieldProblem } from './use-field-problem.ts';
import { useLinkToken } from './use-link-token.ts';

export function ResetPage() {
  const t = useWords(accessWords);
  const navigate = useNavigate();
  const token = useLinkToken();
  const form = useForm({ initialValues: { password: '' } });
  const problem = useFieldProblem(form);
  const save = useSave(confirmPasswordReset, {
    saved: () => void navigate({ to: '/login', search: { changed: '1' } }),
    shows: problem.shows,
  });
  if (!token || save.error?.code === 'token_invalid') {
    return (
      <AccessCard key="invalid" title={t('resetInvalidTitle')} intro={t('resetInvalid')}>
        <Button component={Link} to="/forgot" fullWidth>
          {t('newLink')}
        </Button>
      </AccessCard>
    );
  }
  return (
    <AccessCard title={t('resetTitle')} intro={t('resetIntro')}>
      <form onSubmit={form.onSubmit(({ password }) => save.mutate({ body: { token, password } }))}>
        <FormProblem error={problem.rest(save.error)} />
        <PasswordInput
          label={t('newPassword')}
          description={t('passwordHint')}
          autoComplete="new-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <SubmitButton loading={save.isPending} fullWidth>
          {t('setPassword')}
        </SubmitButton>
      </form>
    </AccessCard>
  );
}
