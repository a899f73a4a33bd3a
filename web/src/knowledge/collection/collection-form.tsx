import { createCollection, updateCollection, type Collection } from '@desk/contract/knowledge';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiError } from '../../api/api-error.ts';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { knowledgeWords } from '../knowledge-words.ts';

interface CollectionFormProps {
  /** Absent for a new collection. */
  collection?: Collection;
  onSaved: (collection: Collection) => void;
}

const valuesOf = (of: Collection | null) => ({
  name: of?.name ?? '',
  description: of?.description ?? '',
  audience: of?.audience ?? ('customers' as const),
});

/** The name and the audience of a collection: a document for staff only is never used to answer a customer. */
export function CollectionForm({ collection, onSaved }: CollectionFormProps) {
  const t = useWords(knowledgeWords);
  const latest = collection ?? null;
  const form = useForm({ initialValues: valuesOf(latest) });
  // Not the latest version: the form does not show what a colleague has changed since, so it would undo that unasked.
  const { base } = useBase(latest, form, valuesOf);
  const outcome = {
    refresh: ['listCollections', 'readCollection'],
    shows: (error: ApiError) => bindProblem(error, form),
    saved: onSaved,
  };
  const create = useSave(createCollection, outcome);
  const change = useSave(updateCollection, {
    ...outcome,
    done: t('saved'),
    discarded: () => base && onSaved(base),
    fields: {
      name: { name: t('name'), shown: asText },
      description: { name: t('description'), shown: asText },
      audience: { name: t('audience'), shown: (value) => t(`audience_${value as Collection['audience']}`) },
    },
  });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        const body = { ...values, description: values.description.trim() || null };
        if (base) change.mutate({ params: { id: base.id }, ifMatch: base.version, body });
        else create.mutate({ body });
      })}
    >
      <Stack>
        <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
        <Textarea label={t('description')} autosize minRows={2} {...form.getInputProps('description')} />
        <Radio.Group label={t('audience')} {...form.getInputProps('audience')}>
          <Stack gap="xs" mt="xs">
            <Radio value="customers" label={t('audience_customers')} description={t('audienceHint_customers')} />
            <Radio value="staff" label={t('audience_staff')} description={t('audienceHint_staff')} />
          </Stack>
        </Radio.Group>
        <DialogFoot>
          <SubmitButton loading={create.isPending || change.isPending}>
            {t(collection ? 'save' : 'create')}
          </SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
