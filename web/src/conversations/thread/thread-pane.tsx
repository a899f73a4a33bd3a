import './thread.css';
import { Button } from '@mantine/core';
import { listMessages } from '@desk/contract/conversations';
import { Suspense, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { Composer } from '../composer/composer.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { HandoverCard } from './handover-card.tsx';
import { MessageCard } from './message-card.tsx';
import { ThreadHeader } from './thread-header.tsx';
import { openDraft, timelineOf } from './timeline.logic.ts';
import type { Thread } from './use-conversation.ts';

// Few threads have a draft.
const DraftCard = lazyPart(async () => (await import('./draft-card.tsx')).DraftCard);

interface ThreadPaneProps {
  thread: Thread;
  onBack: () => void;
  onTrace: () => void;
  traceShown: boolean;
}

export function ThreadPane({ thread, onBack, onTrace, traceShown }: ThreadPaneProps) {
  return (
    <>
      <ThreadHeader thread={thread} onBack={onBack} onTrace={onTrace} traceShown={traceShown} />
      <Log thread={thread} />
      <Composer thread={thread} />
    </>
  );
}

function Log({ thread }: { thread: Thread }) {
  const t = useWords(inboxWords);
  const log = useRef<HTMLDivElement>(null);
  const all = useMessages(thread);
  const { shown, more, loading, earlier } = useShown(all, log);
  const draft = openDraft(all.messages, thread.ai_state);
  const end = useEnd(log, all.messages.at(-1)?.id);
  // In a low window the pane scrolls as well: show the messages and the composer first, not the header.
  useLayoutEffect(() => {
    const pane = log.current?.parentElement;
    if (pane) pane.scrollTop = pane.scrollHeight;
  }, []);
  return (
    <div ref={log} className="thread-log" role="log" aria-label={t('messages')} tabIndex={0} onScroll={end.watch}>
      {more && (
        <Button variant="default" size="xs" onClick={earlier} loading={loading} className="thread-earlier">
          {t('earlier')}
        </Button>
      )}
      {timelineOf(shown, thread.handovers).map((entry) =>
        entry.kind === 'handover' ? (
          <HandoverCard key={entry.handover.id} handover={entry.handover} />
        ) : (
          <Entry key={entry.message.id} thread={thread} message={entry.message} draftId={draft?.id} />
        ),
      )}
      {end.unseen && (
        <Button size="xs" onClick={end.show} className="thread-newer">
          {t('newer')}
        </Button>
      )}
    </div>
  );
}

/** Scrolls to the newest message when the thread opens, and at each new one if the reader is at the end; otherwise shows a button. */
function useEnd(log: RefObject<HTMLElement | null>, newest: string | undefined) {
  const atEnd = useRef(true);
  const seen = useRef(newest);
  const [unseen, setUnseen] = useState(false);
  const show = () => {
    const { current } = log;
    if (current) current.scrollTop = current.scrollHeight;
  };
  useLayoutEffect(() => {
    if (atEnd.current) show();
    else if (newest !== seen.current) setUnseen(true);
    seen.current = newest;
  }, [newest]);
  // The composer loads later, and mails and pictures grow: keep the end of the thread in view.
  useEffect(() => {
    const { current } = log;
    if (!current) return;
    const sizes = new ResizeObserver(() => {
      if (atEnd.current) current.scrollTop = current.scrollHeight;
    });
    for (const each of [current, ...current.children]) sizes.observe(each);
    return () => sizes.disconnect();
  }, [newest, log]);
  const watch = ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: React.UIEvent<HTMLElement>) => {
    atEnd.current = scrollHeight - scrollTop - clientHeight < 80;
    if (atEnd.current) setUnseen(false);
  };
  return { unseen, show, watch };
}

const shownAtFirst = 50;
const shownMore = 100;

/** The newest messages, and a hundred more on each request; the message under the reader's eyes keeps its place. */
function useShown({ messages, state, readAll }: Messages, log: RefObject<HTMLElement | null>) {
  const [oldest, setOldest] = useState(() => messages.at(-shownAtFirst)?.id);
  const [requested, setRequested] = useState(false);
  const at = useRef<{ element: Element; top: number } | null>(null);
  const start = Math.max(
    0,
    messages.findIndex(({ id }) => id === oldest),
  );
  if (requested && state === 'complete') {
    setRequested(false);
    setOldest(messages[Math.max(0, start - shownMore)]?.id);
  }
  useLayoutEffect(() => {
    const { current } = log;
    const kept = at.current;
    at.current = null;
    if (!current || !kept) return;
    const hold = () => (current.scrollTop += kept.element.getBoundingClientRect().top - kept.top);
    hold();
    // Cards out of view have an estimated height (`content-visibility`): correct the position again once they are drawn.
    requestAnimationFrame(() => requestAnimationFrame(hold));
  }, [oldest, log]);
  const earlier = () => {
    const element = log.current?.querySelector('.message');
    if (element) at.current = { element, top: element.getBoundingClientRect().top };
    if (start >= shownMore || state === 'complete') return setOldest(messages[Math.max(0, start - shownMore)]?.id);
    setRequested(true);
    readAll();
  };
  return { shown: messages.slice(start), more: start > 0 || state !== 'complete', loading: requested, earlier };
}

function Entry({
  thread,
  message,
  draftId,
}: {
  thread: Thread;
  message: Thread['messages'][number];
  draftId?: string | undefined;
}) {
  if (message.id === draftId)
    return (
      <Suspense>
        <DraftCard thread={thread} draft={message} />
      </Suspense>
    );
  // Somebody else who writes in the same mail thread is not called by this customer's address.
  const wroteIt = message.kind === 'customer' && message.author.id === thread.customer.id;
  const writer = (wroteIt && (thread.customer.name ?? thread.customer.email)) || undefined;
  return <MessageCard conversationId={thread.id} message={message} writer={writer} />;
}

interface Messages {
  messages: Thread['messages'];
  state: 'newest' | 'complete';
  readAll: () => void;
}

/** The conversation comes with the newest 200 messages; all of them are read on request. */
function useMessages(thread: Thread): Messages {
  const [wanted, setWanted] = useState(false);
  const { id, messages } = thread;
  const all = useLoadedList(listMessages, { params: { id }, query: { limit: 200 } }, { enabled: wanted });
  useEffect(() => {
    if (wanted && all.hasNextPage && !all.isFetchingNextPage) void all.fetchNextPage();
  }, [wanted, all]);
  const read = wanted && all.data !== undefined && !all.hasNextPage;
  const known = new Set(messages.map((each) => each.id));
  const older = read ? all.data.filter((each) => !known.has(each.id)) : [];
  return {
    messages: [...older, ...messages],
    state: read || messages.length < 200 ? 'complete' : 'newest',
    readAll: () => setWanted(true),
  };
}
