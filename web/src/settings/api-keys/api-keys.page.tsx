import { deleteApiKey, listApiKeys, type ApiKey } from '@desk/contract/api-keys';
import { Badge, Button, Code, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { isAnswered, Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time, useNow } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { LoadMore } from '../../ui/show/load-more.tsx';
import { SettingsPageFrame } from '../settings-page.tsx';
import { apiKeyWords } from './api-keys-words.ts';
import { NewKeyDialog } from './new-key.tsx';
import { Samples } from './samples.tsx';

export function ApiKeysPage() {
  const t = useWords(apiKeyWords);
  const keys = useLoadedList(listApiKeys, { query: {} });
  const [creating, { open, close }] = useDisclosure(false);
  const create = (
    <Needs role="org_admin">
      {(disabled) => (
        <Button leftSection={<IconPlus size={16} />} disabled={disabled} onClick={open}>
          {t('new')}
        </Button>
      )}
    </Needs>
  );
  const actions = (
    <Group>
      <Button component="a" href="/api/docs/" target="_blank" rel="noreferrer" variant="default">
        {t('reference')}
      </Button>
      {create}
    </Group>
  );
  const none = (
    <State icon={<IconKey size={36} stroke={1.5} />} title={t('emptyTitle')} actions={create}>
      {t('empty')}
    </State>
  );
  return (
    <SettingsPageFrame title={t('title')} intro={t('intro')} actions={actions}>
      <Loaded query={keys} empty={{ when: (rows) => rows.length === 0, show: none }}>
        {(rows) => <Keys rows={rows} />}
      </Loaded>
      <LoadMore query={keys} />
      {isAnswered(keys) && <Samples />}
      <NewKeyDialog opened={creating} onClose={close} />
    </SettingsPageFrame>
  );
}

function Keys({ rows }: { rows: readonly ApiKey[] }) {
  const t = useWords(apiKeyWords);
  const k = useWords(kitWords);
  return (
    <DataTable
      label={t('title')}
      wide
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', title: t('name'), cell: ({ name }) => name },
        { key: 'key', title: t('key'), cell: ({ prefix }) => <Code>{prefix}…</Code> },
        { key: 'role', title: t('role'), cell: ({ role }) => k(`role_${role}`) },
        { key: 'by', title: t('createdBy'), cell: ({ created_by: by }) => <bdi>{by.name}</bdi> },
        {
          key: 'used',
          title: t('lastUsed'),
          cell: ({ last_used_at: at }) => (at ? <Time at={at} /> : t('neverUsed')),
        },
        { key: 'expires', title: t('expires'), cell: ({ expires_at: at }) => <Expiry at={at} /> },
        { key: 'actions', title: '', align: 'end', cell: (row) => <Revoke apiKey={row} /> },
      ]}
    />
  );
}

function Expiry({ at }: { at: string | null }) {
  const t = useWords(apiKeyWords);
  const now = useNow();
  if (at === null) return t('never');
  if (Date.parse(at) > now) return <Time at={at} />;
  return (
    <Badge color="gray" variant="light">
      {t('expired')}
    </Badge>
  );
}

function Revoke({ apiKey: { id, name } }: { apiKey: ApiKey }) {
  const t = useWords(apiKeyWords);
  const revoke = useSave(deleteApiKey, { refresh: ['listApiKeys'], done: t('revoked', { name }) });
  const ask = async () => {
    const question = { title: t('revokeTitle', { name }), text: t('revokeText'), confirm: t('revoke') };
    if (await confirm({ ...question, dangerous: true })) revoke.mutate({ params: { id } });
  };
  return (
    <SavingButton
      size="compact-sm"
      variant="default"
      aria-label={t('revokeOf', { name })}
      loading={revoke.isPending}
      onClick={() => void ask()}
    >
      {t('revoke')}
    </SavingButton>
  );
}
