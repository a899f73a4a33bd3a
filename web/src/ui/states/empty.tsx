import { Button } from '@mantine/core';
import { IconFilterOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { State } from './state.tsx';

/** For a list that is empty because of its filters; `children` are further buttons. */
export function EmptyFiltered({ onClear, children }: { onClear: () => void; children?: ReactNode }) {
  const t = useWords(kitWords);
  return (
    <State
      icon={<IconFilterOff size={36} stroke={1.5} />}
      title={t('emptyFiltered')}
      role="status"
      actions={
        <>
          <Button variant="default" onClick={onClear}>
            {t('clearFilters')}
          </Button>
          {children}
        </>
      }
    >
      {t('emptyFilteredHint')}
    </State>
  );
}
