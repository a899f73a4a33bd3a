import { listMembers } from '@desk/contract/members';
import { listTags } from '@desk/contract/routing';
import { MultiSelect, Select } from '@mantine/core';
import { useOnline } from '../../ui/data/online.ts';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import type { Thread } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import type { Edit } from './use-edit.ts';

/** The assignee and the tags of a conversation. */
export function Assignment({ thread, edit }: { thread: Thread; edit: (body: Edit) => void }) {
  const t = useWords(inboxWords);
  const online = useOnline();
  const members = useWholeList(listMembers, { query: { limit: 200 } });
  const tags = useWholeList(listTags, { query: { limit: 200 } });
  const people = new Map((members.data ?? []).map(({ user }) => [user.id, user.name || user.email]));
  if (thread.assignee) people.set(thread.assignee.id, thread.assignee.name ?? thread.assignee.id);
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
        onChange={(assignee) => edit({ assignee_id: assignee })}
      />
      <MultiSelect
        size="xs"
        disabled={!online}
        searchable
        aria-label={t('tags')}
        placeholder={thread.tags.length === 0 ? t('addTag') : ''}
        data={[...known].map(([value, label]) => ({ value, label }))}
        value={thread.tags.map(({ id }) => id)}
        onChange={(ids) => edit({ tag_ids: ids })}
      />
    </div>
  );
}
