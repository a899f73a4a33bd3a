import { destinationKinds, type DestinationKind } from '@desk/contract/decisions';
import {
  createDestination,
  deleteDestination,
  listDestinations,
  updateDestination,
  type Destination,
} from '@desk/contract/routing';
import { Anchor, Badge, Button, Group, Select, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useWholeList } from '../../ui/data/use-loaded.ts';
import { asText } from '../../ui/data/conflict.tsx';
import { useSave } from '../../ui/data/use-save.tsx';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { FieldsFor } from '../../ui/form/fields-for.tsx';
import { FormModal } from '../../ui/form/form-modal.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { DeleteButton } from '../../ui/form/delete-button.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { DataTable } from '../../ui/show/data-table.tsx';
import { Needs } from '../../ui/states/forbidden.tsx';
import { RoutingTabs } from '../routing-tabs.tsx';
import { DestinationSelect } from '../destination-select.tsx';
import { DestinationTest } from './destination-test.tsx';
import { QueueName } from './queue-name.tsx';
import { TargetField, TargetName } from './target-field.tsx';
import { routingWords } from '../words/routing-words.ts';

export function DestinationsPage() {
  const t = useWords(routingWords);
  const destinations = useWholeList(listDestinations, { query: { limit: 200 } }, { live: ['settings.updated'] });
  const [edited, setEdited] = useState<Destination | 'new' | null>(null);
  const create = (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Button leftSection={<IconPlus size={16} />} disabled={disabled} onClick={() => setEdited('new')}>
          {t('newDestination')}
        </Button>
      )}
    </Needs>
  );
  return (
    <Page title={t('destinations')} intro={t('destinationsIntro')} actions={create}>
      <RoutingTabs />
      <Loaded query={destinations}>{(rows) => <DestinationTable rows={rows} onEdit={setEdited} />}</Loaded>
      <FormModal
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === 'new' ? t('newDestination') : t('editDestination')}
        size="lg"
      >
        <FieldsFor role="workspace_admin">
          {edited !== null && edited !== 'new' && edited.built_in && (
            <QueueName queue={edited} onDone={() => setEdited(null)} />
          )}
          {edited !== null && (edited === 'new' || !edited.built_in) && (
            <DestinationForm destination={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
          )}
        </FieldsFor>
      </FormModal>
    </Page>
  );
}

function DestinationTable({ rows, onEdit }: { rows: readonly Destination[]; onEdit: (row: Destination) => void }) {
  const t = useWords(routingWords);
  const nameOf = (id: string | null) =>
    rows.find((row) => (id === null ? row.built_in : row.id === id))?.name ?? t('internalQueue');
  return (
    <DataTable
      label={t('destinations')}
      rows={rows}
      wide
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          cell: (row) => (
            <Group gap="xs">
              <Anchor component="button" type="button" fw={600} size="sm" ta="start" onClick={() => onEdit(row)}>
                {row.name}
              </Anchor>
              {row.built_in && <Badge variant="default">{t('builtIn')}</Badge>}
            </Group>
          ),
        },
        { key: 'kind', title: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
        { key: 'target', title: t('target'), cell: (row) => <TargetName destination={row} /> },
        { key: 'hours', title: t('hours'), cell: ({ hours }) => t(`hours_${hours}`) },
        {
          key: 'fallback',
          title: t('fallback'),
          cell: ({ built_in: builtIn, fallback_destination_id: id }) => (builtIn ? '' : <bdi>{nameOf(id)}</bdi>),
        },
        { key: 'enabled', title: t('enabled'), cell: (row) => <EnabledSwitch destination={row} /> },
        {
          key: 'test',
          title: t('testHandover'),
          cell: (row) => !row.built_in && row.kind !== 'queue' && <DestinationTest destination={row} />,
        },
      ]}
    />
  );
}

function EnabledSwitch({ destination }: { destination: Destination }) {
  const t = useWords(routingWords);
  const save = useSave(updateDestination, { refresh: ['listDestinations'], done: t('saved') });
  return (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Switch
          aria-label={`${t('enabled')}: ${destination.name}`}
          checked={destination.enabled}
          disabled={disabled || destination.built_in || save.isPending}
          onChange={({ currentTarget }) =>
            save.mutate({
              params: { id: destination.id },
              body: { enabled: currentTarget.checked },
              ifMatch: destination.version,
            })
          }
        />
      )}
    </Needs>
  );
}

function DestinationForm({ destination, onDone }: { destination: Destination | null; onDone: () => void }) {
  const t = useWords(routingWords);
  const form = useForm({
    initialValues: {
      name: destination?.name ?? '',
      kind: (destination?.kind ?? 'queue') as DestinationKind,
      target: destination?.target ?? '',
      hours: destination?.hours ?? ('always' as const),
      fallback: destination?.fallback_destination_id ?? null,
    },
  });
  const options = { refresh: ['listDestinations'], done: t('saved'), saved: onDone, discarded: onDone };
  const shows = (error: Parameters<typeof bindProblem>[0]) => bindProblem(error, form);
  const create = useSave(createDestination, { ...options, shows });
  const fields = {
    name: { name: t('name'), shown: asText },
    kind: { name: t('kind') },
    target: { name: t('target'), shown: asText },
    hours: { name: t('hours') },
    fallback_destination_id: { name: t('fallback') },
  };
  const update = useSave(updateDestination, { ...options, shows, fields });
  const submit = form.onSubmit(({ name, kind, target, hours, fallback }) => {
    const body = { name, kind, hours, target: target.trim() || null, fallback_destination_id: fallback };
    if (destination) update.mutate({ params: { id: destination.id }, body, ifMatch: destination.version });
    else create.mutate({ body });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={t('name')} required data-autofocus {...form.getInputProps('name')} />
        <Select
          label={t('kind')}
          allowDeselect={false}
          data={destinationKinds.map((kind) => ({ value: kind, label: t(`kind_${kind}`) }))}
          {...form.getInputProps('kind')}
        />
        {form.values.kind !== 'queue' && (
          <TargetField
            kind={form.values.kind}
            value={form.values.target}
            onChange={(target) => form.setFieldValue('target', target)}
            error={form.errors['target']}
          />
        )}
        <Select
          label={t('hours')}
          allowDeselect={false}
          data={(['always', 'business'] as const).map((hours) => ({ value: hours, label: t(`hours_${hours}`) }))}
          {...form.getInputProps('hours')}
        />
        <DestinationSelect
          label={t('fallback')}
          description={t('fallbackHint')}
          value={form.values.fallback}
          onChange={(id) => form.setFieldValue('fallback', id)}
          {...(destination ? { except: destination.id } : {})}
        />
        <DialogFoot aside={destination && <DeleteDestination destination={destination} onDone={onDone} />}>
          <Needs role="workspace_admin">
            {(disabled) => (
              <Button type="submit" disabled={disabled} loading={create.isPending || update.isPending}>
                {destination ? t('save') : t('create')}
              </Button>
            )}
          </Needs>
        </DialogFoot>
      </Stack>
    </form>
  );
}

function DeleteDestination({ destination, onDone }: { destination: Destination; onDone: () => void }) {
  const t = useWords(routingWords);
  const remove = useSave(deleteDestination, { refresh: ['listDestinations'], done: t('deleted'), saved: onDone });
  return (
    <DeleteButton
      label={t('delete')}
      question={{ title: t('deleteDestination', { name: destination.name }), text: t('deleteText') }}
      loading={remove.isPending}
      onSure={() => remove.mutate({ params: { id: destination.id }, ifMatch: destination.version })}
    />
  );
}
