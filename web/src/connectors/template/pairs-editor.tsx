import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useWords } from '../../ui/i18n/words.ts';
import { connectorWords } from '../words/connector-words.ts';
import type { Pair } from './form.logic.ts';

interface PairsEditorProps {
  legend: string;
  hint?: string;
  nameLabel: string;
  valueLabel: string;
  pairs: readonly Pair[];
  disabled: boolean;
  error?: string | undefined;
  onChange: (pairs: Pair[]) => void;
}

/** Edits rows of a name and a value. */
export function PairsEditor(props: PairsEditorProps) {
  const t = useWords(connectorWords);
  const { legend, hint, nameLabel, valueLabel, pairs, disabled, error, onChange } = props;
  const set = (at: number, change: Partial<Pair>) =>
    onChange(pairs.map((pair, index) => (index === at ? { ...pair, ...change } : pair)));
  return (
    <fieldset className="connector-rows">
      <legend>{legend}</legend>
      {hint && (
        <Text size="sm" c="dimmed">
          {hint}
        </Text>
      )}
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Stack gap="xs" mt={6}>
        {pairs.map((pair, index) => (
          <Group key={index} gap="xs" wrap="nowrap" align="end" data-form-row>
            <TextInput
              flex={1}
              aria-label={`${legend} ${index + 1}: ${nameLabel}`}
              placeholder={nameLabel}
              disabled={disabled}
              value={pair.name}
              onChange={({ currentTarget }) => set(index, { name: currentTarget.value })}
            />
            <TextInput
              flex={2}
              aria-label={`${legend} ${index + 1}: ${valueLabel}`}
              placeholder={valueLabel}
              disabled={disabled}
              value={pair.value}
              onChange={({ currentTarget }) => set(index, { value: currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={disabled}
              aria-label={t('removeRow', { name: `${legend} ${index + 1}` })}
              onClick={() => onChange(pairs.filter((_, at) => at !== index))}
            >
              <IconX size={16} />
            </ActionIcon>
          </Group>
        ))}
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          disabled={disabled}
          leftSection={<IconPlus size={14} />}
          aria-label={`${t('addRow')}: ${legend}`}
          onClick={() => onChange([...pairs, { name: '', value: '' }])}
        >
          {t('addRow')}
        </Button>
      </Stack>
    </fieldset>
  );
}
