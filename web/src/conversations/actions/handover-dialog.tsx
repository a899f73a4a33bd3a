import { listDestinations } from '@desk/contract/routing';
import { readSettings } from '@desk/contract/settings';
import { Alert, Select, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useRef } from 'react';
import { useLoaded, useWholeList } from '../../ui/data/use-loaded.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import type { Thread } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { useHandover } from './use-handover.ts';

interface HandoverDialogProps {
  thread: Thread;
  opened: boolean;
  onClose: () => void;
}

/** Chooses the new owner, the note, and whether the customer gets a message. */
export function HandoverDialog({ thread, opened, onClose }: HandoverDialogProps) {
  const t = useWords(inboxWords);
  return (
    <FormModal opened={opened} onClose={onClose} title={t('handoverTitle')}>
      <HandoverForm thread={thread} onClose={onClose} />
    </FormModal>
  );
}

function HandoverForm({ thread, onClose }: Omit<HandoverDialogProps, 'opened'>) {
  const t = useWords(inboxWords);
  const destinations = useWholeList(listDestinations, { query: { limit: 200 } });
  const settings = useLoaded(readSettings, {});
  const shown = useShown();
  // The dialog stays open until the server has agreed: a refusal must not lose the note.
  const handover = useHandover(() => shown.current && onClose());
  const form = useForm({ initialValues: { destination: thread.destination?.id ?? null, note: '', notify: false } });
  const send = form.onSubmit(({ destination, note, notify }) => {
    handover.mutate({
      params: { id: thread.id },
      body: {
        to: 'human',
        ...(destination === null ? {} : { destination_id: destination }),
        note: note.trim() || null,
        notify_customer: notify,
      },
      ifMatch: thread.version,
    });
  });
  const preview = settings.data?.handover_message;
  const { destination } = form.values;
  // The server changes nothing then, and would not keep the note.
  const there =
    !handover.isPending &&
    thread.owner === 'human' &&
    thread.status === 'open' &&
    (destination === null || destination === thread.destination?.id);
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Select
          label={t('handoverDestination')}
          description={thread.owner === 'ai' && t('handoverDestinationHint')}
          placeholder={thread.owner === 'ai' ? t('usualDestination') : ''}
          clearable
          data-autofocus
          data={(destinations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          {...form.getInputProps('destination')}
        />
        <Textarea
          label={t('handoverNote')}
          description={t('handoverNoteHint')}
          autosize
          minRows={3}
          maxLength={5000}
          {...form.getInputProps('note')}
        />
        <Switch
          label={t('handoverNotify')}
          description={t('handoverNotifyHint')}
          {...form.getInputProps('notify', { type: 'checkbox' })}
        />
        {form.values.notify && preview && <Alert variant="light">{preview}</Alert>}
        {there && <Text size="sm">{t('handoverSame')}</Text>}
        <DialogFoot>
          <SubmitButton disabled={there} loading={handover.isPending}>
            {t('handoverTitle')}
          </SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}

/** Becomes false when the form is closed. A late answer must not close it again, because that would move the focus. */
function useShown() {
  const shown = useRef(true);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  return shown;
}
