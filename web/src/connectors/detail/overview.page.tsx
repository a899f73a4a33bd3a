import { deleteConnector, updateConnector, type Connector } from '@desk/contract/connectors';
import { Button, Group, NumberInput, Paper, Stack, Switch, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useNavigate } from '@tanstack/react-router';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useBase } from '../../ui/form/use-base.ts';
import { ReadOnlyReason } from '../../ui/form/fields-for.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DeleteButton } from '../../ui/form/delete-button.tsx';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { ConnectorFrame } from './connector-frame.tsx';
import { ConnectionCheck } from './connection-check.tsx';
import { NextSteps } from './next-steps.tsx';

export function OverviewPage() {
  return (
    <ConnectorFrame>
      {(connector) => (
        <Stack maw={820} gap="lg">
          <NextSteps connector={connector} />
          <ConnectionCheck connector={connector} />
          <SettingsForm connector={connector} />
        </Stack>
      )}
    </ConnectorFrame>
  );
}

const valuesOf = ({ name, base_url, openapi_url, timeout_ms, requests_per_minute }: Connector) => ({
  name,
  base_url,
  openapi_url: openapi_url ?? '',
  timeout_ms: timeout_ms ?? '',
  requests_per_minute,
});

function SettingsForm({ connector }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const may = useMay('workspace_admin');
  const form = useForm({ initialValues: valuesOf(connector) });
  const { base, sending, saved, discard } = useBase(connector, form, valuesOf);
  const save = useSave(updateConnector, {
    refresh: ['readConnector', 'listConnectors'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved,
    discarded: discard,
    fields: {
      name: { name: t('name'), shown: asText },
      base_url: { name: t('baseUrl'), shown: asText },
      openapi_url: { name: t('openapiUrl'), shown: asText },
      timeout_ms: { name: t('timeLimit'), shown: asText },
      requests_per_minute: { name: t('perMinute'), shown: asText },
    },
  });
  useUnsavedGuard(form.isDirty());
  const submit = form.onSubmit((values) => {
    sending(values);
    save.mutate({
      params: { id: base.id },
      body: { ...values, openapi_url: values.openapi_url || null, timeout_ms: Number(values.timeout_ms) || null },
      ifMatch: base.version,
    });
  });
  return (
    <Paper withBorder p="md" component="section" aria-label={t('settings')}>
      <Title order={2} size="h5" mb="sm">
        {t('settings')}
      </Title>
      <form onSubmit={submit}>
        <Stack gap="sm">
          <ReadOnlyReason role="workspace_admin" />
          <TextInput label={t('name')} required disabled={!may} {...form.getInputProps('name')} />
          <TextInput
            label={t('baseUrl')}
            description={t('hostWarning')}
            required
            disabled={!may}
            {...form.getInputProps('base_url')}
          />
          <TextInput
            label={t('openapiUrl')}
            description={t('openapiHint')}
            disabled={!may}
            {...form.getInputProps('openapi_url')}
          />
          <Limits form={form} disabled={!may} />
          <EnabledSwitch connector={connector} />
          <Group justify="space-between">
            <Delete connector={connector} />
            <Needs role="workspace_admin">
              {(disabled) => (
                <Button type="submit" disabled={disabled || !form.isDirty()} loading={save.isPending}>
                  {t('save')}
                </Button>
              )}
            </Needs>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

interface LimitsProps {
  form: { getInputProps: (name: 'timeout_ms' | 'requests_per_minute') => object };
  disabled: boolean;
}

/** The settings that the remedies of a timeout and of a rate limit refer to. */
function Limits({ form, disabled }: LimitsProps) {
  const t = useWords(connectorWords);
  return (
    <Group grow align="start">
      <NumberInput
        label={t('timeLimit')}
        description={t('timeLimitHint')}
        min={100}
        max={10_000}
        step={500}
        disabled={disabled}
        {...form.getInputProps('timeout_ms')}
      />
      <NumberInput
        label={t('perMinute')}
        description={t('perMinuteHint')}
        min={1}
        max={6000}
        required
        disabled={disabled}
        {...form.getInputProps('requests_per_minute')}
      />
    </Group>
  );
}

function EnabledSwitch({ connector: { id, version, enabled } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const save = useSave(updateConnector, { refresh: ['readConnector', 'listConnectors'], done: t('saved') });
  const change = (wanted: boolean) => save.mutate({ params: { id }, body: { enabled: wanted }, ifMatch: version });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Switch
          label={t('enabled')}
          description={t('enabledHint')}
          checked={enabled}
          disabled={disabled || save.isPending}
          onChange={({ currentTarget }) => change(currentTarget.checked)}
        />
      )}
    </Needs>
  );
}

function Delete({ connector: { id, name } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const navigate = useNavigate();
  const remove = useSave(deleteConnector, {
    refresh: ['listConnectors'],
    done: t('deleted'),
    saved: () => void navigate({ to: '/connectors' }),
  });
  return (
    <DeleteButton
      variant="subtle"
      color="red"
      label={t('delete')}
      question={{ title: t('deleteTitle', { name }), text: t('deleteText') }}
      loading={remove.isPending}
      onSure={() => remove.mutate({ params: { id } })}
    />
  );
}
