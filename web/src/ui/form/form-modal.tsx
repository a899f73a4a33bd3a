import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { askToLeave, useUnsavedGuard } from './unsaved.ts';

interface FormModalProps extends ModalProps {
  /** True once what was typed has been sent, in a dialog that stays open to show what came of it. */
  isKept?: boolean;
}

/** A dialog in which people write. It asks before words are lost, since a click beside it or Escape closes it. */
export function FormModal({ opened, onClose, isKept = false, children, ...modal }: FormModalProps) {
  const t = useWords(kitWords);
  const [touched, setTouched] = useState(false);
  const typed = touched && !isKept;
  const asking = useRef(false);
  useUnsavedGuard(opened && typed);
  useEffect(() => setTouched(false), [opened]);
  const close = async () => {
    // Escape in the question reaches this dialog, too.
    if (asking.current) return;
    asking.current = true;
    const sure = !typed || (await askToLeave());
    setTimeout(() => {
      asking.current = false;
    });
    if (sure) onClose();
  };
  return (
    <Modal opened={opened} onClose={() => void close()} closeButtonProps={{ 'aria-label': t('close') }} {...modal}>
      <div onInput={() => setTouched(true)}>{children}</div>
    </Modal>
  );
}
