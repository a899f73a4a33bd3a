import './inbox.css';
import { Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessages } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Suspense, useEffect, useRef, useState, type RefObject } from 'react';
import { useWords } from '../ui/i18n/words.ts';
import { useCommands } from '../ui/keys/commands.ts';
import { usePageHeading } from '../ui/page/page.tsx';
import { lazyPart } from '../ui/states/lazy-part.tsx';
import { State } from '../ui/states/state.tsx';
import { sweepDrafts } from '../ui/form/kept-drafts.ts';
import { QueueFilters } from './queue/queue-filters.tsx';
import { QueueList } from './queue/queue-list.tsx';
import { neighbourOf, rangeOf } from './queue/queue.logic.ts';
import { useQueue, type Queue } from './queue/use-queue.ts';
import { ConversationPane } from './thread/conversation-pane.tsx';
import { inboxWords } from './words/inbox-words.ts';

const SelectionBar = lazyPart(async () => (await import('./queue/selection-bar.tsx')).SelectionBar);

/** The queue, the open conversation, and the trace of the AI's decision. A phone shows one of them at a time. */
export function InboxPage() {
  const { id } = useParams({ strict: false }) as { id?: string };
  const narrow = useMediaQuery('(width < 48em)', undefined, { getInitialValueInEffect: false });
  const queue = useQueue();
  const searchField = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const toggled = useRef<string>(undefined);
  const toggle = (row: string, range = false) => {
    const ids = queue.rows.map(({ id }) => id);
    const rows = new Set(range ? rangeOf(ids, toggled.current, row) : [row]);
    toggled.current = row;
    setSelected(
      (before) => new Set(before.has(row) ? [...before].filter((each) => !rows.has(each)) : [...before, ...rows]),
    );
  };
  // A selected conversation may have left the list: nothing is done to what is not shown.
  const chosen = queue.rows.filter((row) => selected.has(row.id));
  useEffect(() => sweepDrafts(Date.now()), []);
  useQueueKeys({ queue, id, searchField, toggle });
  const t = useWords(inboxWords);
  return (
    <div className="inbox" data-open={id !== undefined}>
      {!(narrow && id) && (
        <section className="inbox-queue" aria-label={t('queue')}>
          <QueueHead named={!id} />
          <QueueFilters search={queue.search} change={queue.change} searchField={searchField} />
          <Suspense>
            {chosen.length > 0 && (
              <SelectionBar
                selected={chosen}
                onDone={(ids) => {
                  setSelected((all) => new Set([...all].filter((each) => ids && !ids.includes(each))));
                  // The bar takes its focused button along. Somebody who writes a reply by now keeps the focus.
                  const active = document.activeElement;
                  if (active === document.body || active?.closest('.queue-selection'))
                    document.querySelector<HTMLElement>('.queue-scroller')?.focus();
                }}
              />
            )}
          </Suspense>
          <QueueList queue={queue} openId={id} selected={selected} onSelect={toggle} />
        </section>
      )}
      {id && <ConversationPane key={id} id={id} />}
      {!id && !narrow && (
        <div className="inbox-nothing">
          <State icon={<IconMessages size={36} stroke={1.5} />} title={t('chooseTitle')}>
            {t('choose')}
          </State>
        </div>
      )}
    </div>
  );
}

// A page has one `h1`: the queue's title, or the conversation's when one is open.
function QueueHead({ named }: { named: boolean }) {
  const t = useWords(inboxWords);
  return named ? (
    <NamedHead title={t('queue')} />
  ) : (
    <Title order={2} size="h3" className="queue-title">
      {t('queue')}
    </Title>
  );
}

function NamedHead({ title }: { title: string }) {
  const heading = usePageHeading(title);
  return (
    <Title order={1} size="h3" className="queue-title" ref={heading} tabIndex={-1}>
      {title}
    </Title>
  );
}

interface KeysOptions {
  queue: Queue;
  id: string | undefined;
  searchField: RefObject<HTMLInputElement | null>;
  toggle: (id: string) => void;
}

const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];

function useQueueKeys({ queue, id, searchField, toggle }: KeysOptions): void {
  const t = useWords(inboxWords);
  const navigate = useNavigate();
  const ids = queue.rows.map((row) => row.id);
  const open = (next: string | undefined) => {
    if (next) void navigate({ to: '/inbox/{-$id}', params: { id: next }, search: (before: object) => before });
  };
  const focus = (next: string | undefined) => {
    if (next) document.querySelector<HTMLElement>(`[data-row="${CSS.escape(next)}"]`)?.focus();
  };
  // If a conversation is open, the keys open the next one; in the queue alone they move the focus.
  const left = useLastPlace(ids, id);
  const step = (by: 1 | -1) =>
    id ? open(neighbourOf(ids, { id, left: left() }, by)) : focus(neighbourOf(ids, { id: focusedRow() }, by));
  const key = (keys: string, label: string, run: () => void) => ({ keys, label, run, group: t('keys'), keyOnly: true });
  useCommands([
    key('j', t('keyNext'), () => step(1)),
    { ...key('down', t('keyNext'), () => step(1)), when: () => focusedRow() !== undefined },
    key(']', t('keyNext'), () => step(1)),
    key('k', t('keyPrevious'), () => step(-1)),
    { ...key('up', t('keyPrevious'), () => step(-1)), when: () => focusedRow() !== undefined },
    key('[', t('keyPrevious'), () => step(-1)),
    key('/', t('keySearch'), () => searchField.current?.focus()),
    { keys: null, label: t('customers'), group: t('keys'), run: () => void navigate({ to: '/customers' }) },
    key('x', t('keySelect'), () => {
      const row = focusedRow() ?? id;
      if (row) toggle(row);
    }),
  ]);
}

/** Where the open conversation was in the queue before it left, for example because it was resolved. */
function useLastPlace(ids: readonly string[], id: string | undefined): () => number | null {
  const last = useRef<{ id: string | undefined; at: number } | null>(null);
  const at = id === undefined ? -1 : ids.indexOf(id);
  useEffect(() => {
    if (at !== -1) last.current = { id, at };
  }, [id, at]);
  return () => (last.current?.id === id ? (last.current?.at ?? null) : null);
}
