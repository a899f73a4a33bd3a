import { roles, type Role } from '@desk/contract/access';
import { createApiKey, type NewApiKey } from '@desk/contract/api-keys';
import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { apiKeyWords } from './api-keys-words.ts';

/** Creates a key, and then shows it once. */
export function NewKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(apiKeyWords);
  const [created, setCreated] = useState<NewApiKey | null>(null);
  const done = (key: NewApiKey) => {
    onClose();
    setCreated(key);
  };
  return (
    <>
      <FormModal opened={opened} onClose={onClose} title={t('new')}>
        <NewKeyForm onDone={done} />
      </FormModal>
      <ShownOnce
        title={t('createdTitle', { name: created?.name })}
        hint={t('createdHint')}
        value={created?.key ?? null}
        onClose={() => setCreated(null)}
      />
    </>
  );
}

function NewKeyForm({ onDone }: { onDone: (key: NewApiKey) => void }) {
  const t = useWords(apiKeyWords);
  const k = useWords(kitWords);
  const form = useForm({
    initialValues: { name: '', role: 'member' as Role, expires_at: '' },
    validate: { expires_at: (day) => (day && endOf(day).getTime() < Date.now() ? t('expiresPast') : null) },
  });
  const save = useSave(createApiKey, {
    refresh: ['listApiKeys'],
    shows: (error) => bindProblem(error, form),
    saved: onDone,
  });
  const submit = ({ name, role, expires_at: day }: typeof form.values) =>
    save.mutate({ body: { name, role, ...(day ? { expires_at: endOf(day).toISOString() } : {}) } });
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={t('name')}
          description={t('nameHint')}
          required
          maxLength={120}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Select
          label={t('role')}
          data={roles.map((role) => ({ value: role, label: k(`role_${role}`) }))}
          allowDeselect={false}
          {...form.getInputProps('role')}
        />
        <TextInput
          type="date"
          label={t('expires')}
          description={t('expiresHint')}
          {...form.getInputProps('expires_at')}
        />
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('create')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** The last millisecond of a day in the browser's time zone. */
const endOf = (day: string) => new Date(`${day}T23:59:59.999`);
