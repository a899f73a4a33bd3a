import { validateConnector, type Check, type Connector } from '@desk/contract/connectors';
import { Badge, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useSave } from '../../ui/data/use-save.tsx';
import { number } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { foundSentence, remedySentence } from '../words/check-words.ts';
import { connectorWords } from '../words/connector-words.ts';

/** Each step of the connection, with a remedy if it fails. */
export function ConnectionCheck({ connector: { id, last_validation: last } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const validate = useSave(validateConnector, { refresh: ['readConnector', 'listConnectors', 'listConnectorCalls'] });
  return (
    <Paper withBorder p="md" component="section" aria-label={t('step_validate')}>
      <Group justify="space-between" mb="sm">
        <div>
          <Title order={2} size="h5">
            {t('step_validate')}
          </Title>
          <Text size="sm" c="dimmed" role="status">
            {last ? (
              <>
                {t(last.ok ? 'allGood' : 'notGood')} {t('validated')} <Time at={last.validated_at} />
              </>
            ) : (
              t('notValidated')
            )}
          </Text>
        </div>
        <Needs role="workspace_admin">
          {(disabled) => (
            <Button
              disabled={disabled}
              loading={validate.isPending}
              onClick={() => validate.mutate({ params: { id }, body: {} })}
            >
              {t('validate')}
            </Button>
          )}
        </Needs>
      </Group>
      <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }}>
        {(last?.checks ?? []).map((check) => (
          <CheckRow key={check.id} check={check} />
        ))}
      </Stack>
    </Paper>
  );
}

const known = ['dns', 'tls', 'reachability', 'auth', 'schema'] as const;

// A step that was not tried has not failed: what stands in its way is the step above.
function resultOf({ ok, reason }: Check) {
  if (ok) return ['checkOk', 'green'] as const;
  return reason === 'not_tried' ? (['checkNotTried', 'gray'] as const) : (['checkFailed', 'red'] as const);
}

function CheckRow({ check }: { check: Check }) {
  const t = useWords(connectorWords);
  const [result, color] = resultOf(check);
  const remedy = result === 'checkNotTried' ? null : remedySentence(check);
  const nameOf = (id: string) => {
    const name = known.find((each) => each === id);
    return name ? t(`check_${name}`) : t('check_template', { name: id.replace(/^template:/, '') });
  };
  return (
    <li>
      <Group gap="sm" align="baseline">
        <Badge color={color} variant="light">
          {t(result)}
        </Badge>
        <Text size="sm" fw={600}>
          {nameOf(check.id)}
        </Text>
        <Text size="sm" style={{ flex: '1 1 12rem', overflowWrap: 'anywhere' }}>
          {foundSentence(check)}
        </Text>
        {check.latency_ms !== null && (
          <Text size="sm" c="dimmed">
            {t('latency', { ms: number(Math.round(check.latency_ms)) })}
          </Text>
        )}
      </Group>
      {remedy && (
        <Text size="sm" mt={2}>
          {remedy}
        </Text>
      )}
    </li>
  );
}
