import type { SchemaOperation } from '@desk/contract/connectors';
import { createTemplate, type CreateTemplate } from '@desk/contract/templates';
import { Accordion, Badge, Button, Group, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { CopyValue } from '../../ui/show/copy-value.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { connectorWords } from '../words/connector-words.ts';
import { useConnectorId } from './connector-frame.tsx';

interface OperationsProps {
  operations: readonly SchemaOperation[];
  candidates: readonly unknown[];
  search: string;
}

// More rows would make the page slow, and nobody reads them: the search narrows them down.
const mostShown = 100;

/** The operations of the service, with the names and types of their inputs and outputs. */
export function Operations({ operations, candidates, search }: OperationsProps) {
  const t = useWords(connectorWords);
  const wanted = search.trim().toLowerCase();
  const found = operations.filter((operation) => textOf(operation).includes(wanted));
  if (found.length === 0) return <Text role="status">{t('noMatch')}</Text>;
  return (
    <>
      <Accordion variant="separated" order={2}>
        {found.slice(0, mostShown).map((operation) => (
          <Accordion.Item key={operation.id} value={operation.id}>
            <Accordion.Control>
              <Group gap="sm">
                <Badge variant="light" color={operation.method === 'GET' ? 'blue' : 'orange'}>
                  {operation.method}
                </Badge>
                <code style={{ overflowWrap: 'anywhere' }}>{operation.path}</code>
                {operation.summary && (
                  <Text size="sm" c="dimmed">
                    {operation.summary}
                  </Text>
                )}
              </Group>
            </Accordion.Control>
            <Accordion.Panel>
              <Operation operation={operation} candidate={candidateOf(candidates, operation)} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
      {found.length > mostShown && (
        <Text size="sm" role="status">
          {t('mostShown', { shown: mostShown, count: found.length })}
        </Text>
      )}
    </>
  );
}

const textOf = ({ method, path, summary, fields, parameters }: SchemaOperation) =>
  [method, path, summary, ...fields.map((field) => field.path), ...parameters.map(({ name }) => name)]
    .join(' ')
    .toLowerCase();

const candidateOf = (candidates: readonly unknown[], { method, path }: SchemaOperation) =>
  (candidates as readonly CreateTemplate[]).find((each) => each.method === method && each.path === path);

function Operation({ operation, candidate }: { operation: SchemaOperation; candidate: CreateTemplate | undefined }) {
  const t = useWords(connectorWords);
  const { parameters, fields } = operation;
  return (
    <>
      {parameters.length > 0 && (
        <Text size="sm" mb="sm">
          {t('parameters')}:{' '}
          {parameters.map(({ name, type, required }) => (
            <span key={name}>
              <code>{name}</code> ({type}
              {required ? `, ${t('required')}` : ''}){' '}
            </span>
          ))}
        </Text>
      )}
      {fields.length === 0 ? (
        <Text size="sm">{t('noFields')}</Text>
      ) : (
        <Table aria-label={t('fields')} verticalSpacing={4}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('fields')}</Table.Th>
              <Table.Th>{t('inputType')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ path, type, nullable }) => (
              <Table.Tr key={path}>
                <Table.Td>
                  <CopyValue value={path || '/'} />
                </Table.Td>
                <Table.Td>
                  {type} {nullable && t('nullable')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      {candidate && <UseCandidate candidate={candidate} />}
    </>
  );
}

function UseCandidate({ candidate }: { candidate: CreateTemplate }) {
  const t = useWords(connectorWords);
  const id = useConnectorId();
  const navigate = useNavigate();
  const create = useSave(createTemplate, {
    refresh: ['listTemplates', 'readSchemaSnapshot'],
    saved: (template) => void navigate({ to: `/connectors/${id}/templates/${template.id}` }),
  });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button
          mt="sm"
          size="xs"
          disabled={disabled}
          loading={create.isPending}
          onClick={() => create.mutate({ params: { id }, body: candidate })}
        >
          {t('useAsTemplate')}
        </Button>
      )}
    </Needs>
  );
}
