import { Paper, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface PartProps {
  title: string;
  hint?: string;
  wide?: boolean;
  children: ReactNode;
}

export function Part({ title, hint, wide = false, children }: PartProps) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title} className={wide ? 'report-wide' : ''}>
      <Title order={2} size="h5">
        {title}
      </Title>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      <div className="report-part">{children}</div>
    </Paper>
  );
}
