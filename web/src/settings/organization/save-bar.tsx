import { Alert, Button, Group, Text } from '@mantine/core';
import { listOf } from '../../ui/i18n/format.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { settingName } from '../setting-names.ts';
import { settingsWords } from '../settings-words.ts';
import type { useEditing } from './draft-form.ts';
import { organizationWords } from './organization-words.ts';

type SaveBarProps = Omit<ReturnType<typeof useEditing>, 'form'>;

/** Stays in view while there are unsaved changes; shows whether somebody else has changed the settings meanwhile. */
export function SaveBar({ mine, theirs, saving, save, overwrite, discard }: SaveBarProps) {
  const t = useWords(organizationWords);
  const s = useWords(settingsWords);
  const k = useWords(kitWords);
  if (mine.length === 0) return null;
  if (theirs.length > 0) {
    return (
      <div className="settings-save">
        <Alert color="orange" role="alert" title={k('conflictTitle')}>
          <Text size="sm">
            {t('conflict', { theirs: listOf(theirs.map(settingName)), mine: listOf(mine.map(settingName)) })}
          </Text>
          <Group mt="sm">
            <Button onClick={overwrite} loading={saving}>
              {t('saveMine')}
            </Button>
            <Button variant="default" onClick={discard} disabled={saving}>
              {k('discardMine')}
            </Button>
          </Group>
        </Alert>
      </div>
    );
  }
  return (
    <div className="settings-save">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('unsaved', { n: mine.length })}
        </Text>
        <Group gap="sm">
          <Button variant="default" onClick={discard} disabled={saving}>
            {s('discard')}
          </Button>
          <Button onClick={save} loading={saving}>
            {s('save')}
          </Button>
        </Group>
      </Group>
    </div>
  );
}
