import { NumberInput, Switch, Textarea, TextInput } from '@mantine/core';
import { useDraft } from './draft-form.ts';

interface FieldProps {
  /** The path of the setting: `thresholds.answer`. */
  path: string;
  label: string;
  hint?: string;
}

interface NumberFieldProps extends FieldProps {
  min: number;
  max: number;
  unit?: string;
  /** An empty field means null instead of an error. */
  nullable?: boolean;
  /** A factor for display: a share of 0.7 is shown as 70. */
  times?: number;
}

export function NumberField({ path, label, hint, min, max, unit, nullable = false, times = 1 }: NumberFieldProps) {
  const form = useDraft();
  const field = form.getInputProps(path);
  // Round: in floating point 0.29 × 100 is 28.999….
  const shown = typeof field.value === 'number' ? Math.round(field.value * times * 100) / 100 : '';
  const gap = nullable ? null : '';
  return (
    <NumberInput
      {...field}
      label={label}
      description={hint}
      min={min}
      max={max}
      clampBehavior="strict"
      allowDecimal={false}
      suffix={unit ? ` ${unit}` : ''}
      value={shown}
      onChange={(next) => form.setFieldValue(path, (typeof next === 'number' ? next / times : gap) as never)}
      maw={280}
    />
  );
}

export function SwitchField({ path, label, hint }: FieldProps) {
  const form = useDraft();
  return <Switch label={label} description={hint} {...form.getInputProps(path, { type: 'checkbox' })} />;
}

export function TextField({ path, label, hint, maxLength }: FieldProps & { maxLength: number }) {
  const form = useDraft();
  return <TextInput label={label} description={hint} maxLength={maxLength} maw={420} {...form.getInputProps(path)} />;
}

export function LongTextField({ path, label, hint, maxLength = 2000 }: FieldProps & { maxLength?: number }) {
  const form = useDraft();
  return (
    <Textarea
      label={label}
      description={hint}
      autosize
      minRows={2}
      maxLength={maxLength}
      {...form.getInputProps(path)}
    />
  );
}
