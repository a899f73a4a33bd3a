import { readSchemaSnapshot, type Connector, type SchemaChange, type SchemaSnapshot } from '@desk/contract/connectors';
import { Alert, Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { isApiError } from '../../api/api-error.ts';
import { call } from '../../api/call.ts';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { listOf } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { toastProblem } from '../../ui/show/toast.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { State } from '../../ui/states/state.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { ConnectorFrame, useConnectorId } from './connector-frame.tsx';
import { Operations } from './operations.tsx';
import { UploadDocument } from './upload-document.tsx';

export function SchemaPage() {
  return <ConnectorFrame>{(connector) => <Snapshot connector={connector} />}</ConnectorFrame>;
}

function Snapshot({ connector: { openapi_url: address, schema_taken_at: takenAt } }: { connector: Connector }) {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const [refused, setRefused] = useState<string | null>(null);
  const snapshot = useLoaded(readSchemaSnapshot, { params: { id }, query: {} }, { enabled: takenAt !== null });
  const sources = (
    <Group gap="xs">
      <UploadDocument address={address} onRefused={setRefused} />
      {address !== null && <TakeSnapshot />}
    </Group>
  );
  return (
    <Stack>
      {refused !== null && (
        <Alert color="red" variant="light" role="alert" title={t('documentRefused')}>
          {refused}
        </Alert>
      )}
      {takenAt === null ? (
        <State title={t('noSnapshotTitle')} role="status" actions={sources}>
          {t('noSnapshot')}
        </State>
      ) : (
        <Loaded query={snapshot}>{(data) => <Shown snapshot={data} sources={sources} />}</Loaded>
      )}
    </Stack>
  );
}

function Shown({ snapshot, sources }: { snapshot: SchemaSnapshot; sources: ReactNode }) {
  const t = useWords(connectorWords);
  const [search, setSearch] = useState('');
  const { version, source, taken_at: at, drift, operations, candidates } = snapshot;
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm">
          {t('snapshotFacts', { version, source: t(`source_${source}`) })} <Time at={at} />.{' '}
          {t('operations', { count: operations.length })}
        </Text>
        {sources}
      </Group>
      {drift.changes.length > 0 && <Drift changes={drift.changes} />}
      <TextInput
        type="search"
        label={t('searchSchema')}
        value={search}
        onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        maw={480}
      />
      <Operations operations={operations} candidates={candidates} search={search} />
    </Stack>
  );
}

const colors = { info: 'gray', compatible: 'blue', breaking: 'orange', dangerous: 'red' } as const;

function Drift({ changes }: { changes: readonly SchemaChange[] }) {
  const t = useWords(connectorWords);
  return (
    <Alert color="orange" variant="light" title={t('driftTitle')}>
      <Stack component="ul" gap={6} m={0} pl="md">
        {changes.map(({ severity, operation, path, detail, templates }) => (
          <li key={`${operation} ${path} ${detail}`}>
            <Badge color={colors[severity]} size="sm" variant="light">
              {t(`drift_${severity}`)}
            </Badge>{' '}
            <code>
              {operation} {path}
            </code>{' '}
            {detail} {templates.length > 0 && t('affected', { names: listOf(templates.map(({ name }) => name)) })}
          </li>
        ))}
      </Stack>
    </Alert>
  );
}

function TakeSnapshot() {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const cache = useQueryClient();
  const [busy, setBusy] = useState(false);
  const take = async () => {
    setBusy(true);
    try {
      await call(readSchemaSnapshot, { params: { id }, query: { refresh: true } });
    } catch (error) {
      if (!isApiError(error)) throw error;
      toastProblem(error, () => void take());
    } finally {
      setBusy(false);
      for (const name of ['readSchemaSnapshot', 'readConnector', 'listTemplates'])
        void cache.invalidateQueries({ queryKey: [name] });
    }
  };
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button variant="default" disabled={disabled} loading={busy} onClick={() => void take()}>
          {t('takeSnapshot')}
        </Button>
      )}
    </Needs>
  );
}
