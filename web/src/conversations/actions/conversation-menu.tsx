import { ActionIcon, Menu } from '@mantine/core';
import { listAccountActions } from '@desk/contract/account-actions';
import { useDisclosure } from '@mantine/hooks';
import { IconBan, IconClock, IconDatabaseEdit, IconDots, IconUserShare } from '@tabler/icons-react';
import { Suspense, type RefObject } from 'react';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useCommands } from '../../ui/keys/commands.ts';
import { useNow } from '../../ui/show/time.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { lazyDialog } from '../../ui/states/lazy-part.tsx';
import type { Thread } from '../thread/use-conversation.ts';
import { accountWords } from '../words/account-words.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { TryAgainItem } from './try-again-item.tsx';
import type { Edit } from './use-edit.ts';

const ActionDialog = lazyDialog(async () => (await import('../account/action-dialog.tsx')).ActionDialog);

interface ConversationMenuProps {
  /** Gets the focus back when a dialog of the menu closes. */
  button: RefObject<HTMLButtonElement | null>;
  thread: Thread;
  edit: (body: Edit) => unknown;
  onHandOver: () => void;
}

/** A menu of the less frequent actions. */
export function ConversationMenu({ button, thread, edit, onHandOver }: ConversationMenuProps) {
  const t = useWords(inboxWords);
  const a = useWords(accountWords);
  const now = useNow();
  const [dialog, dialogIs] = useDisclosure(false);
  const actions = useAccountActions(thread.id);
  const hasActions = actions.length > 0;
  const closeDialog = () => {
    dialogIs.close();
    button.current?.focus();
  };
  // Nothing waits in a conversation that is done: it has to be reopened first.
  const isDone = thread.status === 'resolved' || thread.status === 'spam';
  const snoozes = [
    ['snoozeHour', new Date(now + 3_600_000)],
    ['snoozeTomorrow', morningIn(now, 1)],
    ['snoozeWeek', morningIn(now, 7)],
  ] as const;
  const snooze = (until: Date) => edit({ status: 'snoozed', snoozed_until: until.toISOString() });
  const markSpam = () => edit({ status: 'spam' });
  const command = (label: string, run: () => unknown) => ({
    keys: null,
    label,
    group: t('keys'),
    run: () => void run(),
  });
  useCommands([
    command(t('passOn'), onHandOver),
    ...(hasActions ? [command(a('open'), dialogIs.open)] : []),
    ...(isDone ? [] : snoozes.map(([word, until]) => command(`${t('snooze')}: ${t(word)}`, () => snooze(until)))),
    ...(thread.status === 'spam' ? [] : [command(t('markSpam'), markSpam)]),
  ]);
  return (
    <>
      <Menu position="bottom-end" portalProps={{ target: 'main' }}>
        <Menu.Target>
          <ActionIcon ref={button} variant="default" size={34} aria-label={t('more')}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconUserShare size={16} />} onClick={onHandOver}>
            {t('passOn')}
          </Menu.Item>
          {hasActions && (
            <Menu.Item leftSection={<IconDatabaseEdit size={16} />} onClick={dialogIs.open}>
              {a('open')}
            </Menu.Item>
          )}
          <TryAgainItem conversationId={thread.id} />
          <Menu.Divider />
          <Menu.Label>{t('snooze')}</Menu.Label>
          {snoozes.map(([word, until]) => (
            <Menu.Item key={word} leftSection={<IconClock size={16} />} disabled={isDone} onClick={() => snooze(until)}>
              {t(word)}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item leftSection={<IconBan size={16} />} disabled={thread.status === 'spam'} onClick={markSpam}>
            {t('markSpam')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={<span data-opening hidden />}>
        {dialog && <ActionDialog conversationId={thread.id} actions={actions} onClose={closeDialog} />}
      </Suspense>
    </>
  );
}

/** Read again with every message, because a message may contain the order number that fills an input. */
function useAccountActions(id: string) {
  const live = ['conversation.updated', 'message.created'] as const;
  const actions = useLoaded(listAccountActions, { params: { id }, query: { limit: 200 } }, { live, liveId: id });
  return actions.data?.items ?? [];
}

/** Nine in the morning in the reader's time zone. */
function morningIn(now: number, days: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(9, 0, 0, 0);
  return day;
}
