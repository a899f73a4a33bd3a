import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { State } from './state.tsx';

/** For a list that is empty because of its filters. */
export function EmptyFiltered({ onClear }: { onClear: () => void }) {
  const t = useWords(kitWords);
  return (
    <State
      icon={<IconFilterOff size={36} stroke={1.5} />}
      title={t('emptyFiltered')}
      role="status"
      actions={
        <Button variant="default" onClick={onClear}>
          {t('clearFilters')}
        </Button>
      }
    >
      {t('emptyFilteredHint')}
    </State>
  );
}
