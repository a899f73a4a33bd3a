import {
  deleteWebhookEndpoint,
  readWebhookEndpoint,
  replayWebhookEvents,
  rotateWebhookSecret,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from '@desk/contract/webhooks';
import { Group, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { loaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Dialog } from '../../ui/show/dialog.tsx';
import { ShownOnce } from '../shown-once.tsx';
import { webhookWords } from './webhooks-words.ts';

const refresh = ['readWebhookEndpoint', 'listWebhookDeliveries'];

/** What can be done with a webhook, besides changing it. */
export function WebhookActions({ endpoint: { id, enabled } }: { endpoint: WebhookEndpoint }) {
  const t = useWords(webhookWords);
  const [secret, setSecret] = useState<string | null>(null);
  const [replaying, { open, close }] = useDisclosure(false);
  const params = { id };
  const test = useSave(testWebhookEndpoint, { refresh, done: t('tested') });
  const rotate = useSave(rotateWebhookSecret, { refresh, saved: (reply) => setSecret(reply.secret) });
  const askToRotate = async () => {
    const question = { title: t('rotate'), text: t('rotateText'), confirm: t('rotate') };
    if (await confirm(question)) rotate.mutate({ params });
  };
  return (
    <Group>
      <SavingButton disabled={!enabled} loading={test.isPending} onClick={() => test.mutate({ params })}>
        {t('test')}
      </SavingButton>
      <SavingButton variant="default" disabled={!enabled} onClick={open}>
        {t('replay')}
      </SavingButton>
      <SavingButton variant="default" loading={rotate.isPending} onClick={() => void askToRotate()}>
        {t('rotate')}
      </SavingButton>
      <DeleteWebhook id={id} />
      <ReplayDialog id={id} opened={replaying} onClose={close} />
      <ShownOnce title={t('rotatedTitle')} hint={t('secretHint')} value={secret} onClose={() => setSecret(null)} />
    </Group>
  );
}

function DeleteWebhook({ id }: { id: string }) {
  const t = useWords(webhookWords);
  const navigate = useNavigate();
  const drop = useSave(deleteWebhookEndpoint, {
    refresh: ['listWebhookEndpoints'],
    done: t('deleted'),
    saved: () => void navigate({ to: '/settings/webhooks', ignoreBlocker: true }),
  });
  const ask = async () => {
    const question = { title: t('deleteTitle'), text: t('deleteText'), confirm: t('delete'), dangerous: true };
    if (await confirm(question)) drop.mutate({ params: { id } });
  };
  return (
    <SavingButton variant="default" loading={drop.isPending} onClick={() => void ask()}>
      {t('delete')}
    </SavingButton>
  );
}

const hours = ['1', '24', '144'] as const;

function ReplayDialog({ id, opened, onClose }: { id: string; opened: boolean; onClose: () => void }) {
  const t = useWords(webhookWords);
  const [since, setSince] = useState<(typeof hours)[number]>('1');
  const done = ({ replaying }: WebhookEndpoint) => t(replaying ? 'replayed' : 'nothingMissed');
  const cache = useQueryClient();
  const replay = useSave(replayWebhookEvents, {
    refresh,
    done,
    saved: (reply) => {
      // It may be over before the webhook is read again: the log waits for its end.
      cache.setQueryData(loaded(readWebhookEndpoint, { params: { id } }).queryKey, reply);
      onClose();
    },
  });
  const send = () => {
    const at = new Date(Date.now() - Number(since) * 3_600_000);
    replay.mutate({ params: { id }, body: { since: at.toISOString() } });
  };
  return (
    <Dialog opened={opened} onClose={onClose} title={t('replayTitle')}>
      <Stack>
        <Text size="sm">{t('replayText')}</Text>
        <Select
          label={t('since')}
          data={hours.map((value) => ({ value, label: t(`since_${value}`) }))}
          value={since}
          allowDeselect={false}
          data-autofocus
          onChange={(value) => setSince(hours.find((each) => each === value) ?? '1')}
        />
        <DialogFoot>
          <SavingButton loading={replay.isPending} onClick={send}>
            {t('replayTitle')}
          </SavingButton>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}
