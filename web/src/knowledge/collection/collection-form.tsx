import { createCollection, updateCollection, type Collection } from '@desk/contract/knowledge';
import { Radio, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiError } from '../../api/api-error.ts';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { knowledgeWords } from '../knowledge-words.ts';

interface CollectionFormProps {
  /** Absent for a new collection. */
  collection?: Collection;
  onSaved: (collection: Collection) => void;
}

/** The name and the audience of a collection: a document for staff only is never used to answer a customer. */
export function CollectionForm({ collection, onSaved }: CollectionFormProps) {
  const t = useWords(knowledgeWords);
  const { name = '', description = null, audience = 'customers' } = collection ?? {};
  const form = useForm({ initialValues: { name, description: description ?? '', audience } });
  const outcome = {
    refresh: ['listCollections', 'readCollection'],
    shows: (error: ApiError) => bindProblem(error, form),
    saved: onSaved,
  };
  const create = useSave(createCollection, outcome);
  const change = useSave(updateCollection, { ...outcome, done: t('saved') });
  return (
    <form
      onSubmit={form.onSubmit((values) => {
        const body = { ...values, description: values.description.trim() || null };
        if (collection) change.mutate({ params: { id: collection.id }, ifMatch: collection.version, body });
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
