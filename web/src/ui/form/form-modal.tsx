import type { ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Dialog } from '../show/dialog.tsx';
import { askToLeave, useUnsavedGuard } from './unsaved.ts';

interface FormModalProps extends ModalProps {
  /** True once what was typed has been sent, in a dialog that stays open to show what came of it. */
  isKept?: boolean;
}

/** A dialog in which people write or choose. It asks before that is lost, since a click beside it or Escape closes it. */
export function FormModal({ opened, onClose, isKept = false, children, ...modal }: FormModalProps) {
  const [touched, setTouched] = useState(false);
  const typed = touched && !isKept;
  useUnsavedGuard(opened && typed);
  useEffect(() => setTouched(false), [opened]);
  const close = async () => {
    if (!typed || (await askToLeave())) onClose();
  };
  return (
    <Dialog opened={opened} onClose={() => void close()} {...modal}>
      <div onInput={() => setTouched(true)} onClick={({ target }) => isChoice(target) && setTouched(true)}>
        {children}
      </div>
    </Dialog>
  );
}

/** No input event tells of an option of a list, or of the buttons in a field, which empty it or count up and down. */
const isChoice = (target: EventTarget) =>
  target instanceof Element && target.closest('[role=option], .mantine-InputWrapper-root button') !== null;
