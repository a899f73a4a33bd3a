import type { Conversation } from '@desk/contract/conversations';
import type { BodyOf, ReplyOf } from '@desk/contract/endpoint';
import { changeConversations } from '@desk/contract/queue';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useRef } from 'react';
import type { Standing } from '../../api/session.ts';
import { alreadyShown, useSave } from '../../ui/data/use-save.tsx';
import { useStanding } from '../../ui/data/use-standing.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { takenBy } from '../actions/use-handover.ts';
import { formerStatuses } from '../actions/former-status.logic.ts';
import { conversationReads } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';

interface SelectionBarProps {
  selected: readonly Conversation[];
  /** Unselects these conversations, or all. */
  onDone: (ids?: readonly string[]) => void;
}

type Done = ReturnType<typeof changesBy>[number]['done'];
type Change = Omit<BodyOf<typeof changeConversations>, 'ids'>;

const changesBy = (standing: Standing) =>
  [
    { word: 'takeSelected', done: 'bulkTaken', change: { handover: takenBy(standing) } },
    { word: 'handBackSelected', done: 'bulkHandedBack', change: { handover: { to: 'ai', assignee_id: null } } },
    { word: 'resolveSelected', done: 'bulkResolved', change: { patch: { status: 'resolved' } } },
  ] as const satisfies { word: string; done: string; change: Change }[];

/** Actions on several conversations at once; each succeeds or fails independently. */
export function SelectionBar({ selected, onDone }: SelectionBarProps) {
  const t = useWords(inboxWords);
  const standing = useStanding();
  const refresh = [...conversationReads, 'countConversations'];
  const started = useRef<{ done: Done; before: readonly Conversation[] }>(null);
  const tellFailed = ({ items }: ReplyOf<typeof changeConversations>) => {
    const failed = items.filter(({ ok }) => !ok).length;
    if (failed > 0) toast(`${t('bulkFailed', { count: failed })}. ${t('bulkFailedHint')}`);
  };
  const back = useSave(changeConversations, { refresh, saved: tellFailed });
  const save = useSave(changeConversations, {
    refresh,
    saved: (reply, { body }) => {
      const changed = new Set(reply.items.filter(({ ok }) => ok).map(({ id }) => id));
      const { done = 'bulkTaken', before = [] } = started.current ?? {};
      const former = before.filter(({ id }) => changed.has(id));
      const undo = async () => {
        for (const each of formerStatuses(former, Date.now())) await back.mutateAsync({ body: each });
      };
      if (changed.size > 0)
        toast(
          t(done, { count: changed.size }),
          body.patch && { label: t('undo'), run: () => void undo().catch(alreadyShown) },
        );
      tellFailed(reply);
      onDone(body.ids);
    },
  });
  const ids = selected.map(({ id }) => id);
  return (
    <div className="queue-selection">
      <Text size="sm" fw={600} role="status">
        {t('selected', { count: ids.length })}
      </Text>
      <CloseButton ml="auto" aria-label={t('clearSelection')} onClick={() => onDone()} />
      <Group gap={6}>
        {changesBy(standing).map(({ word, done, change }) => (
          <Button
            key={word}
            size="compact-xs"
            h={26}
            variant="default"
            disabled={save.isPending || ids.length === 0}
            onClick={() => {
              started.current = { done, before: selected };
              save.mutate({ body: { ids, ...change } });
            }}
          >
            {t(word)}
          </Button>
        ))}
      </Group>
    </div>
  );
}
