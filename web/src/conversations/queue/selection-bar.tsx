import type { Conversation } from '@desk/contract/conversations';
import type { BodyOf } from '@desk/contract/endpoint';
import { changeConversations } from '@desk/contract/queue';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { conversationReads } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';

interface SelectionBarProps {
  selected: readonly Conversation[];
  onDone: () => void;
}

type Change = Omit<BodyOf<typeof changeConversations>, 'ids'>;

const changes: { word: 'takeSelected' | 'handBackSelected' | 'resolveSelected'; change: Change }[] = [
  { word: 'takeSelected', change: { handover: { to: 'human', destination_id: null } } },
  { word: 'handBackSelected', change: { handover: { to: 'ai' } } },
  { word: 'resolveSelected', change: { patch: { status: 'resolved' } } },
];

/** Actions on several conversations at once; each succeeds or fails independently. */
export function SelectionBar({ selected, onDone }: SelectionBarProps) {
  const t = useWords(inboxWords);
  const save = useSave(changeConversations, {
    refresh: [...conversationReads, 'countConversations'],
    saved: ({ items }) => {
      const failed = items.filter(({ ok }) => !ok).length;
      if (failed < items.length) toast(t('bulkDone', { count: items.length - failed }));
      if (failed > 0) toast(`${t('bulkFailed', { count: failed })}. ${t('bulkFailedHint')}`);
      onDone();
    },
  });
  const ids = selected.map(({ id }) => id);
  return (
    <div className="queue-selection">
      <Text size="sm" fw={600} role="status">
        {t('selected', { count: ids.length })}
      </Text>
      <CloseButton ml="auto" aria-label={t('clearSelection')} onClick={onDone} />
      <Group gap={6}>
        {changes.map(({ word, change }) => (
          <Button
            key={word}
            size="compact-xs"
            h={26}
            variant="default"
            disabled={save.isPending || ids.length === 0}
            onClick={() => save.mutate({ body: { ids, ...change } })}
          >
            {t(word)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
