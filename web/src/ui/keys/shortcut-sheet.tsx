import { Modal, SimpleGrid, Switch, Table, Title } from '@mantine/core';
import { kitWords } from '../i18n/kit-words.ts';
import { useWords } from '../i18n/words.ts';
import { switchSingleKeys, useAllCommands, useSingleKeys } from './commands.ts';
import { KeyName } from './key-name.tsx';

/** Lists every key that works on this page, with the switch that turns single keys off. */
export function ShortcutSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(kitWords);
  const on = useSingleKeys();
  const commands = useAllCommands().filter(({ keys }) => keys !== null);
  const groups = [...Map.groupBy(commands, ({ group }) => group)];
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcutsTitle')}
      size="lg"
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <Switch
        checked={on}
        onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
        label={t('shortcutsOn')}
        description={t('shortcutsOnHint')}
        mb="md"
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {groups.map(([group, items]) => (
          <div key={group}>
            <Title order={3} size="sm" mb={4}>
              {group}
            </Title>
            <Table withRowBorders={false} verticalSpacing={3}>
              <Table.Tbody>
                {[...new Map(items.map((item) => [item.keys, item])).values()].map(({ keys, label }) => (
                  <Table.Tr key={keys}>
                    <Table.Td>{label}</Table.Td>
                    <Table.Td ta="end">{keys && <KeyName keys={keys} />}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </SimpleGrid>
    </Modal>
  );
}
