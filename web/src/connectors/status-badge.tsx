import type { Connector, ConnectorStatus } from '@desk/contract/connectors';
import { Badge, Text } from '@mantine/core';
import { useWords } from '../ui/i18n/words.ts';
import { foundSentence, remedySentence } from './words/check-words.ts';
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
export function StatusBadge({ connector }: { connector: Connector }) {
  const { status } = connector;
  const detail = whyNot(connector);
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

// The detail of the status is what a step of the last check said, where it came from there.
function whyNot({ status_detail: detail, last_validation: last }: Connector): string | null {
  const step = last?.checks.find((check) => !check.ok && `${check.detail} ${check.remedy ?? ''}`.trim() === detail);
  return step ? `${foundSentence(step)} ${remedySentence(step) ?? ''}` : detail;
}
