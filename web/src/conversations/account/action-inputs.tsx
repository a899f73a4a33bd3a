import type { ActionInput } from '@desk/contract/account-actions';
import { Select, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useWords } from '../../ui/i18n/words.ts';
import { accountWords } from '../words/account-words.ts';

interface ActionInputsProps {
  inputs: readonly ActionInput[];
  form: Pick<ReturnType<typeof useForm<Record<string, string>>>, 'getInputProps' | 'setFieldValue' | 'values'>;
}

/** One field for each value; values from the verified customer are read-only. */
export function ActionInputs({ inputs, form }: ActionInputsProps) {
  const t = useWords(accountWords);
  return inputs.map((input) => {
    const { name, description, fixed, required, type } = input;
    if (fixed) return <FixedInput key={name} input={input} />;
    const label = required ? name : t('optional', { name });
    const field = { label, description, withAsterisk: required, ...form.getInputProps(name) };
    if (type === 'boolean')
      return (
        <Select
          key={name}
          {...field}
          clearable={!required}
          data={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          value={form.values[name] || null}
          onChange={(chosen) => form.setFieldValue(name, chosen ?? '')}
        />
      );
    const numeric = type !== 'string';
    return <TextInput key={name} {...field} {...(numeric ? { inputMode: 'decimal' as const } : {})} maxLength={1000} />;
  });
}

function FixedInput({ input: { name, source, value } }: { input: ActionInput }) {
  const t = useWords(accountWords);
  return (
    <TextInput
      label={name}
      description={t(source === 'constant' ? 'always' : 'fromCustomer')}
      value={String(value ?? '')}
      variant="filled"
      readOnly
    />
  );
}
