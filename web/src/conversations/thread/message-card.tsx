import type { Message } from '@desk/contract/conversations';
import { Badge, Box, Button, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconClock } from '@tabler/icons-react';
import { memo, Suspense, useState } from 'react';
import { useStanding } from '../../ui/data/use-standing.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { inboxWords } from '../words/inbox-words.ts';
import { Citations } from './citations.tsx';
import './message.css';
import './files.css';
import { hasFormatting } from './timeline.logic.ts';

const FeedbackButtons = lazyPart(async () => (await import('./feedback-buttons.tsx')).FeedbackButtons);
const Attachments = lazyPart(async () => (await import('./attachments.tsx')).Attachments);
const QuotedText = lazyPart(async () => (await import('./quoted-text.tsx')).QuotedText);
const NotDelivered = lazyPart(async () => (await import('./not-delivered.tsx')).NotDelivered);
const FormattedMail = lazyPart(async () => (await import('./formatted-mail.tsx')).FormattedMail);

// A long thread has thousands of messages: render only those that have changed.
export const MessageCard = memo(function Card({ conversationId, message, writer }: CardProps) {
  const t = useWords(inboxWords);
  const rateable = message.kind === 'ai' || message.kind === 'draft';
  if (message.kind === 'event') return <EventLine message={message} />;
  return (
    <article className="message" data-kind={message.kind} aria-label={t(`kind_${message.kind}`)}>
      <div className="message-head">
        <bdi className="message-author">
          <Author message={message} writer={writer} />
        </bdi>
        {message.automated && (
          <Badge size="xs" variant="light" color="gray">
            {t('automated')}
          </Badge>
        )}
        <span className="message-time">
          <Delivery message={message} /> <Time at={message.created_at} />
        </span>
      </div>
      <Words message={message} />
      {message.delivery.status === 'failed' && (
        <Suspense>
          <NotDelivered conversationId={conversationId} message={message} />
        </Suspense>
      )}
      {message.attachments.length > 0 && (
        <Suspense>
          <Attachments attachments={message.attachments} />
        </Suspense>
      )}
      <Citations citations={message.citations} />
      <Suspense fallback={rateable && <Box h={30} />}>
        {rateable && <FeedbackButtons conversationId={conversationId} message={message} />}
      </Suspense>
    </article>
  );
});

interface CardProps {
  conversationId: string;
  message: Message;
  /** What a customer is called whose message brought no name. */
  writer?: string | undefined;
}

function EventLine({ message }: { message: Message }) {
  return (
    <p className="thread-event">
      <bdi>{message.text}</bdi> · <Time at={message.created_at} />
    </p>
  );
}

function Author({ message: { kind, author }, writer }: Pick<CardProps, 'message' | 'writer'>) {
  const t = useWords(inboxWords);
  const standing = useStanding();
  const own = standing.kind === 'in' && author.id === standing.me.id;
  if (kind === 'draft' || kind === 'note') return `${author.name ? `${author.name} · ` : ''}${t(`kind_${kind}`)}`;
  const name = own ? t('you') : (author.name ?? writer ?? t(`kind_${kind}`));
  return kind === 'ai' ? `${name} · ${t('kind_ai')}` : name;
}

/** The text of the message; a mail's own formatting on request, in a frame. */
function Words({ message }: { message: Message }) {
  const t = useWords(inboxWords);
  const [formatted, setFormatted] = useState(false);
  const { html } = message;
  return (
    <>
      {formatted && html ? (
        <Suspense
          fallback={
            <p className="message-text" dir="auto">
              {message.text}
            </p>
          }
        >
          <FormattedMail html={html} />
        </Suspense>
      ) : (
        <p className="message-text" dir="auto">
          {message.text}
        </p>
      )}
      {message.kind === 'customer' && hasFormatting(html) && (
        <Button variant="subtle" size="compact-xs" onClick={() => setFormatted(!formatted)} aria-pressed={formatted}>
          {t(formatted ? 'showText' : 'showFormatted')}
        </Button>
      )}
      {message.quoted_text && !formatted && (
        <Suspense>
          <QuotedText text={message.quoted_text} />
        </Suspense>
      )}
    </>
  );
}

function Delivery({ message: { delivery } }: { message: Message }) {
  const t = useWords(inboxWords);
  if (delivery.status === 'none') return null;
  const label = t(`delivery_${delivery.status}`);
  // The reason stands below the words.
  if (delivery.status === 'failed') {
    return (
      <span className="message-delivery" data-status="failed">
        <IconAlertTriangle size={14} aria-hidden /> {label}
      </span>
    );
  }
  return (
    <Tooltip label={label}>
      <span className="message-delivery" role="img" aria-label={label} tabIndex={0}>
        {delivery.status === 'pending' ? <IconClock size={14} /> : <IconCheck size={14} />}
      </span>
    </Tooltip>
  );
}
