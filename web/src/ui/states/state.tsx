import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The one thing to do next, and at most one more. */
  actions?: ReactNode;
  /** `alert` for what went wrong, `status` for what is merely so. */
  role?: 'alert' | 'status';
}

/** What stands where content would be: nothing yet, nothing found, an error. */
export function State({ icon, title, children, actions, role }: StateProps) {
  return (
    <div className="state" role={role}>
      {icon && (
        <div className="state-icon" aria-hidden>
          {icon}
        </div>
      )}
      <Title order={2}>{title}</Title>
      {children && (
        <Text component="div" c="dimmed" size="sm">
          {children}
        </Text>
      )}
      {actions}
    </div>
  );
}
