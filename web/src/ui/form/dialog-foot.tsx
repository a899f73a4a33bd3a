import { Group } from '@mantine/core';
import type { ReactNode } from 'react';

interface DialogFootProps {
  /** What leads elsewhere, like the deletion of what is being edited. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The last line of a dialog: its verb stands at the end, as wide as its words. Cancel is for questions; a form has its cross. */
export const DialogFoot = ({ aside, children }: DialogFootProps) => (
  <Group className="dialog-foot" justify="space-between">
    <div>{aside}</div>
    <Group gap="sm">{children}</Group>
  </Group>
);
