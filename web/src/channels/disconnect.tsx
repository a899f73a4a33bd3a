import { disconnectChatdesk, disconnectTicketdesk } from '@desk/contract/channels';
import { useSave } from '../ui/data/use-save.tsx';
import { DeleteButton } from '../ui/form/delete-button.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { channelWords } from './channels-words.ts';

const operations = { chatdesk: disconnectChatdesk, ticketdesk: disconnectTicketdesk };

export function Disconnect({ channel }: { channel: keyof typeof operations }) {
  const t = useWords(channelWords);
  const save = useSave(operations[channel], {
    refresh: ['getChatdeskStatus', 'getTicketdeskStatus'],
    done: t('disconnected'),
  });
  return (
    <DeleteButton
      variant="subtle"
      color="red"
      w="fit-content"
      label={t('disconnect')}
      question={{ title: t('disconnectTitle', { name: t(channel) }), text: t('disconnectText') }}
      loading={save.isPending}
      onSure={() => save.mutate({ body: {} })}
    />
  );
}
