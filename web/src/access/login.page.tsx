import { login } from '@desk/contract/access';
import { Alert, Anchor, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useSave } from '../ui/data/use-save.tsx';
import { SubmitButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { usePageSearch } from '../ui/page/search.ts';
import { AccessCard, FormProblem } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';
import { ProviderButtons } from './provider-buttons.tsx';
import { useEnter } from './use-enter.ts';

interface LoginSearch extends Record<string, string | undefined> {
  return_to?: string;
  expired?: string;
  changed?: string;
}

export function LoginPage() {
  const t = useWords(accessWords);
  const [search] = usePageSearch<LoginSearch>();
  const enter = useEnter(search.return_to);
  const form = useForm({ initialValues: { email: '', password: '' } });
  const save = useSave(login, { saved: enter, shows: () => true });
  const notice = (search.expired && t('expired')) || (search.changed && t('passwordChanged'));
  return (
    <AccessCard
      title={t('signIn')}
      intro={t('signInIntro')}
      foot={
        <>
          {t('noAccount')}{' '}
          <Anchor underline="always" component={Link} to="/register" size="sm">
            {t('createAccount')}
          </Anchor>
        </>
      }
    >
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        {notice && !save.error && (
          <Alert variant="light" role="status">
            {notice}
          </Alert>
        )}
        <FormProblem error={save.error} known={{ credentials_invalid: t('wrong') }} />
        <TextInput
          label={t('email')}
          type="email"
          autoComplete="username"
          required
          withAsterisk={false}
          data-autofocus
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={t('password')}
          autoComplete="current-password"
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
        <SubmitButton loading={save.isPending} fullWidth>
          {t('signIn')}
        </SubmitButton>
        <Anchor underline="always" component={Link} to="/forgot" size="sm" ta="center">
          {t('forgot')}
        </Anchor>
      </form>
      <ProviderButtons returnTo={search.return_to} />
    </AccessCard>
  );
}
