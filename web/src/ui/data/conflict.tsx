import { Button, Group, Table, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import { kitWords } from '../i18n/kit-words.ts';

/** A field of a change: its name, and how its values read. Without the latter, the dialog only says that the field differs. */
export interface ChangedField {
  name: string;
  shown?: (value: unknown) => string;
}

interface Conflict {
  /** What the person wanted, and what is there now, if it could be read. */
  mine: unknown;
  theirs: unknown;
  fields: Record<string, ChangedField>;
  overwrite: () => void;
  discard: () => void;
}

/** Asks whose change counts, because somebody else has changed the thing since it was read. Shows where the two differ. */
export function openConflict({ overwrite, discard, ...both }: Conflict): void {
  const close = (next: () => void) => () => {
    modals.close(id);
    next();
  };
  const id = modals.open({
    title: kitWords('conflictTitle'),
    closeButtonProps: { 'aria-label': kitWords('close') },
    children: (
      <>
        <Text size="sm">{kitWords('conflict')}</Text>
        <Differences {...both} />
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={close(discard)}>
            {kitWords('discardMine')}
          </Button>
          <Button color="red" onClick={close(overwrite)}>
            {kitWords('overwrite')}
          </Button>
        </Group>
      </>
    ),
  });
}

function Differences({ mine, theirs, fields }: Pick<Conflict, 'mine' | 'theirs' | 'fields'>) {
  if (!isObject(mine) || !isObject(theirs)) return null;
  const rows = Object.entries(fields).filter(
    ([field]) => field in mine && inOrder(mine[field]) !== inOrder(theirs[field]),
  );
  if (rows.length === 0) return null;
  return (
    <Table mt="sm" layout="fixed" aria-label={kitWords('differences')} style={{ overflowWrap: 'anywhere' }}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{kitWords('differences')}</Table.Th>
          <Table.Th>{kitWords('theirs')}</Table.Th>
          <Table.Th>{kitWords('mine')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(([field, { name, shown }]) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{name}</Table.Th>
            {shown ? (
              <>
                <Table.Td dir="auto">{shown(theirs[field])}</Table.Td>
                <Table.Td dir="auto">{shown(mine[field])}</Table.Td>
              </>
            ) : (
              <Table.Td colSpan={2}>{kitWords('different')}</Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** A text or a number as it is. */
export const asText = (value: unknown): string =>
  typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : '–';

// The server may name the members of an object in another order.
const inOrder = (value: unknown): string =>
  JSON.stringify(value ?? null, (_name, each: unknown) =>
    isObject(each) && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
