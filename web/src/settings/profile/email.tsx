import { requestEmailChange } from '@desk/contract/access';
import { Alert, Anchor, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Part } from '../settings-page.tsx';
import { emailWords } from './email-words.ts';

/** The sign-in address: it changes once the new address is confirmed. */
export function EmailPart({ email }: { email: string }) {
  const t = useWords(emailWords);
  const form = useForm({ initialValues: { email: '', current_password: '' } });
  const save = useSave(requestEmailChange, {
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Part title={t('title')} hint={t('hint', { email })}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        <Stack>
          <TextInput
            label={t('wanted')}
            type="email"
            required
            maxLength={254}
            autoComplete="email"
            maw={420}
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={t('currentPassword')}
            required
            autoComplete="current-password"
            maw={420}
            {...form.getInputProps('current_password')}
          />
          <Text size="sm" c="dimmed">
            {t('noPassword')}{' '}
            <Anchor component={Link} to="/forgot" underline="always" size="sm">
              {t('setPassword')}
            </Anchor>
          </Text>
          <Group>
            <SubmitButton loading={save.isPending}>{t('change')}</SubmitButton>
          </Group>
          <div role="status">
            {save.isSuccess && (
              <Alert variant="light" color="green" title={t('sentTitle')}>
                {t('sent', { email: save.variables.body.email })}
              </Alert>
            )}
          </div>
        </Stack>
      </form>
    </Part>
  );
}
