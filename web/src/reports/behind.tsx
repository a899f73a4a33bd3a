import { listReported } from '@desk/contract/reports';
import type { QueryOf } from '@desk/contract/endpoint';
import { Anchor, Button, Drawer, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { absoluteTime } from '../ui/i18n/format.ts';
import { i18n } from '../ui/i18n/i18n.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { durationText } from './period.logic.ts';
import { reportWords } from './reports-words.ts';

type Query = { [K in keyof QueryOf<typeof listReported>]: QueryOf<typeof listReported>[K] | undefined };

/** The number whose conversations are shown. */
export interface Behind {
  label: string;
  measure: NonNullable<Query['measure']>;
  key: string | undefined;
  /** The channel of the number, in a report of all channels. */
  channel?: Query['channel'];
}

interface BehindDrawerProps {
  behind: Behind | null;
  range: Pick<Query, 'from' | 'to' | 'channel'>;
  onClose: () => void;
}

/** The conversations behind a number, the newest first. */
export function BehindDrawer({ behind, range, onClose }: BehindDrawerProps) {
  const k = useWords(kitWords);
  return (
    <Drawer
      opened={behind !== null}
      onClose={onClose}
      position="right"
      title={behind?.label}
      closeButtonProps={{ 'aria-label': k('close') }}
    >
      {behind && <Conversations query={{ ...range, ...restOf(behind) }} />}
    </Drawer>
  );
}

const restOf = ({ measure, key, channel }: Behind) => ({ measure, key, ...(channel ? { channel } : {}) });

function Conversations({ query }: { query: Query }) {
  const t = useWords(reportWords);
  const list = useLoadedList(listReported, { query });
  const amountText = (amount: number) =>
    query.measure === 'tokens' ? t('amount_tokens', { count: amount }) : durationText(amount, i18n.locale);
  return (
    <Loaded query={list}>
      {(rows) => (
        <Stack gap={6} align="flex-start">
          {rows.map(({ id, conversation_id: conversation, at, amount }) => (
            <Text key={id} size="sm">
              {conversation === null ? (
                t('erased', { time: absoluteTime(at) })
              ) : (
                <Anchor component={Link} to={`/inbox/${conversation}`} size="sm">
                  {t('conversation', { time: absoluteTime(at) })}
                </Anchor>
              )}
              {amount !== null && ` · ${amountText(amount)}`}
            </Text>
          ))}
          {list.hasNextPage && (
            <Button
              size="xs"
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('more')}
            </Button>
          )}
        </Stack>
      )}
    </Loaded>
  );
}
