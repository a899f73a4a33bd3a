import { channels, priorities } from '@desk/contract/conversations';
import { sentiments, supports } from '@desk/contract/decisions';
import { listCollections } from '@desk/contract/knowledge';
import { listTags } from '@desk/contract/routing';
import type { Condition, Operator } from '@desk/contract/rules';
import {
  ActionIcon,
  Button,
  Fieldset,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { fieldLabel, operatorLabel } from '../../terms/condition-words.ts';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { fields, fitted, kindOf, operatorsFor, takesMany, takesNothing } from './fields.logic.ts';
import { routingWords } from '../words/routing-words.ts';

interface ConditionListProps {
  legend: string;
  /** The path of the list within the rule, to which the server's complaints refer: `when.all`. */
  path: string;
  conditions: readonly Condition[];
  errors: Readonly<Record<string, unknown>>;
  onChange: (conditions: Condition[]) => void;
}

/** One group of conditions. Fields, comparisons and values are chosen from lists; no expression language is needed. */
export function ConditionList({ legend, path, conditions, errors, onChange }: ConditionListProps) {
  const t = useWords(routingWords);
  const add = () => onChange([...conditions, fitted({ field: 'message.text', op: 'contains' })]);
  return (
    <Fieldset legend={legend}>
      <Stack gap="sm">
        {conditions.map((condition, at) => (
          <ConditionRow
            // A row has no identity but its position.
            key={at}
            number={at + 1}
            condition={condition}
            error={errorAt(errors, `${path}.${at}`)}
            onChange={(next) => onChange(conditions.with(at, next))}
            onRemove={() => onChange(conditions.toSpliced(at, 1))}
          />
        ))}
        <Button variant="default" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={add} w="fit-content">
          {t('addCondition')}
        </Button>
      </Stack>
    </Fieldset>
  );
}

function errorAt(errors: Readonly<Record<string, unknown>>, path: string): string | null {
  const found = Object.entries(errors).find(([key]) => key === path || key.startsWith(`${path}.`));
  return found ? String(found[1]) : null;
}

interface ConditionRowProps {
  number: number;
  condition: Condition;
  error: string | null;
  onChange: (condition: Condition) => void;
  onRemove: () => void;
}

function ConditionRow({ number, condition, error, onChange, onRemove }: ConditionRowProps) {
  const t = useWords(routingWords);
  const known = Object.keys(fields);
  const names = known.includes(condition.field) ? known : [...known, condition.field];
  return (
    <Group align="end" gap="xs" data-form-row>
      <Select
        label={t('field')}
        data={names.map((name) => ({ value: name, label: fieldLabel(name) }))}
        value={condition.field}
        onChange={(field) => field && onChange(fitted({ ...condition, field }))}
        searchable
        allowDeselect={false}
        error={error}
        w={220}
      />
      <Select
        label={t('operator')}
        data={operatorsFor(condition.field).map((op) => ({ value: op, label: operatorLabel(op) }))}
        value={condition.op}
        onChange={(op) => op && onChange(fitted({ ...condition, op: op as Operator }))}
        allowDeselect={false}
        w={170}
      />
      <ValueInput condition={condition} onChange={(value) => onChange({ ...condition, value })} />
      <ActionIcon variant="subtle" aria-label={t('removeCondition', { n: number })} onClick={onRemove} mb={4}>
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}

interface ValueInputProps {
  condition: Condition;
  onChange: (value: NonNullable<Condition['value']>) => void;
}

function ValueInput({ condition, onChange }: ValueInputProps) {
  const t = useWords(routingWords);
  const choices = useChoices(condition.field);
  const { op, value } = condition;
  if (takesNothing(op)) return null;
  const texts = Array.isArray(value) ? value.map(String) : [];
  if (takesMany(op)) {
    return choices ? (
      <MultiSelect label={t('value')} data={choices} value={texts} onChange={onChange} searchable w={240} />
    ) : (
      <TagsInput label={t('value')} value={texts} onChange={onChange} w={240} />
    );
  }
  if (op === 'between') return <Between value={value} onChange={onChange} />;
  switch (kindOf(condition.field)) {
    case 'truth':
      return (
        <Select
          label={t('value')}
          data={[
            { value: 'true', label: t('yes') },
            { value: 'false', label: t('no') },
          ]}
          value={String(value)}
          onChange={(text) => onChange(text === 'true')}
          allowDeselect={false}
          w={120}
        />
      );
    case 'number':
      return (
        <NumberInput
          label={t('value')}
          value={Number(value)}
          onChange={(n) => onChange(Number(n))}
          w={140}
          decimalScale={3}
        />
      );
    case 'choice':
    case 'tag':
    case 'collection':
      return (
        <Select
          label={t('value')}
          data={choices ?? []}
          value={String(value)}
          onChange={(text) => onChange(text ?? '')}
          searchable
          allowDeselect={false}
          w={240}
        />
      );
    case 'text':
      return (
        <TextInput
          label={t('value')}
          value={String(value ?? '')}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          w={240}
        />
      );
  }
}

function Between({ value, onChange }: Pick<ValueInputProps, 'onChange'> & { value: Condition['value'] }) {
  const t = useWords(routingWords);
  const [from, to] = Array.isArray(value) ? value.map(Number) : [0, 1];
  return (
    <>
      <NumberInput label={t('from')} value={from ?? 0} onChange={(n) => onChange([Number(n), to ?? 0])} w={110} />
      <NumberInput label={t('to')} value={to ?? 0} onChange={(n) => onChange([from ?? 0, Number(n)])} w={110} />
    </>
  );
}

const closed: Readonly<Record<string, readonly string[]>> = {
  channel: channels,
  sentiment: sentiments,
  'answer.supported': supports,
  'conversation.priority': priorities,
};

/** The possible values of a field; null if any value is possible. */
function useChoices(field: string): { value: string; label: string }[] | null {
  const kind = kindOf(field);
  const tags = useWholeList(listTags, { query: { limit: 200 } }, { enabled: kind === 'tag' });
  const collections = useWholeList(listCollections, { query: { limit: 200 } }, { enabled: kind === 'collection' });
  if (kind === 'tag') return (tags.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  if (kind === 'collection') return (collections.data ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return closed[field]?.map((value) => ({ value, label: value })) ?? null;
}
