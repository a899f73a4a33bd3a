import { createWebhookEndpoint, webhookEventTypes } from '@desk/contract/webhooks';
import { Stack } from '@mantine/core';
import { useState } from 'react';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { ShownOnce } from '../shown-once.tsx';
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx';
import { webhookWords } from './webhooks-words.ts';

/** Creates a webhook, and then shows its secret once. */
export function NewWebhookDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords(webhookWords);
  const [secret, setSecret] = useState<string | null>(null);
  const done = (created: string) => {
    onClose();
    setSecret(created);
  };
  return (
    <>
      <FormModal opened={opened} onClose={onClose} title={t('new')}>
        <NewWebhookForm onDone={done} />
      </FormModal>
      <ShownOnce title={t('createdTitle')} hint={t('secretHint')} value={secret} onClose={() => setSecret(null)} />
    </>
  );
}

function NewWebhookForm({ onDone }: { onDone: (secret: string) => void }) {
  const t = useWords(webhookWords);
  const form = useWebhookForm({ url: '', events: [...webhookEventTypes] });
  const save = useSave(createWebhookEndpoint, {
    refresh: ['listWebhookEndpoints'],
    shows: (error) => bindProblem(error, form),
    saved: ({ secret }) => onDone(secret),
  });
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate({ body }))}>
      <Stack>
        <WebhookFields form={form} />
        <DialogFoot>
          <SubmitButton loading={save.isPending}>{t('create')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
