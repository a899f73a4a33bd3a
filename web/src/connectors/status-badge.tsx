import type { Connector, ConnectorStatus } from '@desk/contract/connectors';
import { Badge, Text } from '@mantine/core';
import { useWords } from '../ui/i18n/words.ts';
import { connectorWords } from './words/connector-words.ts';

const colors: Record<ConnectorStatus, string> = {
  draft: 'gray',
  active: 'green',
  degraded: 'orange',
  needs_reauth: 'red',
  drifted: 'orange',
  disabled: 'gray',
};

/** Whether it works, and why not. */
export function StatusBadge({ connector: { status, status_detail: detail } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  return (
    <>
      <Badge color={colors[status]} variant="light">
        {t(`status_${status}`)}
      </Badge>
      {detail && (
        <Text size="sm" mt={2}>
          {detail}
        </Text>
      )}
    </>
  );
}
