import { Button, Modal, Stack, Text } from '@mantine/core';
import { DialogFoot } from '../ui/form/dialog-foot.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { CopyValue } from '../ui/show/copy-value.tsx';
import { settingsWords } from './settings-words.ts';

interface ShownOnceProps {
  title: string;
  /** What the value is used for. */
  hint: string;
  /** Null: the dialog is closed. */
  value: string | null;
  onClose: () => void;
}

/** A secret that the server returns only once. A click beside the dialog does not close it: that would lose the secret. */
export function ShownOnce({ title, hint, value, onClose }: ShownOnceProps) {
  const t = useWords(settingsWords);
  return (
    <Modal
      opened={value !== null}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Text size="sm">{hint}</Text>
        <Text size="sm" fw={600}>
          {t('shownOnce')}
        </Text>
        <Text ff="monospace" size="sm" className="settings-value" data-testid="shown-once">
          {value}
        </Text>
        <CopyValue value={value ?? ''} shown={t('copy')} />
        <DialogFoot>
          <Button onClick={onClose}>{t('understood')}</Button>
        </DialogFoot>
      </Stack>
    </Modal>
  );
}
