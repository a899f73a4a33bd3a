import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  children?: ReactNode;
  /** The next thing to do, and at most one more. */
  actions?: ReactNode;
  /** `alert` for errors, `status` for everything else. */
  role?: 'alert' | 'status';
}

/** Stands in place of content: nothing yet, nothing found, an error. */
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
