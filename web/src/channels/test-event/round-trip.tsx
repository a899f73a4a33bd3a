import { sendRoundTrip, type EmailDomain } from '@desk/contract/email-domains';
import { Badge, Group, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { SavingButton } from '../../ui/form/saving-button.tsx';
import { number } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Time } from '../../ui/show/time.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { testWords } from './test-words.ts';

/** Sends a mail to an address of the domain, and shows when the mailbox has forwarded it to us. */
export function RoundTrip({ domain: { id, domain, round_trip: trip } }: { domain: EmailDomain }) {
  const t = useWords(testWords);
  const form = useForm({ initialValues: { address: trip?.address ?? `support@${domain}` } });
  const save = useSave(sendRoundTrip, {
    refresh: ['listEmailDomains', 'listEmailEvents'],
    shows: (error) => bindProblem(error, form),
  });
  return (
    <form onSubmit={form.onSubmit((body) => save.mutate({ params: { domain_id: id }, body }))}>
      <Needs role="workspace_admin">
        {(disabled) => (
          <Group align="end" mt="md">
            <TextInput
              label={t('tripAddress')}
              description={t('tripHint')}
              type="email"
              required
              disabled={disabled}
              style={{ flex: '1 1 16rem' }}
              maw="28rem"
              {...form.getInputProps('address')}
            />
            <SavingButton type="submit" variant="default" disabled={disabled} loading={save.isPending}>
              {t('tripSend')}
            </SavingButton>
          </Group>
        )}
      </Needs>
      {trip && (
        <Group gap="xs" mt="xs" role="status">
          <Badge color={trip.arrived_at ? 'green' : 'orange'} variant="light">
            {t(trip.arrived_at ? 'tripArrived' : 'tripWaiting')}
          </Badge>
          <Text size="sm">
            {trip.arrived_at
              ? t('tripTook', { address: trip.address, seconds: secondsBetween(trip.sent_at, trip.arrived_at) })
              : t('tripSent', { address: trip.address })}{' '}
            <Time at={trip.arrived_at ?? trip.sent_at} />
          </Text>
        </Group>
      )}
    </form>
  );
}

const secondsBetween = (from: string, to: string): string =>
  number(Math.max(1, Math.round((Date.parse(to) - Date.parse(from)) / 1_000)));
