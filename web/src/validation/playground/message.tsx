import type { PlaygroundMessage } from '@desk/contract/playground';
import { addSuiteCase } from '@desk/contract/suite';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconListCheck, IconPencil, IconRoute } from '@tabler/icons-react';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { DecisionSummary } from '../decision-summary.tsx';
import { validationWords } from '../validation-words.ts';

interface MessageProps {
  message: PlaygroundMessage;
  /** True if the pane beside the conversation shows the decision of this message. */
  isSelected: boolean;
  onSelect: () => void;
  onEdit: () => void;
}

export function Message({ message, isSelected, onSelect, onEdit }: MessageProps) {
  const t = useWords(validationWords);
  const isAi = message.kind === 'ai';
  return (
    <Paper
      withBorder
      p="sm"
      ms={isAi ? 'xl' : 0}
      me={isAi ? 0 : 'xl'}
      bg={isAi ? 'var(--surface-chosen)' : 'var(--surface)'}
    >
      <Group justify="space-between" gap="xs" mih={26}>
        <Text size="xs" fw={600}>
          {isAi ? t('ai') : t('customer')}
        </Text>
        {!isAi && !message.from_history && (
          <Button variant="subtle" size="compact-xs" leftSection={<IconPencil size={14} />} onClick={onEdit}>
            {t('editAndAsk')}
          </Button>
        )}
      </Group>
      <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {message.text}
      </Text>
      {message.decision && (
        <Stack gap={4} mt="xs">
          {!isAi && <Text size="sm">{t('nothingSaid')}</Text>}
          <DecisionSummary decision={message.decision} />
          <Group gap={4}>
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconRoute size={14} />}
              aria-pressed={isSelected}
              onClick={onSelect}
            >
              {t('why')}
            </Button>
            <SaveAsCase messageId={message.id} />
          </Group>
        </Stack>
      )}
    </Paper>
  );
}

function SaveAsCase({ messageId }: { messageId: string }) {
  const t = useWords(validationWords);
  const save = useSave(addSuiteCase, { refresh: ['readSuite'], done: ({ name }) => t('caseSaved', { name }) });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          variant="subtle"
          size="compact-xs"
          w="fit-content"
          leftSection={<IconListCheck size={14} />}
          disabled={disabled || save.isSuccess}
          loading={save.isPending}
          onClick={() => save.mutate({ body: { from_playground_message_id: messageId } })}
        >
          {save.isSuccess ? t('isCase') : t('saveAsCase')}
        </Button>
      )}
    </Needs>
  );
}
