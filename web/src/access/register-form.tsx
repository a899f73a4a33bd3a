import { register } from '@desk/contract/access';
import { PasswordInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../ui/data/use-save.tsx';
import { SubmitButton } from '../ui/form/saving-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { FormProblem } from './access-card.tsx';
import { accessWords } from './words/access-words.ts';
import { useEnter } from './use-enter.ts';
import { useFieldProblem } from './use-field-problem.ts';

/** `invitation`: the token, and the address that it is for. */
export function RegisterForm({ invitation }: { invitation?: { token: string; email: string } }) {
  const t = useWords(accessWords);
  const enter = useEnter(undefined);
  const form = useForm({
    initialValues: { name: '', organization_name: '', email: invitation?.email ?? '', password: '' },
  });
  const problem = useFieldProblem(form);
  const save = useSave(register, { saved: enter, shows: problem.shows });
  const send = form.onSubmit(({ organization_name: organization, ...person }) =>
    save.mutate({
      body: {
        ...person,
        ...(invitation ? { invitation_token: invitation.token } : { organization_name: organization }),
      },
    }),
  );
  const field = { required: true, withAsterisk: false };
  return (
    <form onSubmit={send}>
      <FormProblem
        error={problem.rest(save.error)}
        known={{ already_exists: t('taken'), invitation_required: t('closed') }}
      />
      <TextInput label={t('name')} autoComplete="name" {...field} {...form.getInputProps('name')} />
      {!invitation && (
        <TextInput
          label={t('organization')}
          autoComplete="organization"
          {...field}
          {...form.getInputProps('organization_name')}
        />
      )}
      <TextInput
        label={t('email')}
        type="email"
        autoComplete="username"
        readOnly={invitation !== undefined}
        {...field}
        {...form.getInputProps('email')}
      />
      <PasswordInput
        label={t('password')}
        description={t('passwordHint')}
        autoComplete="new-password"
        {...field}
        {...form.getInputProps('password')}
      />
      <SubmitButton loading={save.isPending} fullWidth>
        {t('register')}
      </SubmitButton>
    </form>
  );
}
