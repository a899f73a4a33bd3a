import { Button, Group } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ApiError } from '../../api/api-error.ts';
import { findElsewhere } from '../../api/call.ts';
import { openHereIn } from '../../api/session.ts';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { State } from './state.tsx';

/** For an address or an id that does not exist in this organization; offers another one of the person that has it. */
export function NotFoundState({ error }: { error?: ApiError }) {
  const t = useWords(kitWords);
  const elsewhere = useElsewhere(error)?.organization;
  return (
    <State
      icon={<IconMapOff size={36} stroke={1.5} />}
      title={t('notFoundTitle')}
      role="status"
      actions={
        <Group justify="center">
          {elsewhere && (
            <Button onClick={() => void openHereIn(elsewhere.id)}>
              {t('openElsewhere', { name: elsewhere.name })}
            </Button>
          )}
          {/* A link that was opened in a new tab has nothing before it. */}
          {history.length > 1 && (
            <Button variant="default" onClick={() => history.back()}>
              {t('goBack')}
            </Button>
          )}
        </Group>
      }
    >
      {elsewhere ? t('foundElsewhere', { name: elsewhere.name }) : t('notFound')}
    </State>
  );
}

function useElsewhere(error: ApiError | undefined) {
  const address = error?.code === 'not_found' ? error.address : null;
  const { data } = useQuery({
    queryKey: ['elsewhere', address],
    queryFn: ({ signal }) => findElsewhere(address ?? '', signal),
    enabled: address !== null,
  });
  return data;
}
