import { channels } from '@desk/contract/conversations';
import { updatePlayground, type PlaygroundConversation } from '@desk/contract/playground';
import { Group, Select, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useBase } from '../../ui/form/use-base.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';
import { localMinute } from '../local-minute.logic.ts';
import { validationWords } from '../validation-words.ts';
import { playgroundReads } from './playground-reads.ts';

/** The customer, channel and time under which the next turns are rehearsed. */
export function Circumstances({ conversation }: { conversation: PlaygroundConversation }) {
  const t = useWords(validationWords);
  const form = useForm({ initialValues: valuesOf(conversation) });
  // Each message makes a newer version, with the same circumstances.
  const { base, sending, saved, discard } = useBase(conversation, form, valuesOf);
  const { context, title, version } = base;
  const save = useSave(updatePlayground, {
    refresh: playgroundReads,
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved,
    discarded: discard,
  });
  const submit = form.onSubmit((values) => {
    sending(values);
    const { language: _language, as_of: _asOf, customer, ...rest } = context;
    save.mutate({
      params: { id: conversation.id },
      ifMatch: version,
      body: {
        title: values.title.trim() || title,
        context: {
          ...rest,
          channel: channels.find((each) => each === values.channel) ?? 'email',
          customer: { ...customer, verified: values.verified },
          ...(values.language.trim() ? { language: values.language.trim() } : {}),
          ...(values.asOf ? { as_of: new Date(values.asOf).toISOString() } : {}),
        },
      },
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={t('title')} {...form.getInputProps('title')} />
        <SimpleGrid cols={{ base: 1, sm: 3 }}>
          <Select
            label={t('channel')}
            allowDeselect={false}
            data={channels.map((channel) => ({ value: channel, label: t(`channel_${channel}`) }))}
            {...form.getInputProps('channel')}
          />
          <TextInput label={t('language')} placeholder={t('languageDetected')} {...form.getInputProps('language')} />
          <TextInput type="datetime-local" label={t('asOf')} {...form.getInputProps('asOf')} />
        </SimpleGrid>
        <Switch label={t('verified')} {...form.getInputProps('verified', { type: 'checkbox' })} />
        <Group justify="flex-end">
          <SubmitButton variant="default" disabled={!form.isDirty()} loading={save.isPending}>
            {t('saveCircumstances')}
          </SubmitButton>
        </Group>
      </Stack>
    </form>
  );
}

const valuesOf = ({ title, context }: PlaygroundConversation) => ({
  title,
  channel: context.channel ?? 'email',
  verified: context.customer?.verified ?? false,
  language: context.language ?? '',
  asOf: context.as_of ? localMinute(new Date(context.as_of)) : '',
});
