import type { Conversation } from '@desk/contract/conversations';
import { Badge, Checkbox } from '@mantine/core';
import { IconArrowBackUp, IconNote, IconRobot, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../ui/i18n/words.ts';
import { ColorDot } from '../../ui/show/color-dot.tsx';
import { Time } from '../../ui/show/time.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { titleOf } from './queue.logic.ts';

interface QueueRowProps {
  conversation: Conversation;
  open: boolean;
  selected: boolean;
  /** With Shift, the rows from the one selected before are selected too. */
  onSelect: (range: boolean) => void;
}

/** The whole row is a link; its checkbox selects it. */
export function QueueRow({ conversation, open, selected, onSelect }: QueueRowProps) {
  const t = useWords(inboxWords);
  const { id, customer, last_message: last, waiting_since: waiting, updated_at: updated } = conversation;
  const title = titleOf(conversation) ?? t('unknownCustomer');
  const name = customer.name ?? customer.email ?? t('unknownCustomer');
  return (
    <div className="queue-row" data-open={open} data-selected={selected} data-waits={waiting !== null}>
      <Checkbox
        className="queue-row-box"
        checked={selected}
        onChange={({ nativeEvent }) => onSelect(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
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
          <span className="queue-row-title one-line" dir="auto">
            {title}
          </span>
          <span className="queue-row-time">
            <Time at={waiting ?? last?.at ?? updated} style="narrow" />
          </span>
        </span>
        <Preview conversation={conversation} name={title === name ? null : name} />
        <span className="queue-row-facts">
          <Badge size="sm" variant="outline">
            {t(`short_${conversation.channel}`)}
          </Badge>
          <OwnerBadge conversation={conversation} />
          <Tags tags={conversation.tags} />
        </span>
      </Link>
    </div>
  );
}

/** The customer's text, or a colleague's if it is the latest. Never the AI's standing phrases. */
function Preview({ conversation, name }: { conversation: Conversation; name: string | null }) {
  const t = useWords(inboxWords);
  const { last_message: last, customer_words: question } = conversation;
  const colleague = last?.kind === 'human' || last?.kind === 'note';
  const words = colleague ? last.text : (question ?? last?.text ?? '');
  const Icon = last?.kind === 'note' ? IconNote : IconArrowBackUp;
  return (
    <span className="queue-row-words one-line" dir="auto">
      {colleague && <Icon size={13} role="img" aria-label={t(`kind_${last.kind}`)} />}
      {!colleague && name && (
        <span className="queue-row-name">
          <bdi>{name}</bdi>:{' '}
        </span>
      )}
      {words}
    </span>
  );
}

/** As many tags as fit in a row; a count, labelled with their names, stands for the rest. */
function Tags({ tags }: Pick<Conversation, 'tags'>) {
  const rest = tags.slice(2);
  return (
    <span className="queue-row-tags">
      {tags.slice(0, 2).map(({ id, name, color }) => (
        <bdi key={id} className="queue-row-tag" data-colored={color !== null}>
          <ColorDot color={color} />
          {name}
        </bdi>
      ))}
      {rest.length > 0 && <span title={rest.map(({ name }) => name).join(', ')}>+{rest.length}</span>}
    </span>
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
