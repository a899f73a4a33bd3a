import { disconnectChatdesk, disconnectTicketdesk } from '@desk/contract/channels';
import { Button } from '@mantine/core';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { confirm } from '../ui/show/confirm.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { channelWords } from './channels-words.ts';

const operations = { chatdesk: disconnectChatdesk, ticketdesk: disconnectTicketdesk };

export function Disconnect({ channel }: { channel: keyof typeof operations }) {
  const t = useWords(channelWords);
  const save = useSave(operations[channel], {
    refresh: ['getChatdeskStatus', 'getTicketdeskStatus'],
    done: t('disconnected'),
  });
  const ask = async () => {
    const question = { title: t('disconnectTitle', { name: t(channel) }), text: t('disconnectText') };
    if (await confirm({ ...question, confirm: t('disconnect'), dangerous: true })) save.mutate({ body: {} });
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          variant="subtle"
          color="red"
          w="fit-content"
          disabled={disabled}
          loading={save.isPending}
          onClick={() => void ask()}
        >
          {t('disconnect')}
        </Button>
      )}
    </Needs>
  );
}
