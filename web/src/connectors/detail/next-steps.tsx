import type { Connector } from '@desk/contract/connectors';
import { listTemplates } from '@desk/contract/templates';
import { Anchor, Badge, Group, Paper, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { connectorWords } from '../words/connector-words.ts';

/** The steps that a connector needs before it can be used, ticked by the server's data. Renders nothing once all are done. */
export function NextSteps({ connector }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const { id, auth, credentials, last_validation: validation, schema_taken_at: takenAt } = connector;
  const templates = useLoaded(listTemplates, { params: { id }, query: { limit: 1 } });
  if (!templates.data && templates.error) return null;
  // An open step does not wait for the templates: the list would push the page down when they come.
  const hasTemplate = templates.data && templates.data.items.length > 0;
  const steps = [
    { name: 'credentials', path: '/credentials', done: auth.kind === 'none' || credentials.configured },
    { name: 'validate', path: null, done: validation?.ok === true },
    { name: 'schema', path: '/schema', done: Boolean(takenAt) },
    { name: 'template', path: '/templates', done: hasTemplate },
  ] as const;
  if (steps.every(({ done }) => done !== false)) return null;
  return (
    <Stack component="ol" gap="xs" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('nextSteps')}>
      {steps.map(({ name, path, done }) => (
        <Paper key={name} component="li" withBorder p="sm">
          <Group gap="sm">
            {done === undefined ? (
              <Skeleton width={58} height={20} radius="xl" />
            ) : (
              <Badge color={done ? 'green' : 'orange'} variant="light">
                {t(done ? 'stepDone' : 'stepOpen')}
              </Badge>
            )}
            {path ? (
              <Anchor component={Link} to={`/connectors/${id}${path}`} fw={600} size="sm" underline="always">
                {t(`step_${name}`)}
              </Anchor>
            ) : (
              <Text fw={600} size="sm">
                {t(`step_${name}`)}
              </Text>
            )}
            <Text size="sm" c="dimmed">
              {t(`step_${name}_hint`)}
            </Text>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}
