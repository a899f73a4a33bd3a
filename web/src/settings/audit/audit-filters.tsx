import type { AuditEventsQuery } from '@desk/contract/audit';
import { Button, Group, Select, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { useWords } from '../../ui/i18n/words.ts';
import { actionLabel, actions } from './action-words.ts';
import { auditWords } from './audit-words.ts';

/** The query parameters; `since` is a day. */
export interface AuditSearch extends Record<string, string | undefined> {
  action?: string | undefined;
  subject_id?: string | undefined;
  since?: string | undefined;
}

export function queryOf({ action, subject_id, since }: AuditSearch): AuditEventsQuery {
  // The beginning of that day in the browser's time zone. A hand-written address may contain an invalid day.
  const from = since ? new Date(`${since}T00:00:00`) : null;
  return {
    ...(action ? { action } : {}),
    ...(subject_id ? { subject_id } : {}),
    ...(from && !Number.isNaN(from.getTime()) ? { since: from.toISOString() } : {}),
  };
}

interface AuditFiltersProps {
  search: AuditSearch;
  onChange: (changes: AuditSearch) => void;
}

export function AuditFilters({ search, onChange }: AuditFiltersProps) {
  const t = useWords(auditWords);
  const { action = '', subject_id = '', since = '' } = search;
  // An address may contain an action that the client does not know.
  const known = action && !actions.includes(action) ? [...actions, action] : actions;
  const form = useForm({ initialValues: { action, subject_id, since } });
  // Follow back, forward, and a filter that was set from a row.
  useEffect(() => form.setValues({ action, subject_id, since }), [action, subject_id, since]);
  const apply = (values: typeof form.values) =>
    onChange({ action: values.action?.trim(), subject_id: values.subject_id.trim(), since: values.since });
  return (
    <form onSubmit={form.onSubmit(apply)} role="search">
      <Group align="flex-end" mb="md" className="phone-wide">
        <Select
          label={t('action')}
          placeholder={t('actionAny')}
          searchable
          clearable
          w={280}
          data={known.map((value) => ({ value, label: actionLabel(value) }))}
          {...form.getInputProps('action')}
          value={form.values.action || null}
        />
        <TextInput label={t('subjectId')} maxLength={200} {...form.getInputProps('subject_id')} />
        <TextInput type="date" label={t('since')} {...form.getInputProps('since')} />
        <Button type="submit" variant="default">
          {t('filter')}
        </Button>
      </Group>
    </form>
  );
}
