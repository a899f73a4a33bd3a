import { channels } from '@desk/contract/conversations';
import {
  Alert,
  Anchor,
  Button,
  Collapse,
  Group,
  NumberInput,
  Select,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import type { SimulatorValues } from './request.logic.ts';
import { SubmitButton } from '../../ui/form/saving-button.tsx';

/** The real conversation in which the question is asked. */
export interface Within {
  id: string;
  name: string;
  leave: () => void;
}

interface SimulatorFormProps {
  form: ReturnType<typeof useForm<SimulatorValues>>;
  within: Within | null;
  isAsking: boolean;
  onAsk: (event: FormEvent<HTMLFormElement>) => void;
}

export function SimulatorForm({ form, within, isAsking, onAsk }: SimulatorFormProps) {
  const t = useWords(validationWords);
  const [more, { toggle }] = useDisclosure(false);
  return (
    <form onSubmit={onAsk}>
      <Stack>
        {within && (
          <Alert
            variant="light"
            title={t('within')}
            withCloseButton
            closeButtonLabel={t('leave')}
            onClose={within.leave}
          >
            <Anchor component={Link} to={`/inbox/${within.id}`} size="sm" c="inherit" underline="always">
              {within.name}
            </Anchor>
          </Alert>
        )}
        <Messages form={form} />
        {!within && <WhoAndWhere form={form} />}
        <Button variant="subtle" size="compact-sm" w="fit-content" aria-expanded={more} onClick={toggle}>
          {t('otherCircumstances')}
        </Button>
        <Collapse expanded={more}>
          <Circumstances form={form} />
        </Collapse>
        <SubmitButton loading={isAsking}>{t('run')}</SubmitButton>
      </Stack>
    </form>
  );
}

type Part = Pick<SimulatorFormProps, 'form'>;

function Messages({ form }: Part) {
  const t = useWords(validationWords);
  const { messages } = form.getValues();
  return (
    <>
      {messages.map((_, index) => (
        <Textarea
          // oxlint-disable-next-line react/no-array-index-key -- messages are added at the end only
          key={index}
          label={messages.length > 1 ? t('messageOf', { n: index + 1 }) : t('message')}
          required={index === 0}
          placeholder={index === 0 ? t('messageExample') : undefined}
          autosize
          minRows={index === 0 ? 3 : 2}
          {...form.getInputProps(`messages.${index}`)}
        />
      ))}
      <Group>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={14} />}
          disabled={messages.length >= 20}
          onClick={() => form.insertListItem('messages', '')}
        >
          {t('addTurn')}
        </Button>
      </Group>
    </>
  );
}

function WhoAndWhere({ form }: Part) {
  const t = useWords(validationWords);
  return (
    <>
      <Select
        label={t('channel')}
        allowDeselect={false}
        data={channels.map((channel) => ({ value: channel, label: t(`channel_${channel}`) }))}
        {...form.getInputProps('channel')}
      />
      <Switch label={t('verified')} {...form.getInputProps('verified', { type: 'checkbox' })} />
    </>
  );
}

function Circumstances({ form }: Part) {
  const t = useWords(validationWords);
  const threshold = { min: 0, max: 1, step: 0.05, decimalScale: 2, placeholder: t('asSaved') };
  return (
    <Stack>
      <TextInput type="email" label={t('customerEmail')} {...form.getInputProps('email')} />
      <TextInput label={t('customerId')} {...form.getInputProps('externalId')} />
      <TextInput label={t('language')} placeholder={t('languageDetected')} {...form.getInputProps('language')} />
      <TextInput type="datetime-local" label={t('asOf')} description={t('asOfHint')} {...form.getInputProps('asOf')} />
      <Select
        label={t('autoRespond')}
        allowDeselect={false}
        data={[
          { value: 'saved', label: t('asSaved') },
          { value: 'on', label: t('on') },
          { value: 'off', label: t('off') },
        ]}
        {...form.getInputProps('autoRespond')}
      />
      <Group grow align="start">
        <NumberInput label={t('thresholdAnswer')} {...threshold} {...form.getInputProps('answer')} />
        <NumberInput label={t('thresholdClarify')} {...threshold} {...form.getInputProps('clarify')} />
      </Group>
    </Stack>
  );
}
