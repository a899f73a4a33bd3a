import { rotateCredentials, updateConnector, type Connector } from '@desk/contract/connectors';
import { Alert, Button, Group, NumberInput, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { absoluteTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { ForbiddenState, Needs, useMay } from '../../ui/states/forbidden.tsx';
import { filledCredentials } from '../auth.logic.ts';
import { CredentialFields } from '../credential-fields.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { ConnectorFrame } from './connector-frame.tsx';

export function CredentialsPage() {
  const t = useWords(connectorWords);
  const may = useMay('workspace_admin');
  return (
    <ConnectorFrame>
      {(connector) => {
        if (!may) return <ForbiddenState requiredRole="workspace_admin" />;
        if (connector.auth.kind === 'none') return <Text>{t('noCredentialsNeeded')}</Text>;
        return (
          <Stack maw={640} gap="lg">
            <Current connector={connector} />
            <Replace connector={connector} />
          </Stack>
        );
      }}
    </ConnectorFrame>
  );
}

function Current({ connector: { auth, credentials, rotation } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const { state, previous_fingerprint: previous, grace_until: until } = rotation;
  return (
    <Paper withBorder p="md" component="section" aria-label={t('credentials')}>
      <Title order={2} size="h5">
        {t(`auth_${auth.kind}`)}
      </Title>
      <Text size="sm">
        {credentials.configured ? t('configured', { fingerprint: credentials.fingerprint }) : t('notConfigured')}
      </Text>
      {credentials.updated_at && (
        <Text size="sm" c="dimmed">
          {t('updatedAt')} <Time at={credentials.updated_at} />
        </Text>
      )}
      <Alert mt="sm" variant="light" role="status" color={state === 'fell_back' ? 'red' : 'gray'} title={t('rotation')}>
        {t(`rotation_${state}`, { previous, until: until && absoluteTime(until) })}
      </Alert>
    </Paper>
  );
}

/** The first credentials are entered, later ones replace the current ones; the page keeps no typed text. */
function Replace({ connector }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const [values, setValues] = useState<Record<string, string>>({});
  const [mode, setMode] = useState<'staged' | 'immediate'>('staged');
  const [hours, setHours] = useState(1);
  const [problem, setProblem] = useState<ApiError>();
  const options = {
    refresh: ['readConnector', 'listConnectors', 'listConnectorCalls'],
    done: t('rotated'),
    shows: (error: ApiError) => {
      if (error.status !== 422 && error.status !== 409) return false;
      setProblem(error);
      return true;
    },
    saved: () => {
      setValues({});
      setProblem(undefined);
    },
  };
  const rotate = useSave(rotateCredentials, {
    ...options,
    done: ({ proven }) => t(proven ? 'rotated' : 'rotatedUnproven'),
  });
  const enter = useSave(updateConnector, options);
  const { id, auth, credentials, version } = connector;
  const filled = filledCredentials(auth.kind, values);
  const send = () => {
    if (!filled) return;
    if (!credentials.configured) enter.mutate({ params: { id }, body: { credentials: filled }, ifMatch: version });
    else
      rotate.mutate({ params: { id }, body: { credentials: filled, mode, grace_seconds: Math.round(hours * 3600) } });
  };
  return (
    <Paper withBorder p="md" component="section" aria-label={t('rotate')}>
      <Title order={2} size="h5">
        {t(credentials.configured ? 'rotate' : 'credentials')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t(credentials.configured ? 'rotateHint' : 'credentialsHint')}
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          send();
        }}
      >
        <Stack gap="sm">
          <CredentialFields
            kind={auth.kind}
            values={values}
            errorOf={(name) => complaint(problem, name)}
            onChange={(name, value) => setValues((before) => ({ ...before, [name]: value }))}
          />
          {credentials.configured && <Keeping mode={mode} setMode={setMode} hours={hours} setHours={setHours} />}
          <Group justify="flex-end">
            <Needs role="workspace_admin">
              {(disabled) => (
                <Button type="submit" disabled={disabled || !filled} loading={rotate.isPending || enter.isPending}>
                  {t(credentials.configured ? 'rotate' : 'save')}
                </Button>
              )}
            </Needs>
          </Group>
        </Stack>
      </form>
    </Paper>
  );
}

/** The complaint about one credential; with an empty name, the complaint about none in particular. */
function complaint(problem: ApiError | undefined, name: string): string | undefined {
  const own = problem?.errors.find(({ path }) => path === `/credentials/${name}`);
  if (name !== '') return own?.message;
  const isAboutOne = problem?.errors.some(({ path }) => path.startsWith('/credentials/'));
  return isAboutOne ? undefined : problem?.detail || problem?.title;
}

interface KeepingProps {
  mode: 'staged' | 'immediate';
  setMode: (mode: 'staged' | 'immediate') => void;
  hours: number;
  setHours: (hours: number) => void;
}

/** Chooses how long the replaced credentials stay valid. */
function Keeping({ mode, setMode, hours, setHours }: KeepingProps) {
  const t = useWords(connectorWords);
  return (
    <>
      <Radio.Group label={t('mode')} value={mode} onChange={(value) => setMode(value as KeepingProps['mode'])}>
        <Stack gap={6} mt={6}>
          <Radio value="staged" label={t('mode_staged')} />
          <Radio value="immediate" label={t('mode_immediate')} />
        </Stack>
      </Radio.Group>
      {mode === 'staged' && (
        <NumberInput label={t('grace')} min={0} max={168} value={hours} onChange={(value) => setHours(Number(value))} />
      )}
    </>
  );
}
