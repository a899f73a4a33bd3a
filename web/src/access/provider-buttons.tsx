import { listIdentityProviders, startOauthLogin } from '@desk/contract/identity-providers';
import { Button, Divider, Stack } from '@mantine/core';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { accessWords } from './words/access-words.ts';
import { rememberLogin } from '../api/pending-login.ts';

/** “Continue with …” for each provider of the server; renders nothing if there are none. */
export function ProviderButtons({ returnTo }: { returnTo: string | undefined }) {
  const t = useWords(accessWords);
  const providers = useLoaded(listIdentityProviders, {});
  const start = useSave(startOauthLogin, {
    saved: ({ authorization_url: url, state }, { params }) => {
      rememberLogin({ state, provider: params.provider, returnTo });
      location.assign(url);
    },
  });
  const items = providers.data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      <Divider label={t('or')} />
      {items.map(({ id, name }) => (
        <Button
          key={id}
          variant="default"
          fullWidth
          loading={start.isPending && start.variables.params.provider === id}
          onClick={() => start.mutate({ params: { provider: id } })}
        >
          {t('continueWith', { provider: name })}
        </Button>
      ))}
    </Stack>
  );
}
