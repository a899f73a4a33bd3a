import { createTag, deleteTag, updateTag, type Tag } from '@desk/contract/routing';
import { Group, Select, Stack, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { DeleteButton } from '../../ui/form/delete-button.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { listOf } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { ColorDot, dotColors, isDotColor } from '../../ui/show/color-dot.tsx';
import { DestinationSelect } from '../destination-select.tsx';
import { routingWords } from '../words/routing-words.ts';

export function TagForm({ tag, onDone }: { tag: Tag | null; onDone: () => void }) {
  const t = useWords(routingWords);
  const form = useForm({
    initialValues: {
      name: tag?.name ?? '',
      description: tag?.description ?? '',
      color: tag?.color ?? null,
      keywords: tag?.detect?.keywords ?? [],
      examples: (tag?.detect?.examples ?? []).join('\n'),
      destination: tag?.default_destination_id ?? null,
    },
  });
  const options = { refresh: ['listTags'], done: t('saved'), saved: onDone, discarded: onDone };
  const shows = (error: Parameters<typeof bindProblem>[0]) => bindProblem(error, form);
  const create = useSave(createTag, { ...options, shows });
  const fields = {
    name: { name: t('name'), shown: asText },
    description: { name: t('description'), shown: asText },
    color: { name: t('color') },
    detect: { name: listOf([t('keywords'), t('exampleColumn')]) },
    default_destination_id: { name: t('defaultDestination') },
  };
  const update = useSave(updateTag, { ...options, shows, fields });
  const submit = form.onSubmit(({ name, description, color, keywords, examples, destination }) => {
    const lines = examples.split('\n').flatMap((line) => line.trim() || []);
    const body = {
      name,
      description: description.trim() || null,
      color,
      detect: keywords.length + lines.length > 0 ? { keywords, examples: lines } : null,
      default_destination_id: destination,
    };
    if (tag) update.mutate({ params: { id: tag.id }, body, ifMatch: tag.version });
    else create.mutate({ body });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
        <TextInput label={t('description')} {...form.getInputProps('description')} />
        <ColorSelect value={form.values.color} onChange={(color) => form.setFieldValue('color', color)} />
        <TagsInput label={t('keywords')} description={t('keywordsHint')} {...form.getInputProps('keywords')} />
        <Textarea
          label={t('examples')}
          description={t('examplesHint')}
          autosize
          minRows={4}
          maxRows={14}
          {...form.getInputProps('examples')}
        />
        <DestinationSelect
          label={t('defaultDestination')}
          value={form.values.destination}
          onChange={(id) => form.setFieldValue('destination', id)}
        />
        <DialogFoot aside={tag && <DeleteTag tag={tag} onDone={onDone} />}>
          <SubmitButton loading={create.isPending || update.isPending}>{tag ? t('save') : t('create')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

function ColorSelect({ value, onChange }: { value: string | null; onChange: (color: string | null) => void }) {
  const t = useWords(routingWords);
  const data = dotColors.map((color) => ({ value: color as string, label: t(`color_${color}`) }));
  // A script set this colour: keep it until another one is chosen.
  if (value !== null && !isDotColor(value)) data.push({ value, label: value });
  return (
    <Select
      label={t('color')}
      placeholder={t('noColor')}
      data={data}
      value={value}
      onChange={onChange}
      leftSection={value === null ? null : <ColorDot color={value} />}
      renderOption={({ option }) => (
        <Group gap="xs">
          <ColorDot color={option.value} />
          {option.label}
        </Group>
      )}
      clearable
    />
  );
}

function DeleteTag({ tag, onDone }: { tag: Tag; onDone: () => void }) {
  const t = useWords(routingWords);
  const remove = useSave(deleteTag, { refresh: ['listTags'], done: t('deleted'), saved: onDone });
  return (
    <DeleteButton
      label={t('delete')}
      question={{ title: t('deleteTag', { name: tag.name }), text: t('deleteText') }}
      loading={remove.isPending}
      onSure={() => remove.mutate({ params: { id: tag.id }, ifMatch: tag.version })}
    />
  );
}
