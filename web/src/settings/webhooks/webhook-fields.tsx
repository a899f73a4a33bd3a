import { webhookEventTypes, type WebhookEventType } from '@desk/contract/webhooks';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useWords } from '../../ui/i18n/words.ts';
import { webhookWords } from './webhooks-words.ts';

interface Values {
  url: string;
  events: WebhookEventType[];
}

export function useWebhookForm(initialValues: Values) {
  const t = useWords(webhookWords);
  return useForm({
    initialValues,
    validate: { events: (events) => (events.length === 0 ? t('eventsMissing') : null) },
  });
}

/** The address and the events of a webhook. */
export function WebhookFields({ form }: { form: ReturnType<typeof useWebhookForm> }) {
  const t = useWords(webhookWords);
  return (
    <>
      <TextInput
        type="url"
        label={t('url')}
        description={t('urlHint')}
        placeholder="https://example.com/hooks/frontdesk"
        required
        maxLength={2000}
        {...form.getInputProps('url')}
      />
      <Checkbox.Group label={t('events')} required {...form.getInputProps('events')}>
        <Stack gap="xs" mt="xs">
          {webhookEventTypes.map((type) => (
            <Checkbox key={type} value={type} label={type} />
          ))}
        </Stack>
      </Checkbox.Group>
    </>
  );
}
