import { updateMember, type Member } from '@desk/contract/members';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { renewSession } from '../../api/session.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useStanding } from '../../ui/data/use-standing.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { settingsWords } from '../settings-words.ts';
import { peopleWords } from './people-words.ts';
import { placeBody, RoleFields, type Place } from './role-fields.tsx';

/** Changes the role and the workspace of a member; null closes the dialog. */
export function EditMember({ member, onClose }: { member: Member | null; onClose: () => void }) {
  const t = useWords(peopleWords);
  return (
    <FormModal opened={member !== null} onClose={onClose} title={t('changeOf', { name: member?.user.name })}>
      {member && <EditMemberForm key={member.id} member={member} onClose={onClose} />}
    </FormModal>
  );
}

function EditMemberForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useWords(peopleWords);
  const s = useWords(settingsWords);
  const standing = useStanding();
  const [place, setPlace] = useState<Place>({ role: member.role, workspace_id: member.workspace?.id ?? null });
  const save = useSave(updateMember, {
    refresh: ['listMembers'],
    done: t('changed', { name: member.user.name }),
    discarded: onClose,
    saved: ({ user }) => {
      onClose();
      // The person changed their own role: update the session.
      if (standing.kind === 'in' && user.id === standing.me.id) void renewSession();
    },
  });
  return (
    <Stack>
      <RoleFields place={place} onChange={setPlace} />
      <DialogFoot>
        <SavingButton
          loading={save.isPending}
          onClick={() => save.mutate({ params: { id: member.id }, body: placeBody(place), ifMatch: member.version })}
        >
          {s('save')}
        </SavingButton>
      </DialogFoot>
    </Stack>
  );
}
