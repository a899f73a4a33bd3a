import { channels } from '@desk/contract/conversations';
import { listDestinations } from '@desk/contract/routing';
import { Radio, Select, Stack } from '@mantine/core';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Part } from '../settings-page.tsx';
import { useDraft } from './draft-form.ts';
import { NumberField, SwitchField } from './fields.tsx';
import { organizationWords } from './organization-words.ts';

/** The default destination of handovers, and when a conversation is reopened or resolved. */
export function ConversationsPart() {
  const t = useWords(organizationWords);
  const form = useDraft();
  const { policy } = form.values.inactivity;
  return (
    <Part title={t('conversations')}>
      <Stack>
        <DefaultDestination />
        {channels.map((channel) => (
          <NumberField
            key={channel}
            path={`reopen_window_hours.${channel}`}
            label={t('reopen', { channel: t(channel) })}
            hint={channel === 'chatdesk' ? t('reopenHint') : ''}
            min={0}
            max={8760}
            unit={t('hoursUnit')}
          />
        ))}
        <Radio.Group label={t('inactivity')} {...form.getInputProps('inactivity.policy')}>
          <Stack gap="xs" mt="xs">
            <Radio value="wait" label={t('inactivity_wait')} description={t('inactivity_waitHint')} />
            <Radio value="resolve" label={t('inactivity_resolve')} description={t('inactivity_resolveHint')} />
          </Stack>
        </Radio.Group>
        {policy === 'resolve' && (
          <NumberField path="inactivity.hours" label={t('inactivityHours')} min={1} max={8760} unit={t('hoursUnit')} />
        )}
      </Stack>
    </Part>
  );
}

function DefaultDestination() {
  const t = useWords(organizationWords);
  const form = useDraft();
  const destinations = useWholeList(listDestinations, { query: { limit: 200 } });
  const chosen = form.values.default_destination_id;
  const options = (destinations.data ?? []).map(({ id, name, enabled }) => ({
    value: id,
    label: enabled ? name : t('destinationOff', { name }),
  }));
  // Show the id until the names are loaded.
  if (chosen && !options.some(({ value }) => value === chosen)) options.unshift({ value: chosen, label: chosen });
  return (
    <Select
      label={t('destination')}
      description={t(chosen ? 'destinationHint' : 'destinationNone')}
      placeholder={t('destinationEmpty')}
      data={options}
      searchable
      clearable
      maw={420}
      {...form.getInputProps('default_destination_id')}
    />
  );
}

export function RetentionPart() {
  const t = useWords(organizationWords);
  const days = { min: 1, max: 3650, unit: t('daysUnit') };
  return (
    <Part title={t('retention')} hint={t('retentionHint')}>
      <Stack>
        <NumberField
          path="retention_days.messages"
          label={t('keepMessages')}
          hint={t('keepEmpty')}
          nullable
          {...days}
        />
        <NumberField
          path="retention_days.decisions"
          label={t('keepDecisions')}
          hint={t('keepEmpty')}
          nullable
          {...days}
        />
        <NumberField path="retention_days.playground" label={t('keepPlayground')} {...days} />
      </Stack>
    </Part>
  );
}

/** Whether changed rules need a passing validation run before they take effect. */
export function PublishGatePart() {
  const t = useWords(organizationWords);
  const { enabled } = useDraft().values.publish_gate;
  return (
    <Part title={t('gate')}>
      <Stack>
        <SwitchField path="publish_gate.enabled" label={t('gateSwitch')} hint={t(enabled ? 'gateOn' : 'gateOff')} />
        {enabled && (
          <>
            <NumberField path="publish_gate.max_regressions" label={t('gateRegressions')} min={0} max={5000} />
            <NumberField path="publish_gate.min_score" label={t('gateScore')} min={0} max={100} times={100} unit="%" />
          </>
        )}
      </Stack>
    </Part>
  );
}
