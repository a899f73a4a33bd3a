import { createWorkspace, updateWorkspace, type Workspace } from '@desk/contract/workspaces';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ApiError } from '../../api/api-error.ts';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { settingsWords } from '../settings-words.ts';
import { peopleWords } from './people-words.ts';

interface WorkspaceDialogProps {
  workspace: Workspace | 'new' | null;
  onClose: () => void;
}

/** Names a new workspace, or renames one; null closes the dialog. */
export function WorkspaceDialog({ workspace, onClose }: WorkspaceDialogProps) {
  const t = useWords(peopleWords);
  return (
    <FormModal
      opened={workspace !== null}
      onClose={onClose}
      title={t(workspace === 'new' ? 'newWorkspace' : 'renameTitle')}
    >
      {workspace && <WorkspaceForm workspace={workspace === 'new' ? null : workspace} onDone={onClose} />}
    </FormModal>
  );
}

function WorkspaceForm({ workspace, onDone }: { workspace: Workspace | null; onDone: () => void }) {
  const t = useWords(peopleWords);
  const s = useWords(settingsWords);
  const form = useForm({ initialValues: { name: workspace?.name ?? '' } });
  const refresh = ['listWorkspaces', 'listMembers'];
  const shows = (error: ApiError) => bindProblem(error, form);
  const create = useSave(createWorkspace, {
    refresh,
    shows,
    done: ({ name }) => t('created', { name }),
    saved: onDone,
  });
  const rename = useSave(updateWorkspace, {
    refresh,
    shows,
    done: s('saved'),
    saved: onDone,
    discarded: onDone,
    fields: { name: { name: t('name'), shown: asText } },
  });
  const submit = (body: { name: string }) =>
    workspace
      ? rename.mutate({ params: { id: workspace.id }, body, ifMatch: workspace.version })
      : create.mutate({ body });
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput label={t('name')} required maxLength={120} data-autofocus {...form.getInputProps('name')} />
        <DialogFoot>
          <SubmitButton loading={create.isPending || rename.isPending}>
            {workspace ? s('save') : t('create')}
          </SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
