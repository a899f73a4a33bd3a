import { listInvitations } from '@desk/contract/invitations';
import { listMembers } from '@desk/contract/members';
import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { isAnswered } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { InvitationsPart } from './invitations.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersPart } from './members.tsx';
import { peopleWords } from './people-words.ts';
import { WorkspacesPart } from './workspaces.tsx';

export function MembersPage() {
  const t = useWords(peopleWords);
  const [inviting, { open, close }] = useDisclosure(false);
  const mayInvite = useMay('workspace_admin');
  const members = useLoadedList(listMembers, { query: {} });
  const invitations = useLoadedList(listInvitations, { query: {} }, { enabled: mayInvite });
  const invite = (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button leftSection={<IconPlus size={16} />} disabled={disabled} onClick={open}>
          {t('invite')}
        </Button>
      )}
    </Needs>
  );
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')} actions={invite}>
      <MembersPart />
      {mayInvite && isAnswered(members) && <InvitationsPart />}
      {isAnswered(members) && (!mayInvite || isAnswered(invitations)) && <WorkspacesPart />}
      <InviteDialog opened={inviting} onClose={close} />
    </SettingsPageFrame>
  );
}
