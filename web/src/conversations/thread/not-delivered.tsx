import type { Message } from '@desk/contract/conversations';
import { retryMessage } from '@desk/contract/dead-letters';
import { Group, Text } from '@mantine/core';
import { useRef } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { leaveFocusAt } from '../../ui/keys/kept-focus.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { conversationReads } from './use-conversation.ts';

/** Why a message did not arrive, and another attempt. What was never tried was withdrawn on purpose, and is not offered. */
export function NotDelivered({ conversationId, message }: { conversationId: string; message: Message }) {
  const t = useWords(inboxWords);
  const part = useRef<HTMLDivElement>(null);
  const { attempts, error } = message.delivery;
  const retry = useSave(retryMessage, {
    refresh: conversationReads,
    done: t('retried'),
    saved: () => leaveFocusAt(part.current),
  });
  return (
    <Group ref={part} gap="xs" mt={6}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('deliveryFailed', { count: attempts, error: error ?? '' })}
      </Text>
      {attempts > 0 && (
        <SavingButton
          size="compact-sm"
          variant="default"
          loading={retry.isPending}
          onClick={() => retry.mutate({ params: { id: conversationId, message_id: message.id } })}
        >
          {t('retry')}
        </SavingButton>
      )}
    </Group>
  );
}
