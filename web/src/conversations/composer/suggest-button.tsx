import { suggestAnswer } from '@desk/contract/queue';
import type { ReplyOf } from '@desk/contract/endpoint';
import { Anchor, CloseButton, Group, Popover, Stack, Text } from '@mantine/core';
import { IconBulb } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { suggestWords } from '../words/suggest-words.ts';

interface SuggestButtonProps {
  conversationId: string;
  /** Appends to what is written when the answer arrives: the person may have gone on typing. */
  onText: (text: string) => void;
}

type ForStaff = NonNullable<ReplyOf<typeof suggestAnswer>['for_staff']>;

/**
 * Appends the knowledge's answer to the text; nothing is sent until a person sends it. Text for staff is shown beside the reply and
 * never put into it.
 */
export function SuggestButton({ conversationId, onText }: SuggestButtonProps) {
  const t = useWords(suggestWords);
  const [forStaff, setForStaff] = useState<ForStaff | null>(null);
  const close = () => setForStaff(null);
  const suggest = useSave(suggestAnswer, {
    saved: ({ text, for_staff }) => {
      setForStaff(for_staff);
      if (text === null) return for_staff === null ? toast(t('nothing')) : undefined;
      onText(text);
      toast(t('done'));
    },
  });
  return (
    <Popover
      opened={forStaff !== null}
      onDismiss={close}
      position="top-end"
      width={340}
      shadow="md"
      withArrow
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <SavingButton
            variant="default"
            className="composer-tool"
            leftSection={<IconBulb size={16} aria-hidden />}
            loading={suggest.isPending}
            onClick={() => suggest.mutate({ params: { id: conversationId }, body: {} })}
          >
            {t('suggest')}
          </SavingButton>
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('forStaff')}>
        {forStaff && <StaffPassage passage={forStaff} onClose={close} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function StaffPassage({ passage: { text, citations }, onClose }: { passage: ForStaff; onClose: () => void }) {
  const t = useWords(suggestWords);
  return (
    <Stack gap="xs">
      <Group justify="space-between" wrap="nowrap">
        <Text size="sm" fw={600}>
          {t('forStaff')}
        </Text>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </Group>
      <Text size="sm" mah={240} style={{ whiteSpace: 'pre-wrap', overflowY: 'auto' }}>
        {text}
      </Text>
      {citations.map(({ chunk_id: chunk, document_id: id, title }) => (
        <Anchor key={chunk} size="sm" component={Link} to={`/knowledge/documents/${id}`}>
          {title}
        </Anchor>
      ))}
      <Text size="xs" c="dimmed">
        {t('notInserted')}
      </Text>
    </Stack>
  );
}
