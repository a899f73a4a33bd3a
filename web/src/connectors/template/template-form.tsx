import { templateMethods } from '@desk/contract/templates';
import { Group, JsonInput, NativeSelect, NumberInput, Stack, Switch, TextInput } from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useWords } from '../../ui/i18n/words.ts';
import { connectorWords } from '../words/connector-words.ts';
import type { FormValues, Pair } from './form.logic.ts';
import { InputsEditor } from './inputs-editor.tsx';
import { PairsEditor } from './pairs-editor.tsx';

export type TemplateFormState = ReturnType<typeof useForm<FormValues>>;

interface TemplateFieldsProps {
  form: TemplateFormState;
  disabled: boolean;
}

/** The request, and the sources of its values. */
export function RequestFields({ form, disabled }: TemplateFieldsProps) {
  const t = useWords(connectorWords);
  const { values, errors, setFieldValue } = form;
  const pairs = (name: 'query' | 'headers') => (
    <PairsEditor
      legend={t(name)}
      nameLabel={t('pairName')}
      valueLabel={t('pairValue')}
      pairs={values[name]}
      disabled={disabled}
      error={errorUnder(errors, name)}
      onChange={(rows: Pair[]) => setFieldValue(name, rows)}
    />
  );
  return (
    <Stack gap="sm">
      <TextInput
        label={t('templateName')}
        description={t('templateNameHint')}
        required
        disabled={disabled}
        {...form.getInputProps('name')}
      />
      <TextInput label={t('description')} disabled={disabled} {...form.getInputProps('description')} />
      <Group gap="xs" align="end" grow preventGrowOverflow={false}>
        <NativeSelect
          label={t('method')}
          disabled={disabled}
          data={[...templateMethods]}
          maw={130}
          {...form.getInputProps('method')}
        />
        <TextInput
          label={t('path')}
          description={t('pathHint')}
          required
          disabled={disabled}
          {...form.getInputProps('path')}
        />
      </Group>
      {pairs('query')}
      {pairs('headers')}
      {values.method !== 'GET' && (
        <>
          <JsonInput
            label={t('body')}
            autosize
            minRows={3}
            disabled={disabled}
            validationError={t('bodyInvalid')}
            {...form.getInputProps('body')}
          />
          <NativeSelect
            label={t('effect')}
            disabled={disabled}
            data={(['read', 'write'] as const).map((value) => ({ value, label: t(`effect_${value}`) }))}
            {...form.getInputProps('effect')}
          />
        </>
      )}
      <InputsEditor
        rows={values.inputs}
        disabled={disabled}
        error={errorUnder(errors, 'inputs')}
        onChange={(rows) => setFieldValue('inputs', rows)}
      />
    </Stack>
  );
}

/** The outputs of the answer, the check of its owner, and the text for the customer. */
export function AnswerFields({ form, disabled }: TemplateFieldsProps) {
  const t = useWords(connectorWords);
  const { values, errors, setFieldValue } = form;
  return (
    <Stack gap="sm">
      <PairsEditor
        legend={t('outputs')}
        hint={t('outputsHint')}
        nameLabel={t('outputName')}
        valueLabel={t('outputPointer')}
        pairs={values.output}
        disabled={disabled}
        error={errorUnder(errors, 'output')}
        onChange={(rows) => setFieldValue('output', rows)}
      />
      <Switch
        label={t('verified')}
        disabled={disabled}
        {...form.getInputProps('requires_verified_customer', { type: 'checkbox' })}
      />
      <TextInput
        label={t('ownerMatch')}
        description={t('ownerMatchHint')}
        placeholder="/order/customer/email"
        disabled={disabled}
        {...form.getInputProps('owner_match')}
      />
      <NativeSelect
        label={t('use')}
        disabled={disabled}
        data={(['answer', 'facts'] as const).map((value) => ({ value, label: t(`use_${value}`) }))}
        {...form.getInputProps('use')}
      />
      {values.use === 'answer' && (
        <PairsEditor
          legend={t('answers')}
          hint={t('answersHint')}
          nameLabel={t('language')}
          valueLabel={t('sentence')}
          pairs={values.answer}
          disabled={disabled}
          error={errorUnder(errors, 'answer')}
          onChange={(rows) => setFieldValue('answer', rows)}
        />
      )}
      <NumberInput label={t('cache')} min={0} max={3600} disabled={disabled} {...form.getInputProps('cache_seconds')} />
      <Switch
        label={t('templateEnabled')}
        disabled={disabled}
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </Stack>
  );
}

/** The first error of the field or of a part of it. */
function errorUnder(errors: TemplateFormState['errors'], name: string): string | undefined {
  const key = Object.keys(errors).find((each) => each === name || each.startsWith(`${name}.`));
  const error = key === undefined ? undefined : errors[key];
  return typeof error === 'string' ? error : undefined;
}
