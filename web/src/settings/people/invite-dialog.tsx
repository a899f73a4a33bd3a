import { createInvitation, type NewInvitation } from '@desk/contract/invitations';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { peopleWords } from './people-words.ts';
import { placeBody, RoleFields, type Place } from './role-fields.tsx';

/** Invites a person by mail, and then shows the link of the mail once. */
export function InviteDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(peopleWords);
  const [invited, setInvited] = useState<NewInvitation | null>(null);
  const done = (invitation: NewInvitation) => {
    onClose();
    setInvited(invitation);
  };
  return (
    <>
      <FormModal opened={opened} onClose={onClose} title={t('inviteTitle')}>
        <InviteForm onDone={done} />
      </FormModal>
      <ShownOnce
        title={t('linkTitle')}
        hint={t('linkHint', { email: invited?.email })}
        value={invited?.invitation_url ?? null}
        onClose={() => setInvited(null)}
      />
    </>
  );
}

const nowhere: Place = { role: 'member', workspace_id: null };

function InviteForm({ onDone }: { onDone: (invitation: NewInvitation) => void }) {
  const t = useWords(peopleWords);
  const form = useForm({ initialValues: { email: '', ...nowhere } });
  const save = useSave(createInvitation, {
    refresh: ['listInvitations'],
    shows: (error) => bindProblem(error, form),
    saved: onDone,
  });
  const { email, ...place } = form.values;
  return (
    <form onSubmit={form.onSubmit(() => save.mutate({ body: { email: email.trim(), ...placeBody(place) } }))}>
      <Stack>
        <TextInput label={t('email')} type="email" required data-autofocus {...form.getInputProps('email')} />
        <RoleFields
          place={place}
          error={form.errors['workspace_id'] as string | undefined}
          onChange={(next) => form.setValues(next)}
        />
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('invite')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
