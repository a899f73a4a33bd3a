import {
  listPlaygroundMessages,
  updatePlayground,
  writePlaygroundMessage,
  type PlaygroundConversation,
  type PlaygroundMessage,
} from '@desk/contract/playground';
import { Button, Collapse, Grid, Group, Paper, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustments, IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useState } from 'react';
import { TraceSteps } from '../../trace/trace-steps.tsx';
import { Verdict } from '../../trace/verdict.tsx';
import { isAnswered, Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useKeptText } from '../../ui/form/use-draft-keys.ts';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { CopyValue } from '../../ui/show/copy-value.tsx';
import { validationWords } from '../validation-words.ts';
import { Circumstances } from './circumstances.tsx';
import { Message } from './message.tsx';
import { playgroundReads } from './playground-reads.ts';
import { Say } from './say.tsx';
import { Suggestions } from './suggestions.tsx';

/** A conversation of the playground, beside the decision of the selected reply, by default the last one. */
export function PlaygroundThread({ conversation }: { conversation: PlaygroundConversation }) {
  const params = { id: conversation.id };
  const messages = useLoadedList(listPlaygroundMessages, { params, query: { limit: 200 } });
  const question = useKeptText(conversation.id, 'question');
  const [chosen, choose] = useState<string | null>(null);
  const write = useSave(writePlaygroundMessage, {
    refresh: ['listPlaygroundMessages', ...playgroundReads],
    saved: (_reply, { body }) => {
      question.sent(body.text);
      choose(null);
    },
  });
  const ask = (text: string) => write.mutate({ params, body: { text } });
  const rows = messages.data ?? [];
  const decided = rows.filter(({ decision }) => decision !== null);
  const selected = decided.find(({ id }) => id === chosen) ?? decided.at(-1);
  return (
    <Grid>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Stack>
          <Tools conversation={conversation} messages={rows} />
          <Loaded query={messages}>
            {(shown) => (
              <Stack role="log" aria-live="polite" gap="sm">
                {shown.map((message) => (
                  <Message
                    key={message.id}
                    message={message}
                    isSelected={message.id === selected?.id}
                    onSelect={() => choose(message.id)}
                    onEdit={() => question.change(message.text)}
                  />
                ))}
              </Stack>
            )}
          </Loaded>
          {messages.data?.length === 0 && <Suggestions onAsk={ask} isAsking={write.isPending} />}
          {isAnswered(messages) && (
            <Say
              text={question.text}
              setText={question.change}
              isSending={write.isPending}
              onSend={() => ask(question.text.trim())}
            />
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 5 }}>{selected && <Why message={selected} />}</Grid.Col>
    </Grid>
  );
}

function Why({ message: { decision } }: { message: PlaygroundMessage }) {
  if (!decision) return null;
  return (
    <Paper withBorder p="md" className="trace" component="aside">
      <Verdict decision={decision} />
      <TraceSteps decision={decision} />
    </Paper>
  );
}

interface ToolsProps {
  conversation: PlaygroundConversation;
  messages: readonly PlaygroundMessage[];
}

function Tools({ conversation, messages }: ToolsProps) {
  const t = useWords(validationWords);
  const [shown, { toggle }] = useDisclosure(false);
  const { id, archived, version } = conversation;
  const archive = useSave(updatePlayground, { refresh: playgroundReads, done: t('saved') });
  const transcript = messages.map(({ kind, text }) => `${kind === 'ai' ? t('ai') : t('customer')}: ${text}`);
  return (
    <>
      <Group justify="flex-end" gap="xs">
        {transcript.length > 0 && <CopyValue value={transcript.join('\n\n')} shown={t('transcript')} />}
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconAdjustments size={14} />}
          aria-expanded={shown}
          onClick={toggle}
        >
          {t('circumstances')}
        </Button>
        <SavingButton
          variant="subtle"
          size="compact-sm"
          leftSection={archived ? <IconArchiveOff size={14} /> : <IconArchive size={14} />}
          onClick={() => archive.mutate({ params: { id }, body: { archived: !archived }, ifMatch: version })}
        >
          {t(archived ? 'unarchive' : 'archive')}
        </SavingButton>
      </Group>
      <Collapse expanded={shown}>
        <Paper withBorder p="md">
          <Circumstances conversation={conversation} />
        </Paper>
      </Collapse>
    </>
  );
}
