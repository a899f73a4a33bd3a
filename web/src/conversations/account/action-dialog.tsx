import './account.css';
import type { AccountAction } from '@desk/contract/account-actions';
import { Alert, Select, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { accountWords } from '../words/account-words.ts';
import { ActionInputs } from './action-inputs.tsx';
import { DoneAction, FailureWords, ShownAction } from './action-shown.tsx';
import { complaintAbout, enteredFirst, labelOf } from './action.logic.ts';
import { useAction, type Entered, type Refusal } from './use-action.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';

interface ActionDialogProps {
  conversationId: string;
  actions: readonly AccountAction[];
  onClose: () => void;
}

/** A write in a connected system: a person chooses it, fills it in, sees the request and approves it; then it is sent. */
export function ActionDialog({ conversationId, actions, onClose }: ActionDialogProps) {
  const t = useWords(accountWords);
  // Keep the actions from the opening of the dialog: nothing changes while a person uses it.
  const [offered] = useState(actions);
  const [chosen, choose] = useState(() => offered.find(({ blocked }) => !blocked) ?? offered[0]);
  const { stage, entered, busy, begin, enterAgain, preview, approve } = useAction(conversationId);
  return (
    <FormModal opened onClose={onClose} size="lg" title={t('title')} isKept={stage.kind === 'done'}>
      {stage.kind === 'entering' && chosen && (
        <Stack gap="sm">
          <Select
            label={t('choose')}
            description={t('chooseHint')}
            searchable={offered.length > 7}
            allowDeselect={false}
            disabled={busy}
            data={offered.map((each) => ({ value: each.template_id, label: labelOf(each) }))}
            value={chosen.template_id}
            onChange={(id) => {
              begin();
              choose((before) => offered.find((each) => each.template_id === id) ?? before);
            }}
          />
          {chosen.description && <Text size="sm">{chosen.description}</Text>}
          {chosen.blocked ? (
            <Alert color="yellow" variant="light" title={t('blocked')}>
              <FailureWords {...chosen.blocked} />
            </Alert>
          ) : (
            <ActionForm
              key={chosen.template_id}
              action={chosen}
              entered={entered}
              refusal={stage.refusal}
              busy={busy}
              onPreview={preview}
            />
          )}
        </Stack>
      )}
      {stage.kind === 'shown' && <ShownAction {...stage} busy={busy} onBack={enterAgain} onApprove={approve} />}
      {stage.kind === 'done' && <DoneAction result={stage.result} onClose={onClose} />}
    </FormModal>
  );
}

interface ActionFormProps {
  action: AccountAction;
  entered: Entered | null;
  refusal: Refusal | null;
  busy: boolean;
  onPreview: (action: AccountAction, entered: Entered) => void;
}

function ActionForm({ action, entered, refusal, busy, onPreview }: ActionFormProps) {
  const t = useWords(accountWords);
  const form = useForm({
    initialValues: entered ?? enteredFirst(action.inputs),
    validate: (values) =>
      Object.fromEntries(
        action.inputs.flatMap((input) => {
          const complaint = input.fixed ? null : complaintAbout(input, values[input.name] ?? '');
          return complaint ? [[input.name, t(complaint)]] : [];
        }),
      ),
  });
  return (
    <form noValidate onSubmit={form.onSubmit((values) => onPreview(action, values))}>
      <Stack gap="sm">
        <ActionInputs inputs={action.inputs} form={form} />
        {refusal && (
          <Alert color="red" variant="light" title={t('refused')} role="alert">
            <FailureWords {...refusal} />
          </Alert>
        )}
        <DialogFoot>
          <SubmitButton loading={busy}>{t('show')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
