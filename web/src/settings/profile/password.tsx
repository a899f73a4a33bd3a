import { updateMe } from '@desk/contract/access';
import { Group, PasswordInput, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { Part } from '../settings-page.tsx';
import { profileWords } from './profile-words.ts';

export function PasswordPart({ email }: { email: string }) {
  const t = useWords(profileWords);
  const form = useForm({ initialValues: { current_password: '', new_password: '' } });
  const save = useSave(updateMe, {
    done: t('passwordChanged'),
    shows: (error) => bindProblem(error, form),
    saved: () => form.reset(),
  });
  return (
    <Part title={t('password')} hint={t('passwordHint')}>
      <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
        <Stack>
          {/* Password managers store the new password under this address. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          <PasswordInput
            label={t('currentPassword')}
            required
            autoComplete="current-password"
            maw={420}
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label={t('newPassword')}
            required
            autoComplete="new-password"
            maw={420}
            {...form.getInputProps('new_password')}
          />
          <Group>
            <SubmitButton loading={save.isPending}>{t('changePassword')}</SubmitButton>
          </Group>
        </Stack>
      </form>
    </Part>
  );
}
