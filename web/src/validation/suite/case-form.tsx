import { channels } from '@desk/contract/conversations';
import { outcomes } from '@desk/contract/decisions';
import type { SuiteCase } from '@desk/contract/suite';
import { Button, Group, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { caseOf, valuesOf, type WrittenValues } from './case-values.logic.ts';
import { DialogFoot } from '../../ui/form/dialog-foot.tsx';
import { SubmitButton } from '../../ui/form/saving-button.tsx';

interface CaseFormProps {
  /** Absent for a new case. */
  of?: SuiteCase;
  isSaving: boolean;
  onSave: (written: WrittenValues) => void;
}

/** A case as sentences: the customer's messages, and the expected result. */
export function CaseForm({ of, isSaving, onSave }: CaseFormProps) {
  const t = useWords(validationWords);
  const form = useForm({ initialValues: valuesOf(of) });
  const { turns } = form.getValues();
  return (
    <form onSubmit={form.onSubmit((values) => onSave(caseOf(values, of)))}>
      <Stack>
        <TextInput label={t('name')} data-autofocus {...form.getInputProps('name')} />
        {turns.map((_, index) => (
          <Textarea
            // oxlint-disable-next-line react/no-array-index-key -- turns are added and removed at the end only
            key={index}
            label={turns.length > 1 ? t('messageOf', { n: index + 1 }) : t('message')}
            required={index === 0}
            autosize
            minRows={2}
            {...form.getInputProps(`turns.${index}`)}
          />
        ))}
        <Group>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            onClick={() => form.insertListItem('turns', '')}
          >
            {t('addTurn')}
          </Button>
        </Group>
        <Group align="end">
          <Select
            label={t('channel')}
            placeholder={t('channel_email')}
            clearable
            data={channels.map((channel) => ({ value: channel, label: t(`channel_${channel}`) }))}
            {...form.getInputProps('channel')}
          />
          <Switch mb={8} label={t('verified')} {...form.getInputProps('verified', { type: 'checkbox' })} />
        </Group>
        <Select
          label={t('expectedOutcome')}
          placeholder={t('anyOutcome')}
          clearable
          data={outcomes.map((outcome) => ({ value: outcome, label: t(`outcome_${outcome}`) }))}
          {...form.getInputProps('outcome')}
        />
        <TextInput
          label={t('expectedDestination')}
          description={t('expectedDestinationHint')}
          {...form.getInputProps('destination')}
        />
        <TagsInput
          label={t('expectedSources')}
          description={t('expectedSourcesHint')}
          {...form.getInputProps('sources')}
        />
        <Textarea label={t('mustInclude')} autosize {...form.getInputProps('include')} />
        <Textarea label={t('mustNotInclude')} autosize {...form.getInputProps('exclude')} />
        <TagsInput label={t('caseTags')} {...form.getInputProps('tags')} />
        <Switch
          label={t('critical')}
          description={t('criticalHint')}
          {...form.getInputProps('critical', { type: 'checkbox' })}
        />
        <Switch label={t('enabled')} {...form.getInputProps('enabled', { type: 'checkbox' })} />
        <DialogFoot>
          <SubmitButton loading={isSaving}>{t(of ? 'save' : 'create')}</SubmitButton>
        </DialogFoot>
      </Stack>
    </form>
  );
}
