import type { Document, UpdateDocument } from '@desk/contract/documents';
import { listCollections, updateDocument } from '@desk/contract/knowledge';
import { Select, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useBase } from '../../ui/form/use-base.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { knowledgeWords } from '../knowledge-words.ts';

const valuesOf = ({ title, collection_id, expires_at }: Document) => ({
  title,
  collection_id,
  expires_at: expires_at ? dayOf(expires_at) : '',
});

/** Title, collection and the day from which a document is no longer used. */
export function DocumentForm({ document: latest, onSaved }: { document: Document; onSaved: () => void }) {
  const t = useWords(knowledgeWords);
  const collections = useWholeList(listCollections, { query: { limit: 200 } });
  const form = useForm({ initialValues: valuesOf(latest) });
  // As it was when editing began: what somebody else has changed since then is not a change of this person, nor undone unasked.
  const { base } = useBase(latest, form, valuesOf);
  const before = valuesOf(base);
  const save = useSave(updateDocument, {
    refresh: ['readDocument', 'listDocuments'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: onSaved,
    discarded: onSaved,
    fields: {
      title: { name: t('documentTitle'), shown: asText },
      collection_id: { name: t('move') },
      expires_at: { name: t('expires'), shown: (at) => (typeof at === 'string' ? dayOf(at) : asText(at)) },
    },
  });
  // Send only what was changed: an expiry set by a script has a time of day, and a title that is sent no longer follows the file.
  const submit = ({ title, collection_id: collection, expires_at: day }: typeof before) => {
    const body: UpdateDocument = {
      ...(title === before.title ? {} : { title }),
      ...(collection === before.collection_id ? {} : { collection_id: collection }),
      ...(day === before.expires_at ? {} : { expires_at: day ? new Date(`${day}T00:00`).toISOString() : null }),
    };
    // Changes of other fields do not meet; one of the same field would be undone.
    const now = valuesOf(latest);
    const fields = ['title', 'collection_id', 'expires_at'] as const;
    const meet = fields.some((field) => field in body && now[field] !== before[field]);
    save.mutate({ params: { id: base.id }, ifMatch: (meet ? base : latest).version, body });
  };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={t('documentTitle')}
          required
          maxLength={300}
          data-autofocus
          {...form.getInputProps('title')}
        />
        <Select
          label={t('move')}
          data={(collections.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          allowDeselect={false}
          {...form.getInputProps('collection_id')}
        />
        <TextInput
          type="date"
          label={t('expires')}
          description={t('expiresHint')}
          {...form.getInputProps('expires_at')}
        />
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('save')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** The day in the browser's time zone, as a date field has it. */
function dayOf(at: string): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
