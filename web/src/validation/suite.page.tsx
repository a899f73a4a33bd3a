import { outcomes } from '@desk/contract/decisions';
import { addSuiteCase, deleteSuiteCase, loadPack, readSuite, type Suite, type SuiteCase } from '@desk/contract/suite';
import { runSuite } from '@desk/contract/runs';
import { ActionIcon, Badge, Button, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { IconListCheck, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { Loaded } from '../ui/data/loaded.tsx';
import { useLoaded } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { DataTable } from '../ui/show/data-table.tsx';
import { Needs } from '../ui/states/forbidden.tsx';
import { State } from '../ui/states/state.tsx';
import { SuiteTransfer } from './suite-transfer.tsx';
import { validationWords } from './validation-words.ts';
import { ValidationTabs } from './validation-tabs.tsx';

export function SuitePage() {
  const t = useWords(validationWords);
  const navigate = useNavigate();
  const suite = useLoaded(readSuite, { query: {} });
  const [opened, { open, close }] = useDisclosure(false);
  const run = useSave(runSuite, {
    refresh: ['listRuns'],
    done: t('started'),
    saved: ({ id }) => void navigate({ to: `/validation/runs/${id}` }),
  });
  const pack = useSave(loadPack, { refresh: ['readSuite'], done: ({ added: n }) => t('packLoaded', { n }) });
  const actions = (
    <Needs role="workspace_admin">
      {(disabled) => (
        <Group>
          <Button
            variant="default"
            disabled={disabled}
            loading={pack.isPending}
            onClick={() => pack.mutate({ body: { pack: 'red-team' } })}
          >
            {t('loadPack')}
          </Button>
          <Button variant="default" leftSection={<IconPlus size={16} />} disabled={disabled} onClick={open}>
            {t('newCase')}
          </Button>
          <Button
            leftSection={<IconPlayerPlay size={16} />}
            disabled={disabled || suite.data?.cases.length === 0}
            loading={run.isPending}
            onClick={() => run.mutate({ body: {} })}
          >
            {t('start')}
          </Button>
        </Group>
      )}
    </Needs>
  );
  const empty = (
    <State icon={<IconListCheck size={36} stroke={1.5} />} title={t('noSuite')}>
      {t('noSuiteHint')}
    </State>
  );
  return (
    <Page title={t('suite')} intro={t('suiteIntro')} actions={actions}>
      <ValidationTabs />
      {suite.data && <SuiteTransfer suite={suite.data} />}
      <Loaded query={suite} empty={{ when: ({ cases }) => cases.length === 0, show: empty }}>
        {(data) => <Cases suite={data} />}
      </Loaded>
      <Modal opened={opened} onClose={close} title={t('newCase')} size="lg">
        <NewCase onDone={close} />
      </Modal>
    </Page>
  );
}

function Cases({ suite }: { suite: Suite }) {
  const t = useWords(validationWords);
  const remove = useSave(deleteSuiteCase, { refresh: ['readSuite'], done: t('deleted') });
  return (
    <DataTable
      label={t('cases')}
      rows={suite.cases}
      keyOf={({ id }) => id}
      columns={[
        {
          key: 'name',
          title: t('name'),
          cell: (row) => (
            <>
              <Text size="sm" fw={600}>
                {row.name} {row.critical && <Badge color="red">{t('critical')}</Badge>}
              </Text>
              <Text size="xs" c="dimmed" lineClamp={2}>
                {row.turns[0]?.customer}
              </Text>
            </>
          ),
        },
        { key: 'turns', title: '', cell: ({ turns }) => t('turns', { n: turns.length }) },
        { key: 'tags', title: t('tags'), cell: ({ tags }) => tags.join(', ') },
        { key: 'expects', title: t('expects'), cell: (row) => <Expected of={row} /> },
        {
          key: 'delete',
          title: '',
          align: 'end',
          cell: ({ id, name }) => (
            <Needs role="workspace_admin">
              {(disabled) => (
                <ActionIcon
                  variant="subtle"
                  aria-label={t('deleteCase', { name })}
                  disabled={disabled}
                  onClick={() => remove.mutate({ params: { case_id: id } })}
                >
                  <IconTrash size={16} />
                </ActionIcon>
              )}
            </Needs>
          ),
        },
      ]}
    />
  );
}

function Expected({ of: { expect } }: { of: SuiteCase }) {
  const t = useWords(validationWords);
  return (
    <>
      {expect.outcome && <Badge variant="light">{t(`outcome_${expect.outcome}`)}</Badge>}
      {expect.destination && <Text size="xs">{t('toDestination', { name: expect.destination })}</Text>}
      {expect.answer?.must_include?.map((phrase) => (
        <Text key={phrase} size="xs">
          + {phrase}
        </Text>
      ))}
      {expect.answer?.must_not_include?.map((phrase) => (
        <Text key={phrase} size="xs">
          − {phrase}
        </Text>
      ))}
    </>
  );
}

function NewCase({ onDone }: { onDone: () => void }) {
  const t = useWords(validationWords);
  const form = useForm({
    initialValues: { name: '', message: '', outcome: null as string | null, include: '', exclude: '' },
  });
  const save = useSave(addSuiteCase, {
    refresh: ['readSuite'],
    done: t('saved'),
    shows: (error) => bindProblem(error, form),
    saved: onDone,
  });
  const lines = (text: string) => text.split('\n').flatMap((line) => line.trim() || []);
  const submit = form.onSubmit(({ name, message, outcome, include, exclude }) => {
    const answer = {
      ...(include.trim() ? { must_include: lines(include) } : {}),
      ...(exclude.trim() ? { must_not_include: lines(exclude) } : {}),
    };
    const expected = outcomes.find((each) => each === outcome);
    save.mutate({
      body: {
        ...(name.trim() ? { name } : {}),
        turns: [{ customer: message }],
        expect: {
          ...(expected ? { outcome: expected } : {}),
          ...(Object.keys(answer).length > 0 ? { answer } : {}),
        },
      },
    });
  });
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput label={t('name')} data-autofocus {...form.getInputProps('name')} />
        <Textarea label={t('message')} required autosize minRows={3} {...form.getInputProps('message')} />
        <Select
          label={t('expectedOutcome')}
          placeholder={t('anyOutcome')}
          clearable
          data={outcomes.map((outcome) => ({ value: outcome, label: t(`outcome_${outcome}`) }))}
          {...form.getInputProps('outcome')}
        />
        <Textarea label={t('mustInclude')} autosize {...form.getInputProps('include')} />
        <Textarea label={t('mustNotInclude')} autosize {...form.getInputProps('exclude')} />
        <Button type="submit" loading={save.isPending}>
          {t('addCase')}
        </Button>
      </Stack>
    </form>
  );
}
