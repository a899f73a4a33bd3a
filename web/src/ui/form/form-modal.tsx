import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { askToLeave, useUnsavedGuard } from './unsaved.ts';

interface FormModalProps extends ModalProps {
  /** True once what was typed has been sent, in a dialog that stays open to show what came of it. */
  isKept?: boolean;
}

/** A dialog in which people write or choose. It asks before that is lost, since a click beside it or Escape closes it. */
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
      <div
        ref={markFirstField}
        onInput={() => setTouched(true)}
        onClick={({ target }) => isChoice(target) && setTouched(true)}
      >
        {children}
      </div>
    </Modal>
  );
}

/** Where a dialog does not say what gets the focus, its first field does, instead of the cross above it. */
function markFirstField(body: HTMLElement | null): void {
  if (body && !body.querySelector('[data-autofocus]'))
    body.querySelector('input:not([type=hidden]), textarea')?.setAttribute('data-autofocus', '');
}

/** No input event tells of an option of a list, or of the buttons in a field, which empty it or count up and down. */
const isChoice = (target: EventTarget) =>
  target instanceof Element && target.closest('[role=option], .mantine-InputWrapper-root button') !== null;
