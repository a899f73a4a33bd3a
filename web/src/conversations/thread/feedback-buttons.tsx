import type { Message } from '@desk/contract/conversations';
import { rateMessage, type Rating } from '@desk/contract/feedback';
import { ActionIcon, Group, Popover, Text, Textarea } from '@mantine/core';
import { IconThumbDown, IconThumbUp } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useOnline } from '../../ui/data/online.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useKeptText } from '../../ui/form/use-draft-keys.ts';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { listOf } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { lazyPart } from '../../ui/states/lazy-part.tsx';
import { inboxWords } from '../words/inbox-words.ts';

const SaveAsCase = lazyPart(async () => (await import('../../suite/save-as-case.tsx')).SaveAsCase);

interface FeedbackProps {
  conversationId: string;
  message: Message;
}

/** Rates an answer, with a reason for a bad one. The desk learns from the ratings. */
export function FeedbackButtons({ conversationId, message }: FeedbackProps) {
  const t = useWords(inboxWords);
  const [asking, setAsking] = useState(false);
  const comment = useKeptText(conversationId, `feedback:${message.id}`);
  const online = useOnline();
  const save = useSave(rateMessage, {
    refresh: ['getConversation', 'listMessages'],
    done: t('feedbackThanks'),
    saved: (_reply, { body }) => comment.sent(body.comment ?? ''),
  });
  const rate = (rating: Rating, reason: string | null) => {
    setAsking(false);
    save.mutate({ params: { id: conversationId, message_id: message.id }, body: { rating, comment: reason } });
  };
  const icon = (rating: Rating, label: string, click: () => void) => (
    <ActionIcon
      title={label}
      variant={message.feedback.some((each) => each.rating === rating) ? 'light' : 'subtle'}
      color="gray"
      size={26}
      aria-label={label}
      aria-pressed={message.feedback.some((each) => each.rating === rating)}
      disabled={!online}
      onClick={click}
    >
      {rating === 'good' ? <IconThumbUp size={15} /> : <IconThumbDown size={15} />}
    </ActionIcon>
  );
  return (
    <Group gap={4} mt={4}>
      {icon('good', t('helpful'), () => rate('good', null))}
      <Popover
        opened={asking}
        onChange={setAsking}
        position="bottom-start"
        width={300}
        trapFocus
        returnFocus
        withinPortal
      >
        <Popover.Target>{icon('bad', t('unhelpful'), () => setAsking(!asking))}</Popover.Target>
        <Popover.Dropdown aria-label={t('feedbackTitle')}>
          <Textarea
            label={t('feedbackTitle')}
            autosize
            minRows={2}
            maxLength={5000}
            value={comment.text}
            onChange={({ currentTarget }) => comment.change(currentTarget.value)}
          />
          <SavingButton mt="xs" size="xs" fullWidth onClick={() => rate('bad', comment.text.trim() || null)}>
            {t('feedbackSend')}
          </SavingButton>
        </Popover.Dropdown>
      </Popover>
      <Ratings message={message} />
      {message.feedback.at(-1)?.rating === 'bad' && (
        <Suspense>
          <SaveAsCase from={{ from_rated_message_id: message.id }} />
        </Suspense>
      )}
    </Group>
  );
}

function Ratings({ message: { feedback } }: { message: Message }) {
  const t = useWords(inboxWords);
  const namesOf = (rating: Rating) =>
    listOf(feedback.filter((each) => each.rating === rating).map(({ rated_by: by }) => by.name ?? by.id));
  const words = [
    feedback.some(({ rating }) => rating === 'good') && t('ratedGood', { names: namesOf('good') }),
    feedback.some(({ rating }) => rating === 'bad') && t('ratedBad', { names: namesOf('bad') }),
  ].filter((each) => each !== false);
  return words.length > 0 ? (
    <Text size="xs" c="dimmed">
      {words.join(' · ')}
    </Text>
  ) : null;
}
