import { Avatar, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useStanding } from '../../ui/data/use-standing.ts';
import { listOf } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useNow } from '../../ui/show/time.tsx';
import type { Thread } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { stayPresent } from './announce.ts';

/** Shows who else views the conversation or types in it, so that two people do not both answer it. */
export function PresenceLine({ thread }: { thread: Thread }) {
  const t = useWords(inboxWords);
  const standing = useStanding();
  const now = useNow();
  useEffect(() => stayPresent(thread.id), [thread.id]);
  const me = standing.kind === 'in' ? standing.me.id : null;
  const others = thread.presence.filter(({ id, until }) => id !== me && Date.parse(until) > now);
  const typing = others.filter(({ state }) => state === 'typing');
  const shown = typing.length > 0 ? typing : others;
  const names = listOf(shown.map(({ name }) => name));
  return (
    <div role="status">
      {shown.length > 0 && (
        <Group gap={6} mt={4}>
          {shown.map(({ id, name }) => (
            <Avatar key={id} name={name} size={22} color="initials" aria-hidden />
          ))}
          <Text size="sm">{t(typing.length > 0 ? 'typesToo' : 'looksToo', { names, count: shown.length })}</Text>
        </Group>
      )}
    </div>
  );
}
