import { login } from '@desk/contract/access';
import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { safeReturn } from '../api/address.logic.ts';
import { beginSession } from '../api/session.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { usePageSearch } from '../ui/page/search.ts';
import { accessWords } from './access-words.ts';

export function LoginPage() {
  const t = useWords(accessWords);
  const navigate = useNavigate();
  const [search] = usePageSearch<{ return_to?: string }>();
  const form = useForm({ initialValues: { email: '', password: '' } });
  const save = useSave(login, {
    saved: (session) => {
      beginSession(session);
      void navigate({ href: safeReturn(search.return_to) });
    },
  });
  return (
    <main>
      <Page title={t('signIn')}>
        <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
          <TextInput label={t('email')} type="email" autoComplete="username" {...form.getInputProps('email')} />
          <PasswordInput label={t('password')} autoComplete="current-password" {...form.getInputProps('password')} />
          <Button type="submit" loading={save.isPending} mt="md">
            {t('signIn')}
          </Button>
        </form>
      </Page>
    </main>
  );
}
