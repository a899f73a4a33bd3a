import { Drawer, Group, Skeleton, Stack } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { Loaded, SkeletonLines } from '../../ui/data/loaded.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { useCommands } from '../../ui/keys/commands.ts';
import { nameDocument } from '../../ui/page/document-title.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { BackToQueue } from './thread-header.tsx';
import { ThreadPane } from './thread-pane.tsx';
import { useConversation } from './use-conversation.ts';

const DecisionTrace = lazyPart(async () => (await import('../trace/decision-trace.tsx')).DecisionTrace);

/** The thread with the trace beside it; on a narrow screen the trace covers the thread. */
export function ConversationPane({ id }: { id: string }) {
  const t = useWords(inboxWords);
  const navigate = useNavigate();
  const wide = useMediaQuery('(min-width: 75em)', undefined, { getInitialValueInEffect: false });
  const [pinned, pin] = useDisclosure(true);
  const [sheet, sheetIs] = useDisclosure(false);
  const conversation = useConversation(id);
  const toggleTrace = wide ? pin.toggle : sheetIs.toggle;
  const back = () =>
    void navigate({ to: '/inbox/{-$id}', params: { id: undefined }, search: (before: object) => before });
  const key = (keys: string, label: string, run: () => void) => ({ keys, label, run, group: t('keys') });
  useCommands([
    key('i', t('keyTrace'), toggleTrace),
    key('u', t('keyBack'), back),
    { ...key('escape', t('keyBack'), back), keyOnly: true },
  ]);
  return (
    <>
      <section className="inbox-thread" aria-label={t('conversation')}>
        {!conversation.data && <Unnamed onBack={back} />}
        <Loaded query={conversation} skeleton={<ThreadSkeleton />}>
          {(thread) => (
            <ThreadPane thread={thread} onBack={back} onTrace={toggleTrace} traceShown={wide ? pinned : sheet} />
          )}
        </Loaded>
      </section>
      {wide && pinned && conversation.data && (
        <aside className="inbox-trace" aria-label={t('trace')} tabIndex={0}>
          <Suspense fallback={<SkeletonLines />}>
            <DecisionTrace thread={conversation.data} />
          </Suspense>
        </aside>
      )}
      {!wide && conversation.data && (
        <Drawer
          opened={sheet}
          onClose={sheetIs.close}
          position="bottom"
          size="85%"
          title={t('trace')}
          closeButtonProps={{ 'aria-label': t('hideTrace') }}
        >
          <Suspense fallback={<SkeletonLines />}>
            <DecisionTrace thread={conversation.data} />
          </Suspense>
        </Drawer>
      )}
    </>
  );
}

/** Also for a conversation that is not found: the former one must not go on naming the document. */
function Unnamed({ onBack }: { onBack: () => void }) {
  const t = useWords(inboxWords);
  const title = t('conversation');
  useEffect(() => nameDocument(title), [title]);
  return (
    <>
      <Group px="md" pt="sm" hiddenFrom="sm">
        <BackToQueue onBack={onBack} />
      </Group>
      <h1 className="visually-hidden">{title}</h1>
    </>
  );
}

function ThreadSkeleton() {
  return (
    <Stack p="md" gap="lg" aria-hidden>
      <Skeleton height={28} width="50%" />
      <Skeleton height={64} />
      <Skeleton height={64} width="85%" ml="auto" />
      <Skeleton height={90} />
    </Stack>
  );
}
