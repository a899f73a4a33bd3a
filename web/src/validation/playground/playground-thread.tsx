import {
  listPlaygroundMessages,
  updatePlayground,
  writePlaygroundMessage,
  type PlaygroundConversation,
  type PlaygroundMessage,
} from '@desk/contract/playground';
import { addSuiteCase } from '@desk/contract/suite';
import { Badge, Button, Collapse, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments, IconArchive, IconListCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Needs } from '../../ui/states/forbidden.tsx';
import { DecisionSummary } from '../decision-summary.tsx';
import { validationWords } from '../validation-words.ts';
import { Circumstances } from './circumstances.tsx';

/** What was said in one conversation of the playground, with the decision behind each reply. */
export function PlaygroundThread({ conversation }: { conversation: PlaygroundConversation }) {
  const t = useWords(validationWords);
  const params = { id: conversation.id };
  const messages = useLoadedList(listPlaygroundMessages, { params, query: { limit: 200 } });
  const [text, setText] = useState('');
  const [shown, { toggle }] = useDisclosure(false);
  const refresh = ['listPlaygroundMessages', 'listPlaygroundConversations'];
  const write = useSave(writePlaygroundMessage, { refresh, saved: () => setText('') });
  const archive = useSave(updatePlayground, { refresh, done: t('saved') });
  const send = () => {
    if (text.trim()) write.mutate({ params, body: { text } });
  };
  return (
    <Stack>
      <Group justify="space-between">
        <Badge variant="default">{t('notSent')}</Badge>
        <Group gap="xs">
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconAdjustments size={14} />}
            aria-expanded={shown}
            onClick={toggle}
          >
            {t('circumstances')}
          </Button>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconArchive size={14} />}
            onClick={() => archive.mutate({ params, body: { archived: true }, ifMatch: conversation.version })}
          >
            {t('archive')}
          </Button>
        </Group>
      </Group>
      <Collapse expanded={shown}>
        <Paper withBorder p="md">
          <Circumstances key={conversation.version} conversation={conversation} />
        </Paper>
      </Collapse>
      <Loaded query={messages}>
        {(rows) => (
          <Stack role="log" aria-live="polite" gap="sm">
            {rows.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </Stack>
        )}
      </Loaded>
      <Textarea
        label={t('say')}
        autosize
        minRows={2}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
        }}
      />
      <Group justify="flex-end">
        <Button onClick={send} loading={write.isPending} disabled={!text.trim()}>
          {t('send')}
        </Button>
      </Group>
    </Stack>
  );
}

function Message({ message }: { message: PlaygroundMessage }) {
  const t = useWords(validationWords);
  const isAi = message.kind === 'ai';
  return (
    <Paper withBorder p="sm" ms={isAi ? 'xl' : 0} bg={isAi ? 'var(--surface-chosen)' : 'var(--surface)'}>
      <Text size="xs" fw={600}>
        {isAi ? t('ai') : t('customer')}
      </Text>
      <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {message.text}
      </Text>
      {message.decision && (
        <Stack gap={4} mt="xs">
          {!isAi && <Text size="sm">{t('nothingSaid')}</Text>}
          <DecisionSummary decision={message.decision} />
          <SaveAsCase messageId={message.id} />
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
