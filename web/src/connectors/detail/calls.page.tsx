import { listConnectorCalls, type ConnectorCall } from '@desk/contract/connector-calls';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoadedList } from '../../ui/data/use-loaded.ts';
import { number } from '../../ui/i18n/format.ts';
import { kitWords } from '../../ui/i18n/kit-words.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Time } from '../../ui/show/time.tsx';
import { State } from '../../ui/states/state.tsx';
import { failureSentence } from '../words/check-words.ts';
import { connectorWords } from '../words/connector-words.ts';
import { ConnectorFrame, useConnectorId } from './connector-frame.tsx';

export function CallsPage() {
  return <ConnectorFrame>{() => <Calls />}</ConnectorFrame>;
}

function Calls() {
  const t = useWords(connectorWords);
  const k = useWords(kitWords);
  const id = useConnectorId();
  const calls = useLoadedList(listConnectorCalls, { params: { id }, query: {} }, { every: 10_000 });
  const nothing = (
    <State title={t('callsEmptyTitle')} role="status">
      {t('callsEmpty')}
    </State>
  );
  return (
    <Loaded query={calls} empty={{ when: (rows) => rows.length === 0, show: nothing }}>
      {(rows) => (
        <>
          <DataTable
            label={t('log')}
            rows={rows}
            keyOf={(row) => row.id}
            columns={[
              { key: 'at', title: t('at'), cell: ({ at }) => <Time at={at} /> },
              { key: 'call', title: t('call'), cell: (row) => <Request call={row} /> },
              { key: 'purpose', title: t('purpose'), cell: (row) => <Purpose call={row} /> },
              { key: 'result', title: t('result'), cell: (row) => <Result call={row} /> },
              {
                key: 'duration',
                title: t('duration'),
                align: 'end',
                cell: ({ latency_ms: ms }) => (ms === null ? '' : t('latency', { ms: number(ms) })),
              },
            ]}
          />
          {calls.hasNextPage && (
            <Group justify="center" mt="md">
              <Button variant="default" loading={calls.isFetchingNextPage} onClick={() => void calls.fetchNextPage()}>
                {k('loadMore')}
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  );
}

function Request({ call: { method, path, template, arguments: given } }: { call: ConnectorCall }) {
  const t = useWords(connectorWords);
  // A check also asks without credentials, to see whether they matter; the log marks that so.
  const inputs = Object.entries(given).map(([name, value]) =>
    name === 'credentials' && value === 'none' ? t('withoutCredentials') : `${name}: ${value}`,
  );
  return (
    <>
      <code style={{ overflowWrap: 'anywhere' }}>
        {method} {path}
      </code>
      <Text size="sm" c="dimmed" className="table-under">
        {[template?.name, ...inputs].filter(Boolean).join(' · ')}
      </Text>
    </>
  );
}

/** The purpose of a call: a question links to its conversation, which explains the decision. */
function Purpose({ call: { purpose, conversation_id: conversation, approved_by: person } }: { call: ConnectorCall }) {
  const t = useWords(connectorWords);
  const words = t(`purpose_${purpose}`);
  return (
    <>
      {conversation === null ? (
        words
      ) : (
        <Anchor component={Link} to={`/inbox/${conversation}`} size="sm">
          {words}
        </Anchor>
      )}
      {person && (
        <Text size="sm" c="dimmed" className="table-under">
          {person.name}
        </Text>
      )}
    </>
  );
}

function Result({ call }: { call: ConnectorCall }) {
  const { status, error } = call;
  const t = useWords(connectorWords);
  return (
    <>
      {status ?? t('noAnswer')}
      {error && (
        <Text size="sm" c="dimmed" className="table-under">
          {failureSentence(error, call)} <code>{error}</code>
        </Text>
      )}
    </>
  );
}
