import { listPolicyRevisions, restorePolicyRevision } from '@desk/contract/revisions';
import type { PolicyRevision, RevisedItem } from '@desk/contract/revisions';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoadedList } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { listOf } from '../ui/i18n/format.ts';
import { kitWords } from '../ui/i18n/kit-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { confirm } from '../ui/show/confirm.tsx';
import { Time } from '../ui/show/time.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { RoutingTabs } from './routing-tabs.tsx';
import { historyWords } from './words/history-words.ts';

export function HistoryPage() {
  const t = useWords(historyWords);
  const k = useWords(kitWords);
  const revisions = useLoadedList(listPolicyRevisions, { query: { limit: 50 } }, { live: ['settings.updated'] });
  return (
    <Page title={t('title')} intro={t('intro')}>
      <RoutingTabs />
      <Loaded query={revisions}>
        {(rows) => (
          <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
            {rows.map((row, at) => (
              <Revision
                key={row.revision}
                row={row}
                newest={rows[0]?.revision ?? row.revision}
                oldest={at === rows.length - 1 && !revisions.hasNextPage}
              />
            ))}
          </Stack>
        )}
      </Loaded>
      {revisions.hasNextPage && (
        <Group justify="center" mt="md">
          <Button
            variant="default"
            loading={revisions.isFetchingNextPage}
            onClick={() => void revisions.fetchNextPage()}
          >
            {k('loadMore')}
          </Button>
        </Group>
      )}
    </Page>
  );
}

function Revision({ row, newest, oldest }: { row: PolicyRevision; newest: number; oldest: boolean }) {
  const t = useWords(historyWords);
  return (
    <Paper withBorder p="sm" component="li">
      <Group justify="space-between" align="start">
        <div style={{ flex: 1, minWidth: 0 }}>
          <Group gap="xs">
            <Text fw={600}>{t('revision', { n: row.revision })}</Text>
            {row.current && <Badge color="green">{t('current')}</Badge>}
            <Text size="sm" c="dimmed">
              <Time at={row.at} /> {row.author?.name ? t('by', { name: row.author.name }) : t('unknown')}
            </Text>
          </Group>
          {row.diff.map((item) => (
            <Text key={item.type + item.id} size="sm">
              {inWords(item)}
            </Text>
          ))}
          {row.diff.length === 0 && (
            <Text size="sm" c="dimmed">
              {t(oldest ? 'oldest' : 'unchanged')}
            </Text>
          )}
        </div>
        {!row.current && <Restore revision={row.revision} newest={newest} />}
      </Group>
    </Paper>
  );
}

const namedFields = [
  'name',
  'when',
  'then',
  'enabled',
  'priority',
  'keywords',
  'examples',
  'description',
  'target',
  'hours',
] as const;

/** “Changed the conditions and the effects of the rule “Refunds”.” */
function inWords({ type, name, change, fields }: RevisedItem): string {
  const labels = fields.map((field) => {
    const known = namedFields.find((each) => each === field);
    return known ? historyWords(`field_${known}`) : field.replaceAll('_', ' ');
  });
  return historyWords(change, { type: historyWords(`type_${type}`), name, fields: listOf(labels) });
}

function Restore({ revision, newest }: { revision: number; newest: number }) {
  const t = useWords(historyWords);
  const save = useSave(restorePolicyRevision, {
    refresh: ['listPolicyRevisions', 'listRules', 'listTags', 'listDestinations', 'readRule'],
    done: t('restored'),
  });
  const ask = async () => {
    const title = t('restoreTitle', { n: revision });
    const sure = await confirm({ title, text: t('restoreText'), confirm: t('restore') });
    if (sure) save.mutate({ params: { n: revision }, ifMatch: newest });
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('restoreRevision', { n: revision })}
          disabled={disabled}
          loading={save.isPending}
          onClick={() => void ask()}
        >
          {t('restore')}
        </Button>
      )}
    </Needs>
  );
}
