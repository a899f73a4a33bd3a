import { ActionIcon, Badge, Button, Group, Title, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { Suspense, useRef } from 'react';
import { IconArrowLeft, IconCheck, IconInfoCircle, IconRotate } from '@tabler/icons-react';
import { readSettings } from '@desk/contract/settings';
import { useEdit } from '../actions/use-edit.ts';
import { takenBy, useHandover } from '../actions/use-handover.ts';
import { useOnline } from '../../ui/data/online.ts';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useStanding } from '../../ui/data/use-standing.ts';
import { absoluteTime, momentTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useCommands } from '../../ui/keys/commands.ts';
import { usePageHeading } from '../../ui/page/page.tsx';
import { lazyDialog, lazyPart } from '../../ui/states/lazy-part.tsx';
import { PresenceLine } from '../presence/presence-line.tsx';
import { OwnerBadge } from '../queue/queue-row.tsx';
import { titleOf } from '../queue/queue.logic.ts';
import { inboxWords } from '../words/inbox-words.ts';
import type { Thread } from './use-conversation.ts';

const Assignment = lazyPart(async () => (await import('../actions/assignment.tsx')).Assignment);
const ConversationMenu = lazyPart(async () => (await import('../actions/conversation-menu.tsx')).ConversationMenu);
const HandoverDialog = lazyDialog(async () => (await import('../actions/handover-dialog.tsx')).HandoverDialog);

interface ThreadHeaderProps {
  thread: Thread;
  onBack: () => void;
  onTrace: () => void;
  traceShown: boolean;
}

export function ThreadHeader({ thread, onBack, onTrace, traceShown }: ThreadHeaderProps) {
  const t = useWords(inboxWords);
  const [dialog, dialogIs] = useDisclosure(false);
  const edit = useEdit(thread);
  const menu = useRef<HTMLButtonElement>(null);
  const closeDialog = () => {
    dialogIs.close();
    menu.current?.focus();
  };
  return (
    <div className="thread-head">
      <div className="thread-head-line">
        <BackToQueue onBack={onBack} />
        <Heading thread={thread} />
        <ThreadFacts thread={thread} />
        <Group gap={6} className="thread-head-actions">
          <OwnerButtons thread={thread} />
          <ResolveButton thread={thread} onEdit={edit} />
          <Suspense fallback={<span className="thread-head-room" />}>
            <ConversationMenu button={menu} thread={thread} edit={edit} onHandOver={dialogIs.open} />
          </Suspense>
          <Tooltip label={t(traceShown ? 'hideTrace' : 'showTrace')}>
            <ActionIcon
              variant={traceShown ? 'light' : 'default'}
              size={34}
              aria-label={t(traceShown ? 'hideTrace' : 'showTrace')}
              aria-pressed={traceShown}
              onClick={onTrace}
            >
              <IconInfoCircle size={18} />
            </ActionIcon>
          </Tooltip>
        </Group>
      </div>
      <Suspense fallback={<AssignmentRoom />}>
        <Assignment thread={thread} edit={edit} />
      </Suspense>
      <PresenceLine thread={thread} />
      <Suspense fallback={<span data-opening hidden />}>
        {dialog && <HandoverDialog thread={thread} opened onClose={closeDialog} />}
      </Suspense>
    </div>
  );
}

const AssignmentRoom = () => (
  <div className="assignment">
    <span />
    <span />
  </div>
);

const nameOf = ({ customer }: Thread, unknown: string) => customer.name ?? customer.email ?? unknown;

function Heading({ thread }: { thread: Thread }) {
  const t = useWords(inboxWords);
  const title = thread.subject?.trim() || t('conversationWith', { name: nameOf(thread, t('unknownCustomer')) });
  const heading = usePageHeading(titleOf(thread) ?? title);
  return (
    <div className="thread-title">
      <Title order={1} size="h3" ref={heading} tabIndex={-1} dir="auto" title={title}>
        {title}
      </Title>
      <OwnerBadge conversation={thread} />
    </div>
  );
}

function ThreadFacts({ thread }: { thread: Thread }) {
  const t = useWords(inboxWords);
  const { customer, channel, created_at: created, snoozed_until: snoozed } = thread;
  return (
    <p className="thread-facts">
      <Link to={`/customers/${customer.id}`} title={customer.email ?? t('showCustomer')}>
        <bdi>{nameOf(thread, t('unknownCustomer'))}</bdi>
      </Link>{' '}
      <Badge size="sm" variant="light" color={customer.verified ? 'green' : 'gray'}>
        {t(customer.verified ? 'verified' : 'unverified')}
      </Badge>
      {' · '}
      {t('viaChannel', { channel })}
      {' · '}
      <span title={absoluteTime(created)}>{t('openedAt', { time: momentTime(created) })}</span>
      {snoozed && (
        <>
          {' · '}
          <span title={absoluteTime(snoozed)}>{t('snoozedUntil', { time: momentTime(snoozed) })}</span>
        </>
      )}
    </p>
  );
}

/** On a phone, where the queue is not beside the conversation. */
export function BackToQueue({ onBack }: Pick<ThreadHeaderProps, 'onBack'>) {
  const t = useWords(inboxWords);
  return (
    <ActionIcon
      className="thread-head-back"
      variant="subtle"
      color="gray"
      size="lg"
      hiddenFrom="sm"
      aria-label={t('backToQueue')}
      onClick={onBack}
    >
      <IconArrowLeft size={20} />
    </ActionIcon>
  );
}

function OwnerButtons({ thread }: { thread: Thread }) {
  const t = useWords(inboxWords);
  const handover = useHandover();
  const standing = useStanding();
  const online = useOnline();
  const settings = useLoaded(readSettings, {});
  const off = settings.data?.auto_respond_enabled === false;
  const human = thread.owner === 'human';
  const mine = human && thread.status === 'open';
  const params = { id: thread.id };
  const take = () =>
    handover.mutate({ params, body: { ...takenBy(standing), reason: 'manual', notify_customer: false } });
  const give = () => handover.mutate({ params, body: { to: 'ai', assignee_id: null } });
  const canGive = !off && online;
  useCommands([
    ...(mine ? [] : [{ keys: 't', label: t('takeOver'), group: t('keys'), run: take }]),
    ...(human && canGive ? [{ keys: 'b', label: t('handBack'), group: t('keys'), run: give }] : []),
  ]);
  return (
    <>
      {human && (
        <Tooltip label={t(off ? 'autoRespondOff' : 'handoverAiHint')} multiline maw={280}>
          <Button
            variant="default"
            size="sm"
            onClick={canGive ? give : undefined}
            data-disabled={!canGive}
            aria-disabled={!canGive}
          >
            {t('handBack')}
          </Button>
        </Tooltip>
      )}
      {!human && (
        <Button size="sm" onClick={take} disabled={!online}>
          {t('takeOver')}
        </Button>
      )}
    </>
  );
}

function ResolveButton({ thread, onEdit }: { thread: Thread; onEdit: ReturnType<typeof useEdit> }) {
  const t = useWords(inboxWords);
  const online = useOnline();
  const closed = thread.status === 'resolved' || thread.status === 'spam' || thread.status === 'snoozed';
  const label = t(closed ? 'reopen' : 'resolve');
  const change = () => void onEdit({ status: closed ? 'open' : 'resolved' });
  useCommands(online ? [{ keys: null, label, group: t('keys'), run: change }] : []);
  return (
    <Button
      variant="default"
      size="sm"
      disabled={!online}
      leftSection={closed ? <IconRotate size={16} /> : <IconCheck size={16} />}
      onClick={change}
    >
      {label}
    </Button>
  );
}
