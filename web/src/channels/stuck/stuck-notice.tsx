import { listDeadLetters } from '@desk/contract/dead-letters';
import { Alert, Anchor } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { useMay } from '../../ui/states/forbidden.tsx';
import { stuckWords } from './stuck-words.ts';

/** For admins, and only if something is stuck. */
export function StuckNotice() {
  const t = useWords(stuckWords);
  const may = useMay('workspace_admin');
  const letters = useLoaded(listDeadLetters, { query: { limit: 20 } }, { enabled: may, every: 30_000 });
  const n = letters.data?.items.length ?? 0;
  if (n === 0) return null;
  return (
    <Alert
      color="orange"
      variant="light"
      mb="md"
      role="status"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t(letters.data?.next_cursor ? 'noticeMore' : 'notice', { n })}
    >
      {t('noticeHint')}{' '}
      <Anchor component={Link} to="/channels/stuck" size="sm" inherit underline="always">
        {t('look')}
      </Anchor>
    </Alert>
  );
}
