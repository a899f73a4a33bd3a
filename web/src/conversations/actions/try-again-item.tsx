import { createPlayground } from '@desk/contract/playground';
import { Menu } from '@mantine/core';
import { IconFlask2 } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useOnline } from '../../ui/data/online.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { inboxWords } from '../words/inbox-words.ts';

/** Opens a copy of the conversation in the playground, where it can be rehearsed under other circumstances. */
export function TryAgainItem({ conversationId }: { conversationId: string }) {
  const t = useWords(inboxWords);
  const navigate = useNavigate();
  const rehearse = useSave(createPlayground, {
    refresh: ['listPlaygroundConversations'],
    saved: ({ id }) => void navigate({ to: `/validation/playground/${id}` }),
  });
  const online = useOnline();
  return (
    <Menu.Item
      disabled={!online}
      leftSection={<IconFlask2 size={16} />}
      onClick={() => rehearse.mutate({ body: { from_conversation_id: conversationId } })}
    >
      {t('tryAgain')}
    </Menu.Item>
  );
}
