import {
  createPlayground,
  listPlayground,
  readPlayground,
  type PlaygroundConversation,
} from '@desk/contract/playground';
import { Button, Grid, Stack, Switch, Text } from '@mantine/core';
import { IconMessagePlus, IconMessages } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { loaded, useLoaded, useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { PlaygroundThread } from './playground-thread.tsx';
import { validationWords } from '../validation-words.ts';
import { ValidationTabs } from '../validation-tabs.tsx';

export function PlaygroundPage() {
  const t = useWords(validationWords);
  const { id } = useParams({ strict: false }) as { id?: string };
  const navigate = useNavigate();
  const [archived, setArchived] = useState(false);
  const [firstId, setFirstId] = useState<string>();
  const conversations = useLoadedList(listPlayground, { query: { archived } });
  // A new message or conversation of a colleague must not replace the one that is shown.
  const first = conversations.data?.find((row) => row.id === firstId) ?? conversations.data?.[0];
  if (first && first.id !== firstId) setFirstId(first.id);
  const cache = useQueryClient();
  const create = useSave(createPlayground, {
    refresh: ['listPlaygroundConversations'],
    saved: (made) => {
      cache.setQueryData(loaded(readPlayground, { params: { id: made.id } }).queryKey, made);
      void navigate({ to: `/validation/playground/${made.id}` });
    },
  });
  const begin = (
    <SavingButton
      leftSection={<IconMessagePlus size={16} />}
      loading={create.isPending}
      onClick={() => create.mutate({ body: {} })}
    >
      {t('newConversation')}
    </SavingButton>
  );
  const empty = (
    <State icon={<IconMessages size={36} stroke={1.5} />} title={t('noConversations')} actions={begin}>
      {t('noConversationsHint')}
    </State>
  );
  return (
    <Page title={t('playground')} intro={t('playgroundIntro')} actions={begin}>
      <ValidationTabs />
      <Switch
        mb="md"
        label={t('showArchived')}
        checked={archived}
        onChange={({ currentTarget }) => setArchived(currentTarget.checked)}
      />
      <Loaded
        query={conversations}
        empty={{
          when: (rows) => rows.length === 0 && !id,
          show: archived ? <Text size="sm">{t('noneArchived')}</Text> : empty,
        }}
      >
        {(rows) => (
          <Grid>
            <Grid.Col span={{ base: 12, md: 3 }}>
              <Conversations rows={rows} openId={id ?? first?.id} />
              <LoadMore query={conversations} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 9 }}>
              {id ? <Named key={id} id={id} /> : first && <PlaygroundThread key={first.id} conversation={first} />}
            </Grid.Col>
          </Grid>
        )}
      </Loaded>
    </Page>
  );
}

/** The conversation of the address, which may be archived, or too old or too new to be in the list. */
function Named({ id }: { id: string }) {
  const conversation = useLoaded(readPlayground, { params: { id } });
  return <Loaded query={conversation}>{(data) => <PlaygroundThread conversation={data} />}</Loaded>;
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
            title={title}
            rightSection={
              <Text size="xs" style={{ whiteSpace: 'nowrap' }}>
                <Time at={at} style="narrow" />
              </Text>
            }
          >
            <Text span inherit truncate lh="md">
              {title || t('untitled')}
            </Text>
          </Button>
        </li>
      ))}
    </Stack>
  );
}
