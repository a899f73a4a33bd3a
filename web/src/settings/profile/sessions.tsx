import { deleteOwnSession, listOwnSessions } from '@desk/contract/access';
import { Badge, Group, Text } from '@mantine/core';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { Part } from '../settings-page.tsx';
import { clientName } from './client-name.logic.ts';
import { profileWords } from './profile-words.ts';

/** The person's sessions; all but the current one can be ended here. */
export function SessionsPart() {
  const t = useWords(profileWords);
  const sessions = useLoadedList(listOwnSessions, { query: {} });
  const end = useSave(deleteOwnSession, { refresh: ['listOwnSessions'], done: t('sessionEnded') });
  const nameOf = (client: string | null) => {
    const name = clientName(client);
    if (!name) return t('unknownClient');
    return name.system ? t('clientOn', { browser: name.browser, system: name.system }) : name.browser;
  };
  return (
    <Part title={t('sessions')} hint={t('sessionsHint')}>
      <Loaded query={sessions}>
        {(rows) => (
          <DataTable
            label={t('sessions')}
            rows={rows}
            keyOf={({ id }) => id}
            columns={[
              {
                key: 'client',
                title: t('client'),
                cell: ({ client, ip, current }) => (
                  <>
                    <Group gap="xs">
                      {nameOf(client)}
                      {current && <Badge variant="light">{t('thisSession')}</Badge>}
                    </Group>
                    {ip && (
                      <Text size="sm" c="dimmed">
                        {ip}
                      </Text>
                    )}
                  </>
                ),
              },
              { key: 'since', title: t('signedIn'), cell: ({ created_at: at }) => <Time at={at} /> },
              {
                key: 'used',
                title: t('lastUsed'),
                cell: ({ created_at: created, last_renewed_at: renewed }) => <Time at={renewed ?? created} />,
              },
              {
                key: 'end',
                title: '',
                align: 'end',
                cell: ({ id, client, current }) =>
                  current ? null : (
                    <SavingButton
                      variant="default"
                      size="compact-sm"
                      aria-label={t('endSessionOf', { client: nameOf(client) })}
                      loading={end.isPending && end.variables.params.id === id}
                      onClick={() => end.mutate({ params: { id } })}
                    >
                      {t('endSession')}
                    </SavingButton>
                  ),
              },
            ]}
          />
        )}
      </Loaded>
      <LoadMore query={sessions} />
    </Part>
  );
}
