import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { kitWords } from '../i18n/kit-words.ts';

export interface Question {
  title: string;
  text: string;
  /** The verb on the button: “Delete tag”, never “OK”. */
  confirm: string;
  dangerous?: boolean;
}

/** Asks for confirmation of an action that cannot be undone. Resolves to true if it is confirmed. */
export const confirm = ({ title, text, confirm: label, dangerous = false }: Question): Promise<boolean> =>
  new Promise((resolve) => {
    modals.openConfirmModal({
      title,
      children: (
        <Text size="sm" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {text}
        </Text>
      ),
      labels: { confirm: label, cancel: kitWords('cancel') },
      confirmProps: dangerous ? { color: 'red' } : {},
      closeButtonProps: { 'aria-label': kitWords('close') },
      onConfirm: () => resolve(true),
      onCancel: () => resolve(false),
      onClose: () => resolve(false),
    });
  });
