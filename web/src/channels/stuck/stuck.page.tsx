import { discardDeadLetter, listDeadLetters, retryDeadLetter, type DeadLetter } from '@desk/contract/dead-letters';
import { Anchor, Badge, Button, Group, Text, Tooltip } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { channelWords } from '../channels-words.ts';
import { wordsOfReason } from '../log/log-words.ts';
import { stuckWords } from './stuck-words.ts';

/** Work that was given up after its retries, with the reason; a person retries it or sets it aside. */
export function StuckPage() {
  const t = useWords(stuckWords);
  const c = useWords(channelWords);
  const k = useWords(kitWords);
  const letters = useLoadedList(listDeadLetters, { query: { limit: 50 } }, { every: 15_000 });
  const none = (
    <State icon={<IconCircleCheck size={36} stroke={1.5} />} title={t('none')} role="status">
      {t('noneHint')}
    </State>
  );
  return (
    <Page title={t('title')} intro={t('intro')} back={{ to: '/channels', label: c('back') }}>
      <Loaded query={letters} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => <Letters rows={rows} />}
      </Loaded>
      {letters.hasNextPage && (
        <Group justify="center" mt="sm">
          <Button variant="default" loading={letters.isFetchingNextPage} onClick={() => void letters.fetchNextPage()}>
            {k('loadMore')}
          </Button>
        </Group>
      )}
    </Page>
  );
}

function Letters({ rows }: { rows: readonly DeadLetter[] }) {
  const t = useWords(stuckWords);
  return (
    <DataTable
      label={t('title')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'what', title: t('what'), cell: (letter) => <What letter={letter} /> },
        { key: 'reason', title: t('reason'), cell: (letter) => <Reason letter={letter} /> },
        { key: 'at', title: t('at'), cell: ({ at }) => <Time at={at} /> },
        { key: 'do', title: '', align: 'end', cell: (letter) => <Choices letter={letter} /> },
      ]}
    />
  );
}

function What({ letter }: { letter: DeadLetter }) {
  const t = useWords(stuckWords);
  const c = useWords(channelWords);
  return (
    <>
      <Text size="sm" fw={600}>
        {t(`kind_${letter.kind}`)}
      </Text>
      <Text size="sm" c="dimmed">
        {c(letter.channel)}
      </Text>
      {letter.conversation_id && (
        <Anchor component={Link} to={`/inbox/${letter.conversation_id}`} size="sm">
          {t('open')}
        </Anchor>
      )}
    </>
  );
}

function Reason({ letter: { reason, attempts, uncertain } }: { letter: DeadLetter }) {
  const t = useWords(stuckWords);
  return (
    <>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {wordsOfReason(reason)}
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {t('attempts', { n: attempts })}
        </Text>
        {uncertain && (
          <Tooltip label={t('uncertainHint')} multiline maw={320}>
            <Badge color="orange" variant="light" tabIndex={0}>
              {t('uncertain')}
            </Badge>
          </Tooltip>
        )}
      </Group>
    </>
  );
}

function Choices({ letter }: { letter: DeadLetter }) {
  const t = useWords(stuckWords);
  const retry = useSave(retryDeadLetter, { refresh: ['listDeadLetters'], done: t('retried') });
  const discard = useSave(discardDeadLetter, { refresh: ['listDeadLetters'], done: t('discarded') });
  const named = { what: t(`kind_${letter.kind}`), reason: wordsOfReason(letter.reason) };
  const params = { id: letter.id };
  const ask = async () => {
    const question = { title: t('discardTitle'), text: t('discardText'), confirm: t('discard'), dangerous: true };
    if (await confirm(question)) discard.mutate({ params });
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <SavingButton
        size="compact-sm"
        aria-label={t('retryOf', named)}
        loading={retry.isPending}
        onClick={() => retry.mutate({ params })}
      >
        {t('retry')}
      </SavingButton>
      <SavingButton
        size="compact-sm"
        variant="default"
        aria-label={t('discardOf', named)}
        loading={discard.isPending}
        onClick={() => void ask()}
      >
        {t('discard')}
      </SavingButton>
    </Group>
  );
}
