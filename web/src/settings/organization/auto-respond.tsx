import { listAuditEvents } from '@desk/contract/audit';
import { channels } from '@desk/contract/conversations';
import { readSettings, updateSettings, type Settings } from '@desk/contract/settings';
import { Alert, Stack, Switch, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { loaded, useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { listOf } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { confirm } from '../../ui/show/confirm.tsx';
import { Time } from '../../ui/show/time.tsx';
import { Needs, useMay } from '../../ui/states/forbidden.tsx';
import { Part } from '../settings-page.tsx';
import { organizationWords } from './organization-words.ts';
import { Readiness } from './readiness.tsx';

/** The master switch for every automatic message to customers. It takes effect at once and is not part of the form below it. */
export function AutoRespondPart({ settings }: { settings: Settings }) {
  const t = useWords(organizationWords);
  const cache = useQueryClient();
  const save = useSave(updateSettings, {
    refresh: ['readSettings', 'listAuditEvents'],
    done: ({ auto_respond_enabled: on }) => t(on ? 'turnedOn' : 'turnedOff'),
    saved: (reply) => cache.setQueryData(loaded(readSettings, {}).queryKey, reply),
  });
  const consequence = useConsequence(settings);
  const change = async (on: boolean) => {
    const question = { title: t('turnOnTitle'), text: consequence(true), confirm: t('turnOn') };
    if (on && !(await confirm(question))) return;
    save.mutate({ body: { auto_respond_enabled: on } });
  };
  return (
    <Part title={t('autoRespond')}>
      <Stack>
        <Needs role="org_admin">
          {(disabled) => (
            <Switch
              size="md"
              label={t('autoRespondSwitch')}
              checked={settings.auto_respond_enabled}
              disabled={disabled || save.isPending}
              onChange={({ currentTarget }) => void change(currentTarget.checked)}
            />
          )}
        </Needs>
        <Alert color={settings.auto_respond_enabled ? 'indigo' : 'gray'} role="status">
          {consequence(settings.auto_respond_enabled)}
        </Alert>
        <LastChange />
        <Readiness settings={settings} />
      </Stack>
    </Part>
  );
}

/** Describes what on and off mean: on which channels the AI sends, and on which it only drafts. */
function useConsequence(settings: Settings): (on: boolean) => string {
  const t = useWords(organizationWords);
  const modes = channels.map((channel) => {
    const terms = settings.channels[channel].auto_respond;
    return { channel, mode: terms === 'inherit' ? settings.auto_respond_mode : terms };
  });
  const named = (wanted: 'auto' | 'draft') =>
    listOf(modes.filter(({ mode }) => mode === wanted).map(({ channel }) => t(channel)));
  return (on) => {
    if (!on) return t('offMeans');
    const [sends, drafts] = [named('auto'), named('draft')];
    const words = [sends && t('sendsOn', { channels: sends }), drafts && t('draftsOn', { channels: drafts })];
    return words.filter(Boolean).join(' ') || t('onNowhere');
  };
}

/** The last change of the switch, from the audit log, which only admins may read. */
function LastChange() {
  const t = useWords(organizationWords);
  const query = { action: 'settings.updated', limit: 200 };
  const may = useMay('org_admin');
  const events = useLoaded(listAuditEvents, { query }, { enabled: may });
  const last = events.data?.items.find(({ changes }) => 'auto_respond_enabled' in changes);
  if (!may) return null;
  const on = last?.changes['auto_respond_enabled']?.to === true;
  return (
    // The line is kept free until the log is read, so that nothing below jumps.
    <Text size="sm" c="dimmed" mih="1lh">
      {last && (
        <>
          {t(on ? 'turnedOnBy' : 'turnedOffBy', { name: last.actor.name })} <Time at={last.at} />
        </>
      )}
    </Text>
  );
}
