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

/** The status of a connector, with the reason of a failure. */
export function StatusBadge({ connector }: { connector: Connector }) {
  const { status } = connector;
  const detail = failureText(connector);
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

// The server copies the failed step of the last check into the detail of the status: translate that step.
function failureText({ status_detail: detail, last_validation: last }: Connector): string | null {
  const step = last?.checks.find((check) => !check.ok && `${check.detail} ${check.remedy ?? ''}`.trim() === detail);
  return step ? `${foundSentence(step)} ${remedySentence(step) ?? ''}` : detail;
}
