import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogFootProps {
  /** A button for something else, such as the deletion of the edited thing. */
  aside?: ReactNode;
  children: ReactNode;
}

/**
 * The last line of a dialog. Its main button stands at the end, as wide as its text. Only questions have a Cancel button; a form is
 * closed by the cross in its corner.
 */
export const DialogFoot = ({ aside, children }: DialogFootProps) => (
  <Group className="dialog-foot" justify="space-between">
    <div>{aside}</div>
    <Group gap="sm">{children}</Group>
  </Group>
);
