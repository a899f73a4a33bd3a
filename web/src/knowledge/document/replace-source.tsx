import type { Document } from '@desk/contract/documents';
import { reingestDocument } from '@desk/contract/knowledge';
import { Button, FileButton, Stack, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconFileUpload, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiError } from '../../api/api-error.ts';
import { download } from '../../api/call.ts';
import { openConflict } from '../../ui/data/conflict.tsx';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { knowledgeWords } from '../knowledge-words.ts';

interface ReplaceSourceProps {
  document: Document;
  disabled: boolean;
}

/** Replaces what the document says. The version before it serves until the new one is complete. */
export function ReplaceSource({ document, disabled }: ReplaceSourceProps) {
  if (document.source.kind === 'upload') return <ReplaceFile document={document} disabled={disabled} />;
  return document.source.kind === 'text' ? <EditText document={document} disabled={disabled} /> : null;
}

const rereads = ['readDocument', 'listVersions', 'listChunks'];

function ReplaceFile({ document, disabled }: ReplaceSourceProps) {
  const t = useWords(knowledgeWords);
  const save = useSave(reingestDocument, {
    refresh: rereads,
    done: ({ unchanged }) => t(unchanged ? 'unchanged' : 'reingested'),
  });
  const replace = (file: File | null) => {
    if (!file) return;
    const body = new FormData();
    body.set('file', file);
    save.mutate({ params: { id: document.id }, body } as never);
  };
  return (
    <FileButton onChange={replace} disabled={disabled} inputProps={{ 'aria-label': t('replaceFile') }}>
      {(props) => (
        <Button
          {...props}
          variant="default"
          leftSection={<IconFileUpload size={16} />}
          disabled={disabled}
          loading={save.isPending}
        >
          {t('replaceFile')}
        </Button>
      )}
    </FileButton>
  );
}

function EditText({ document, disabled }: ReplaceSourceProps) {
  const t = useWords(knowledgeWords);
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" leftSection={<IconPencil size={16} />} disabled={disabled} onClick={open}>
        {t('editText')}
      </Button>
      <FormModal opened={opened} onClose={close} title={document.title} size="xl">
        <StoredText document={document} onSaved={close} />
      </FormModal>
    </>
  );
}

function StoredText({ document, onSaved }: { document: Document; onSaved: () => void }) {
  // The text from the opening of the dialog: a newer one, or none while it loads, would replace the words of somebody who edits it.
  const [hash] = useState(document.content_hash);
  const stored = useQuery<string, ApiError>({
    queryKey: ['documentText', document.id, hash],
    queryFn: async () => (await download(`/api/knowledge/documents/${document.id}/content`)).text(),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const isOutdated = hash !== null && document.content_hash !== hash;
  return (
    <Loaded query={stored}>
      {(text) => <TextForm id={document.id} text={text} isOutdated={isOutdated} onSaved={onSaved} />}
    </Loaded>
  );
}

const focusOn = (field: HTMLTextAreaElement | null) => field?.focus({ preventScroll: true });

interface TextFormProps {
  id: string;
  text: string;
  /** A colleague has replaced the text since. */
  isOutdated: boolean;
  onSaved: () => void;
}

function TextForm({ id, text, isOutdated, onSaved }: TextFormProps) {
  const t = useWords(knowledgeWords);
  const form = useForm({ initialValues: { text } });
  const save = useSave(reingestDocument, {
    refresh: rereads,
    done: ({ unchanged }) => t(unchanged ? 'unchanged' : 'reingested'),
    shows: (error) => bindProblem(error, form),
    saved: onSaved,
  });
  const submit = form.onSubmit((values) => {
    const replace = () => save.mutate({ params: { id }, body: values } as never);
    if (isOutdated) openConflict({ mine: null, theirs: null, fields: {}, overwrite: replace, discard: onSaved });
    else replace();
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <Textarea
          label={t('text')}
          description={t('textHint')}
          required
          // Its text arrives after the dialog has chosen where the focus begins.
          ref={focusOn}
          autosize
          minRows={10}
          maxRows={24}
          {...form.getInputProps('text')}
        />
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('save')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
