import { handOverConversation, updateConversation, type Conversation } from '@desk/contract/conversations';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toast, toastProblem } from '../../ui/show/toast.tsx';
import { inboxWords } from '../words/inbox-words.ts';

interface SelectionBarProps {
  selected: readonly Conversation[];
  onDone: () => void;
}

/** What can be done with several conversations at once. */
export function SelectionBar({ selected, onDone }: SelectionBarProps) {
  const t = useWords(inboxWords);
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const each = async (change: (conversation: Conversation) => Promise<unknown>) => {
    setBusy(true);
    const results = await Promise.allSettled(selected.map(change));
    const count = results.filter(({ status }) => status === 'fulfilled').length;
    const failed = results.find((result) => result.status === 'rejected');
    await cache.invalidateQueries({ queryKey: ['listConversations'] });
    setBusy(false);
    if (count > 0) toast(t('bulkDone', { count }));
    if (failed && isApiError(failed.reason)) toastProblem(failed.reason);
    onDone();
  };
  return (
    <div className="queue-selection">
      <Text size="sm" fw={600} role="status">
        {t('selected', { count: selected.length })}
      </Text>
      <Group gap={6} ml="auto" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => void each(({ id }) => call(handOverConversation, { params: { id }, body: { to: 'human' } }))}
        >
          {t('takeSelected')}
        </Button>
        <Button
          size="compact-sm"
          disabled={busy}
          onClick={() =>
            void each(({ id }) => call(updateConversation, { params: { id }, body: { status: 'resolved' } }))
          }
        >
          {t('resolveSelected')}
        </Button>
        <CloseButton aria-label={t('clearSelection')} onClick={onDone} />
      </Group>
    </div>
  );
}
