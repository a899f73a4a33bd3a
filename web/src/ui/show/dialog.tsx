import { Modal, type ModalProps } from '@mantine/core';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { useEscape } from '../keys/open-dialog.ts';

/**
 * A dialog above which a question may be asked: Escape closes the question alone. It begins at its first field, unless it says where,
 * and with the next key.
 */
export function Dialog({ children, ...modal }: ModalProps) {
  const t = useWords(kitWords);
  useEscape(modal.opened, modal.onClose);
  return (
    <Modal closeButtonProps={{ 'aria-label': t('close') }} {...modal} closeOnEscape={false}>
      <div ref={beginAtField}>{children}</div>
    </Modal>
  );
}

/** Mantine moves the focus in a timer: keys that are pressed before that would be lost. The mark tells it where. */
function beginAtField(body: HTMLElement | null): void {
  const field =
    body?.querySelector<HTMLElement>('[data-autofocus]') ??
    body?.querySelector<HTMLElement>('input:not([type=hidden]), textarea');
  if (!field) return;
  field.dataset['autofocus'] = '';
  // Not before Mantine has noted to whom the focus returns.
  queueMicrotask(() => field.focus({ preventScroll: true }));
}
