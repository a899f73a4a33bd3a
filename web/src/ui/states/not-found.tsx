import { Button } from '@mantine/core';
import { IconMapOff } from '@tabler/icons-react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { State } from './state.tsx';

/** For an address or an id that does not exist in this organization. */
export function NotFoundState() {
  const t = useWords(kitWords);
  return (
    <State
      icon={<IconMapOff size={36} stroke={1.5} />}
      title={t('notFoundTitle')}
      role="status"
      actions={
        // A link that was opened in a new tab has nothing before it.
        history.length > 1 && (
          <Button variant="default" onClick={() => history.back()}>
            {t('goBack')}
          </Button>
        )
      }
    >
      {t('notFound')}
    </State>
  );
}
