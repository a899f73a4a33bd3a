import { inputSources, inputTypes } from '@desk/contract/templates';
import { ActionIcon, Button, Checkbox, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useWords } from '../../ui/i18n/words.ts';
import { connectorWords } from '../words/connector-words.ts';
import { emptyInput, type InputRow } from './form.logic.ts';

interface InputsEditorProps {
  rows: readonly InputRow[];
  disabled: boolean;
  error?: string | undefined;
  onChange: (rows: InputRow[]) => void;
}

const sourceWord = {
  'customer.email': 'source_customer_email',
  'customer.external_id': 'source_customer_external_id',
  conversation: 'source_conversation',
  message: 'source_message',
  constant: 'source_constant',
  model: 'source_model',
} as const;

/** Chooses where each placeholder of the request gets its value. */
export function InputsEditor({ rows, disabled, error, onChange }: InputsEditorProps) {
  const t = useWords(connectorWords);
  return (
    <fieldset className="connector-rows" disabled={disabled}>
      <legend>{t('inputs')}</legend>
      <Text size="sm" c="dimmed">
        {t('inputsHint')}
      </Text>
      {error && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Stack gap="xs" mt={6}>
        {rows.map((row, index) => (
          <InputFields
            key={index}
            row={row}
            number={index + 1}
            onChange={(change) => onChange(rows.map((each, at) => (at === index ? { ...each, ...change } : each)))}
            onRemove={() => onChange(rows.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          variant="default"
          size="compact-sm"
          w="fit-content"
          leftSection={<IconPlus size={14} />}
          aria-label={`${t('addRow')}: ${t('inputs')}`}
          onClick={() => onChange([...rows, emptyInput])}
        >
          {t('addRow')}
        </Button>
      </Stack>
    </fieldset>
  );
}

interface InputFieldsProps {
  row: InputRow;
  number: number;
  onChange: (change: Partial<InputRow>) => void;
  onRemove: () => void;
}

function InputFields({ row, number, onChange, onRemove }: InputFieldsProps) {
  const t = useWords(connectorWords);
  const group = `${t('inputs')} ${number}`;
  const fixed = row.source === 'constant' || row.source === 'conversation';
  const text = (name: 'name' | 'value' | 'example', word: 'inputName' | 'inputValue' | 'inputExample') => (
    <TextInput
      flex="1 1 8rem"
      label={t(word)}
      aria-label={`${group}: ${t(word)}`}
      value={row[name]}
      onChange={({ currentTarget }) => onChange({ [name]: currentTarget.value })}
    />
  );
  return (
    <Paper withBorder p="xs" role="group" aria-label={group} data-form-row>
      <Group gap="xs" align="end">
        {text('name', 'inputName')}
        <NativeSelect
          // Takes a row of its own on a phone: the choices are half sentences.
          flex="2 1 20rem"
          label={t('inputSource')}
          aria-label={`${group}: ${t('inputSource')}`}
          value={row.source}
          onChange={({ currentTarget }) => onChange({ source: currentTarget.value as InputRow['source'] })}
          data={inputSources.map((value) => ({ value, label: t(sourceWord[value]) }))}
        />
        <NativeSelect
          flex="1 1 8rem"
          label={t('inputType')}
          aria-label={`${group}: ${t('inputType')}`}
          value={row.type}
          onChange={({ currentTarget }) => onChange({ type: currentTarget.value as InputRow['type'] })}
          data={inputTypes.map((value) => ({ value, label: t(`type_${value}`) }))}
        />
        {fixed ? text('value', 'inputValue') : text('example', 'inputExample')}
        <Checkbox
          label={t('inputRequired')}
          aria-label={`${group}: ${t('inputRequired')}`}
          checked={row.required}
          onChange={({ currentTarget }) => onChange({ required: currentTarget.checked })}
          mb={8}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t('removeRow', { name: group })}
          onClick={onRemove}
        >
          <IconX size={16} />
        </ActionIcon>
      </Group>
    </Paper>
  );
}
