import type { Role } from '@desk/contract/access';
import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useWords } from '../i18n/words.ts';
import { confirm } from '../show/confirm.tsx';
import { Time } from '../show/time.tsx';
import { Needs } from '../states/forbidden.tsx';
import { revisionsWords } from './revisions-words.ts';

/** A saved state that can be restored. */
export interface SavedState {
  revision: number;
  current: boolean;
  author: { name: string | null } | null;
  at: string;
}

interface RevisionsProps<S extends SavedState> {
  /** Newest first. */
  rows: readonly S[];
  /** True if the last row is the oldest state that is kept. */
  complete: boolean;
  /** One sentence for each change of a state. */
  linesOf: (row: S) => readonly string[];
  restore: RestoreOptions;
}

interface RestoreOptions {
  role: Role;
  /** The text of the confirmation: what restoring does. */
  text: string;
  isPending: boolean;
  /** `newest`: the revision of the list's first row when it was read. */
  run: (revision: number, newest: number) => void;
}

/** The saved states of something: who made each, when, what it changed, and a button that restores it. */
export function Revisions<S extends SavedState>({ rows, complete, linesOf, restore }: RevisionsProps<S>) {
  const newest = rows[0]?.revision ?? 0;
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
      {rows.map((row, at) => (
        <Paper key={row.revision} withBorder p="sm" component="li">
          <Group justify="space-between" align="start">
            <Revision row={row} lines={linesOf(row)} oldest={complete && at === rows.length - 1} />
            {!row.current && <Restore revision={row.revision} newest={newest} {...restore} />}
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function Revision({ row, lines, oldest }: { row: SavedState; lines: readonly string[]; oldest: boolean }) {
  const t = useWords(revisionsWords);
  return (
    <div style={{ flex: '1 1 16rem', minWidth: 0, overflowWrap: 'anywhere' }}>
      <Group gap="xs">
        <Text fw={600}>{t('revision', { n: row.revision })}</Text>
        {row.current && <Badge color="green">{t('current')}</Badge>}
        <Text size="sm" c="dimmed">
          <Time at={row.at} /> {row.author && (row.author.name ? t('by', { name: row.author.name }) : t('unknown'))}
        </Text>
      </Group>
      {lines.map((line) => (
        <Text key={line} size="sm">
          {line}
        </Text>
      ))}
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(oldest ? 'oldest' : 'unchanged')}
        </Text>
      )}
    </div>
  );
}

interface RestoreProps extends RestoreOptions {
  revision: number;
  newest: number;
}

function Restore({ revision, newest, role, text, isPending, run }: RestoreProps) {
  const t = useWords(revisionsWords);
  const ask = async () => {
    const title = t('restoreTitle', { n: revision });
    if (await confirm({ title, text, confirm: t('restore') })) run(revision, newest);
  };
  return (
    <Needs role={role}>
      {(disabled) => (
        <Button
          variant="default"
          size="xs"
          aria-label={t('restoreRevision', { n: revision })}
          disabled={disabled}
          loading={isPending}
          onClick={() => void ask()}
        >
          {t('restore')}
        </Button>
      )}
    </Needs>
  );
}
