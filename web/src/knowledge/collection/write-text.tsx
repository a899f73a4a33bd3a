import { createTextDocument } from '@desk/contract/knowledge';
import { Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { knowledgeWords } from '../knowledge-words.ts';

export function WriteText({ collectionId, onDone }: { collectionId: string; onDone: () => void }) {
  const t = useWords(knowledgeWords);
  const form = useForm({ initialValues: { title: '', text: '' } });
  const save = useSave(createTextDocument, {
    refresh: ['listDocuments'],
    done: t('uploadDone'),
    shows: (error) => bindProblem(error, form),
    saved: onDone,
  });
  return (
    <form
      onSubmit={form.onSubmit((values) =>
        save.mutate({ body: { ...values, collection_id: collectionId, format: 'markdown' } }),
      )}
    >
      <Stack>
        <TextInput label={t('documentTitle')} required data-autofocus {...form.getInputProps('title')} />
        <Textarea
          label={t('text')}
          description={t('textHint')}
          required
          autosize
          minRows={10}
          maxRows={24}
          {...form.getInputProps('text')}
        />
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('create')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
