import { mostAttributes, updateCustomer, type Customer } from '@desk/contract/customers';
import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { patchOf, writtenOf } from './customer.logic.ts';
import { customerWords } from './customers-words.ts';

interface DialogProps {
  customer: Customer;
  opened: boolean;
  onClose: () => void;
}

export function EditDialog({ customer, opened, onClose }: DialogProps) {
  const t = useWords(customerWords);
  return (
    <FormModal opened={opened} onClose={onClose} title={t('editTitle')} size="lg">
      <EditForm customer={customer} onDone={onClose} />
    </FormModal>
  );
}

const valuesOf = ({ name, attributes }: Customer) => ({ name: name ?? '', attributes: writtenOf(attributes) });

function EditForm({ customer: latest, onDone }: { customer: Customer; onDone: () => void }) {
  const t = useWords(customerWords);
  const form = useForm({ initialValues: valuesOf(latest) });
  // Not the latest version: the form does not show attributes that have come in since, so their absence there means nothing.
  const { base: customer } = useBase(latest, form, valuesOf);
  const save = useSave(updateCustomer, {
    refresh: ['getCustomer', 'listCustomers', 'listConversations'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: onDone,
    discarded: onDone,
  });
  const submit = ({ name, attributes }: typeof form.values) => {
    const called = name.trim();
    const isSame = [name, called].includes(customer.name ?? '');
    const renamed = isSame ? {} : { name: called || null };
    const patch = patchOf(customer.attributes, attributes);
    const changed = Object.keys(patch).length > 0 ? { attributes: patch } : {};
    save.mutate({ params: { id: customer.id }, body: { ...renamed, ...changed }, ifMatch: customer.version });
  };
  const addButton = useRef<HTMLButtonElement>(null);
  const add = () => {
    flushSync(() => form.insertListItem('attributes', { name: '', value: '' }));
    form.getInputNode(`attributes.${form.values.attributes.length}.name`)?.focus();
  };
  const remove = (index: number) => {
    flushSync(() => form.removeListItem('attributes', index));
    // The button of the next row takes the place of this one; after the last row there is none.
    if (index === form.values.attributes.length - 1) addButton.current?.focus();
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <Text size="sm">{t('editHint')}</Text>
        <TextInput label={t('name')} maxLength={200} data-autofocus {...form.getInputProps('name')} />
        {form.values.attributes.map((each, index) => (
          <AttributeRow key={index} form={form} index={index} name={each.name} onRemove={() => remove(index)} />
        ))}
        <Group>
          <Button
            ref={addButton}
            size="compact-sm"
            variant="default"
            leftSection={<IconPlus size={14} />}
            disabled={form.values.attributes.length >= mostAttributes}
            onClick={add}
          >
            {t('addAttribute')}
          </Button>
        </Group>
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('save')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

interface RowProps {
  form: ReturnType<typeof useForm<ReturnType<typeof valuesOf>>>;
  index: number;
  name: string;
  onRemove: () => void;
}

function AttributeRow({ form, index, name, onRemove }: RowProps) {
  const t = useWords(customerWords);
  const row = t('attributeRow', { n: index + 1 });
  return (
    <Group role="group" aria-label={row} gap="xs" align="flex-end" wrap="nowrap">
      <TextInput label={t('attribute')} flex={1} maxLength={100} {...form.getInputProps(`attributes.${index}.name`)} />
      <TextInput label={t('value')} flex={1} maxLength={1_000} {...form.getInputProps(`attributes.${index}.value`)} />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('removeAttribute', { name: name.trim() || row })}
        onClick={onRemove}
      >
        <IconX size={16} />
      </ActionIcon>
    </Group>
  );
}
