import {
  createPlayground,
  listPlayground,
  listPlaygroundMessages,
  updatePlayground,
  writePlaygroundMessage,
  type PlaygroundConversation,
  type PlaygroundMessage,
} from '@desk/contract/playground';
import { Badge, Button, Grid, Group, Paper, Stack, Text, Textarea } from '@mantine/core';
import { IconArchive, IconMessagePlus, IconMessages } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { Time } from '../ui/show/time.tsx';
import { State } from '../ui/states/state.tsx';
import { DecisionSummary } from './decision-summary.tsx';
import { validationWords } from './validation-words.ts';
import { ValidationTabs } from './validation-tabs.tsx';

export function PlaygroundPage() {
  const t = useWords(validationWords);
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const conversations = useLoadedList(listPlayground, { query: {} });
  const create = useSave(createPlayground, {
    refresh: ['listPlaygroundConversations'],
    saved: (made) => void navigate({ to: `/validation/playground/${made.id}` }),
  });
  const begin = (
    <Button
      leftSection={<IconMessagePlus size={16} />}
      loading={create.isPending}
      onClick={() => create.mutate({ body: {} })}
    >
      {t('newConversation')}
    </Button>
  );
  const empty = (
    <State icon={<IconMessages size={36} stroke={1.5} />} title={t('noConversations')} actions={begin}>
      {t('noConversationsHint')}
    </State>
  );
  return (
    <Page title={t('playground')} intro={t('playgroundIntro')} actions={begin}>
      <ValidationTabs />
      <Loaded query={conversations} empty={{ when: (rows) => rows.length === 0, show: empty }}>
        {(rows) => {
          const open = rows.find((row) => row.id === id) ?? rows[0];
          return (
            <Grid>
              <Grid.Col span={{ base: 12, md: 4 }}>
                <Conversations rows={rows} openId={open?.id} />
              </Grid.Col>
              <Grid.Col span={{ base: 12, md: 8 }}>
                {open && <Conversation key={open.id} conversation={open} />}
              </Grid.Col>
            </Grid>
          );
        }}
      </Loaded>
    </Page>
  );
}

function Conversations({ rows, openId }: { rows: readonly PlaygroundConversation[]; openId: string | undefined }) {
  const t = useWords(validationWords);
  return (
    <Stack component="ul" gap={4} m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map(({ id, title, updated_at: at }) => (
        <li key={id}>
          <Button
            component={Link}
            to={`/validation/playground/${id}`}
            variant={id === openId ? 'light' : 'subtle'}
            aria-current={id === openId ? 'page' : undefined}
            fullWidth
            justify="space-between"
            rightSection={
              <Text size="xs">
                <Time at={at} style="narrow" />
              </Text>
            }
          >
            {title || t('untitled')}
          </Button>
        </li>
      ))}
    </Stack>
  );
}

function Conversation({ conversation }: { conversation: PlaygroundConversation }) {
  const t = useWords(validationWords);
  const params = { id: conversation.id };
  const messages = useLoadedList(listPlaygroundMessages, { params, query: { limit: 200 } });
  const [text, setText] = useState('');
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
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArchive size={14} />}
          onClick={() => archive.mutate({ params, body: { archived: true }, ifMatch: conversation.version })}
        >
          {t('archive')}
        </Button>
      </Group>
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
        </Stack>
      )}
    </Paper>
  );
}
