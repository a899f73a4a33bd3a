import { getConversation } from '@desk/contract/conversations';
import { simulateOutcome } from '@desk/contract/simulation';
import { Button, Grid, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconFlask } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lastQuestionOf, type Beginning } from '../../terms/last-question.logic.ts';
import { Loaded } from '../../ui/data/loaded.tsx';
import { useLoaded } from '../../ui/data/use-loaded.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { bindProblem } from '../../ui/form/bind-problem.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { Page } from '../../ui/page/page.tsx';
import { State } from '../../ui/states/state.tsx';
import { validationWords } from '../validation-words.ts';
import { ValidationTabs } from '../validation-tabs.tsx';
import { requestOf, startValues } from './request.logic.ts';
import { SimulationResult } from './simulation-result.tsx';
import { SimulatorForm, type Within } from './simulator-form.tsx';

/** With `?conversation=`, asks the last question of a real conversation again, in its original context. */
export function SimulatePage() {
  const t = useWords(validationWords);
  const { conversation } = useSearch({ strict: false }) as { conversation?: string };
  return (
    <Page title={t('simulate')} intro={t('simulateIntro')}>
      <ValidationTabs />
      {conversation ? <WithinConversation key={conversation} id={conversation} /> : <Simulator />}
    </Page>
  );
}

function WithinConversation({ id }: { id: string }) {
  const t = useWords(validationWords);
  const navigate = useNavigate();
  const conversation = useLoaded(getConversation, { params: { id } });
  return (
    <Loaded query={conversation}>
      {(thread) => {
        const leave = () => void navigate({ to: '/validation/simulate' });
        const name = thread.subject ?? thread.customer.name ?? thread.customer.email ?? t('untitled');
        const { question, beginning } = lastQuestionOf(thread);
        return <Simulator within={{ id, name, leave }} question={question} beginning={beginning} />;
      }}
    </Loaded>
  );
}

interface SimulatorProps {
  within?: Within;
  question?: string;
  beginning?: Beginning;
}

function Simulator({ within, question = '', beginning }: SimulatorProps) {
  const form = useForm({ initialValues: { ...startValues, messages: [question] } });
  const simulate = useSave(simulateOutcome, { shows: (error) => bindProblem(error, form) });
  const ask = form.onSubmit((values) => simulate.mutate({ body: requestOf(values, beginning ?? null) }));
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <SimulatorForm form={form} within={within ?? null} isAsking={simulate.isPending} onAsk={ask} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 8 }} aria-live="polite">
        {!simulate.data && !within && <Examples onChoose={(text) => form.setFieldValue('messages', [text])} />}
        {simulate.data && <SimulationResult simulation={simulate.data} request={simulate.variables.body} />}
      </Grid.Col>
    </Grid>
  );
}

const examples = ['simulateExample_1', 'simulateExample_2', 'simulateExample_3'] as const;

/** Shown before the first simulation: an explanation of the page, and example questions. */
function Examples({ onChoose }: { onChoose: (text: string) => void }) {
  const t = useWords(validationWords);
  return (
    <State icon={<IconFlask size={36} stroke={1.5} />} title={t('simulateEmpty')}>
      <Text c="dimmed">{t('simulateEmptyHint')}</Text>
      <Stack gap="xs" mt="md" align="center">
        {examples.map((name) => (
          <Button
            key={name}
            variant="default"
            size="compact-md"
            h="auto"
            py={4}
            styles={{ label: { whiteSpace: 'normal', height: 'auto', lineHeight: 1.3 } }}
            onClick={() => onChoose(t(name))}
          >
            {t(name)}
          </Button>
        ))}
      </Stack>
    </State>
  );
}
