import {
  listIdentities,
  listIdentityProviders,
  removeIdentity,
  startOauthLogin,
  type Identity,
} from '@desk/contract/identity-providers';
import { Group } from '@mantine/core';
import { rememberLogin } from '../../api/pending-login.ts';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { breakable } from '../../ui/theme/breakable.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Part } from '../settings-page.tsx';
import { profileWords } from './profile-words.ts';

/** The providers that the person signs in with, and those that can be added; nothing where there are none. */
export function IdentitiesPart() {
  const t = useWords(profileWords);
  const identities = useWholeList(listIdentities, { query: {} });
  const providers = useWholeList(listIdentityProviders, { query: {} });
  const rows = identities.data ?? [];
  const others = (providers.data ?? []).filter(({ id }) => !rows.some(({ provider }) => provider?.id === id));
  // Not before both are read: an account without any would see the part come and go.
  if (!identities.data || !providers.data || rows.length + others.length === 0) return null;
  return (
    <Part title={t('identities')} hint={t('identitiesHint')}>
      {rows.length > 0 && (
        <DataTable
          label={t('identities')}
          rows={rows}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'provider',
              title: t('provider'),
              cell: (row) => <bdi style={breakable}>{nameOf(row)}</bdi>,
              under: ({ provider }) => (provider ? null : t('providerGone')),
            },
            { key: 'added', title: t('added'), cell: ({ created_at: at }) => <Time at={at} /> },
            { key: 'actions', title: '', align: 'end', cell: (row) => <Remove identity={row} /> },
          ]}
        />
      )}
      <Group mt={rows.length > 0 && others.length > 0 ? 'sm' : 0}>
        {others.map(({ id, name }) => (
          <Add key={id} id={id} name={name} />
        ))}
      </Group>
    </Part>
  );
}

const nameOf = ({ provider, issuer }: Identity) => provider?.name ?? issuer;

function Remove({ identity }: { identity: Identity }) {
  const t = useWords(profileWords);
  const name = nameOf(identity);
  const remove = useSave(removeIdentity, {
    refresh: ['listIdentities', 'listOwnSessions'],
    done: t('identityRemoved', { name }),
  });
  const ask = async () => {
    const question = { title: t('removeIdentityTitle', { name }), text: t('removeIdentityText') };
    const sure = await confirm({ ...question, confirm: t('removeIdentity'), dangerous: true });
    if (sure) remove.mutate({ params: { id: identity.id } });
  };
  return (
    <SavingButton
      variant="default"
      size="compact-sm"
      aria-label={t('removeIdentityOf', { name })}
      loading={remove.isPending}
      onClick={() => void ask()}
    >
      {t('removeIdentity')}
    </SavingButton>
  );
}

function Add({ id, name }: { id: string; name: string }) {
  const t = useWords(profileWords);
  const start = useSave(startOauthLogin, {
    saved: ({ authorization_url: url, state }) => {
      rememberLogin({ state, provider: id, returnTo: '/settings/profile' });
      location.assign(url);
    },
  });
  return (
    <SavingButton
      variant="default"
      loading={start.isPending}
      onClick={() => start.mutate({ params: { provider: id } })}
    >
      {t('addProvider', { name })}
    </SavingButton>
  );
}
