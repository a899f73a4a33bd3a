import { listMembers } from '@desk/contract/members';
import { listTags } from '@desk/contract/routing';
import { MultiSelect, Select } from '@mantine/core';
import { useRef, useState } from 'react';
import { useOnline } from '../../ui/data/online.ts';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import type { Thread } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import type { Edit } from './use-edit.ts';

/** The assignee and the tags of a conversation. */
export function Assignment({ thread, edit }: { thread: Thread; edit: (body: Edit) => Promise<void> }) {
  const t = useWords(inboxWords);
  const online = useOnline();
  const members = useWholeList(listMembers, { query: { limit: 200 } });
  const tags = useWholeList(listTags, { query: { limit: 200 } });
  const people = new Map((members.data ?? []).map(({ user }) => [user.id, user.name || user.email]));
  if (thread.assignee) people.set(thread.assignee.id, thread.assignee.name ?? thread.assignee.id);
  const chosen = useTags(thread, edit);
  const known = new Map([...(tags.data ?? []), ...thread.tags].map(({ id, name }) => [id, name]));
  return (
    <div className="assignment">
      <Select
        size="xs"
        disabled={!online}
        searchable
        clearable
        aria-label={t('assign')}
        placeholder={t('unassigned')}
        data={[...people].map(([value, label]) => ({ value, label }))}
        value={thread.assignee?.id ?? null}
        onChange={(assignee) => void edit({ assignee_id: assignee })}
      />
      <MultiSelect
        size="xs"
        disabled={!online}
        searchable
        aria-label={t('tags')}
        placeholder={chosen.ids.length === 0 ? t('addTag') : ''}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={[...chosen.ids]}
        onChange={chosen.change}
      />
    </div>
  );
}

/** A change replaces all tags, so each one begins with those of the change before it, and is sent after it. */
function useTags({ tags }: Thread, edit: (body: Edit) => Promise<void>) {
  const [wanted, want] = useState<readonly string[] | null>(null);
  const sent = useRef(Promise.resolve());
  const change = (ids: string[]) => {
    want(ids);
    sent.current = sent.current
      .then(() => edit({ tag_ids: ids }))
      .then(() => want((now) => (now === ids ? null : now)));
  };
  return { ids: wanted ?? tags.map(({ id }) => id), change };
}
