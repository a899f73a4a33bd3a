import {
  listWebhookDeliveries,
  readWebhookEndpoint,
  updateWebhookEndpoint,
  type WebhookEndpoint,
} from '@desk/contract/webhooks';
import { Alert, Group, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { Loaded } from '../../ui/data/loaded.tsx';
import { loaded, useLoaded } from '../../ui/data/use-loaded.ts';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { useUnsavedGuard } from '../../ui/form/unsaved.ts';
import { useBase } from '../../ui/form/use-base.ts';
import { momentTime } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Part, SettingsPageFrame } from '../settings-page.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { Deliveries } from './webhook-deliveries.tsx';
import { useWebhookForm, WebhookFields } from './webhook-fields.tsx';
import { webhookWords } from './webhooks-words.ts';

export function WebhookPage() {
  const t = useWords(webhookWords);
  const { id } = useParams({ strict: false }) as { id: string };
  const endpoint = useLoaded(readWebhookEndpoint, { params: { id } }, { every: 5_000 });
  const title = endpoint.data ? new URL(endpoint.data.url).host : t('title');
  return (
    <SettingsPageFrame title={title}>
      <Loaded query={endpoint}>
        {(data) => (
          <Stack>
            <Notices endpoint={data} />
            <WebhookActions endpoint={data} />
            <Part title={t('settings')}>
              <WebhookForm endpoint={data} />
            </Part>
            <Part title={t('log')} hint={t('logHint')}>
              <Deliveries endpoint={data} />
            </Part>
          </Stack>
        )}
      </Loaded>
    </SettingsPageFrame>
  );
}

function Notices({ endpoint }: { endpoint: WebhookEndpoint }) {
  const t = useWords(webhookWords);
  const { enabled, disabled_reason: reason, disabled_at: at, failing_since: failing } = endpoint;
  return (
    <>
      {!enabled && (
        <Alert color={reason ? 'red' : 'gray'} role="status">
          {reason && at ? t(reason === 'gone' ? 'gone' : 'gaveUp', { time: momentTime(at) }) : t('offByPerson')}
        </Alert>
      )}
      {enabled && failing && (
        <Alert color="yellow" role="status">
          {t('failingSince', { time: momentTime(failing) })}
        </Alert>
      )}
      {endpoint.previous_secret_until && (
        <Alert color="blue" role="status">
          {t('twoSecrets', { time: momentTime(endpoint.previous_secret_until) })}
        </Alert>
      )}
      {endpoint.replaying && <Alert color="blue">{t('replaying')}</Alert>}
    </>
  );
}

const valuesOf = ({ url, events }: WebhookEndpoint) => ({ url, events });

function WebhookForm({ endpoint: latest }: { endpoint: WebhookEndpoint }) {
  const t = useWords(webhookWords);
  const form = useWebhookForm(valuesOf(latest));
  const { base, sending, saved, discard } = useBase(latest, form, valuesOf);
  const save = useSave(updateWebhookEndpoint, {
    refresh,
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved,
    discarded: discard,
    fields: { url: { name: t('url'), shown: asText }, events: { name: t('events') } },
  });
  const dirty = form.isDirty();
  useUnsavedGuard(dirty);
  const submit = form.onSubmit((values) => {
    sending(values);
    save.mutate({ params: { id: latest.id }, body: values, ifMatch: base.version });
  });
  return (
    <form onSubmit={submit}>
      <Stack maw={560}>
        <EnabledSwitch endpoint={latest} />
        <WebhookFields form={form} />
        <Group>
          <SubmitButton loading={save.isPending} disabled={!dirty}>
            {t('save')}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

const refresh = ['readWebhookEndpoint', 'listWebhookEndpoints', 'listWebhookDeliveries'];

/** Saved at once, and apart from what is being typed. */
function EnabledSwitch({ endpoint: { id, enabled } }: { endpoint: WebhookEndpoint }) {
  const t = useWords(webhookWords);
  const cache = useQueryClient();
  const save = useSave(updateWebhookEndpoint, { refresh, done: t('saved') });
  // Only pending deliveries would be lost. If they cannot be read, asking does no harm.
  const losesNothing = async () => {
    const pending = loaded(listWebhookDeliveries, { params: { id }, query: { state: 'pending', limit: 1 } });
    const read = await cache.fetchQuery({ ...pending, staleTime: 0 }).catch(() => null);
    return read?.items.length === 0;
  };
  const change = async (next: boolean) => {
    const question = { title: t('offTitle'), text: t('offText'), confirm: t('offConfirm'), dangerous: true };
    if (next || (await losesNothing()) || (await confirm(question)))
      save.mutate({ params: { id }, body: { enabled: next } });
  };
  return (
    <Switch
      label={t('enabled')}
      description={t('enabledHint')}
      checked={enabled}
      disabled={save.isPending}
      onChange={(event) => void change(event.currentTarget.checked)}
    />
  );
}
