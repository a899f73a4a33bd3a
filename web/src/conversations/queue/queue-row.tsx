import type { Conversation } from '@desk/contract/conversations';
import { Badge, Checkbox } from '@mantine/core';
import { IconRobot, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { titleOf } from './queue.logic.ts';

interface QueueRowProps {
  conversation: Conversation;
  open: boolean;
  selected: boolean;
  onSelect: () => void;
}

/** The whole row is the link; its box selects it. */
export function QueueRow({ conversation, open, selected, onSelect }: QueueRowProps) {
  const t = useWords(inboxWords);
  const { id, customer, last_message: last, waiting_since: waiting, updated_at: updated } = conversation;
  const title = titleOf(conversation) ?? t('unknownCustomer');
  const name = customer.name ?? customer.email ?? t('unknownCustomer');
  return (
    <div className="queue-row" data-open={open} data-selected={selected} data-waits={waiting !== null}>
      <Checkbox
        className="queue-row-box"
        size="xs"
        checked={selected}
        onChange={onSelect}
        aria-label={t('selectRow', { subject: title })}
      />
      <Link
        to="/inbox/{-$id}"
        params={{ id }}
        search={(before: object) => before}
        className="queue-row-link"
        aria-current={open ? 'true' : undefined}
        data-row={id}
      >
        <span className="queue-row-head">
          <span className="queue-row-title">{title}</span>
          <span className="queue-row-time">
            <Time at={waiting ?? last?.at ?? updated} style="narrow" />
          </span>
        </span>
        <span className="queue-row-words">{last?.text ?? ''}</span>
        <span className="queue-row-facts">
          <Badge size="sm" variant="outline">
            {t(`channel_${conversation.channel}`)}
          </Badge>
          <OwnerBadge conversation={conversation} />
          {title !== name && <span className="queue-row-name">{name}</span>}
        </span>
      </Link>
    </div>
  );
}

export function OwnerBadge({ conversation }: { conversation: Conversation }) {
  const t = useWords(inboxWords);
  const { owner, status, ai_state: state } = conversation;
  if (status === 'resolved' || status === 'snoozed' || status === 'spam') {
    return (
      <Badge size="sm" variant="light" color="gray">
        {t(`status_${status}`)}
      </Badge>
    );
  }
  if (state === 'awaiting_approval') {
    return (
      <Badge size="sm" color="yellow">
        {t('draftWaits')}
      </Badge>
    );
  }
  const human = owner === 'human';
  return (
    <Badge
      size="sm"
      color={human ? 'orange' : 'indigo'}
      leftSection={human ? <IconUser size={10} stroke={2.5} /> : <IconRobot size={11} stroke={2.5} />}
    >
      {t(`owner_${owner}`)}
    </Badge>
  );
}
