import { channels } from '@desk/contract/conversations';
import { simulateOutcome, type ExplainedRule, type Simulation } from '@desk/contract/simulation';
import {
  Badge,
  Button,
  Grid,
  Group,
  Paper,
  Select,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useForm } from '@mantine/form';
import { useSave } from '../ui/data/use-save.tsx';
import { bindProblem } from '../ui/form/bind-problem.ts';
import { number, percent } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { Page } from '../ui/page/page.tsx';
import { DecisionSummary } from './decision-summary.tsx';
import { validationWords } from './validation-words.ts';
import { ValidationTabs } from './validation-tabs.tsx';

export function SimulatePage() {
  const t = useWords(validationWords);
  const form = useForm({ initialValues: { message: '', channel: 'email', verified: false, asOf: '' } });
  const simulate = useSave(simulateOutcome, { shows: (error) => bindProblem(error, form) });
  const submit = form.onSubmit(({ message, channel, verified, asOf }) =>
    simulate.mutate({
      body: {
        message,
        channel: channels.find((each) => each === channel) ?? 'email',
        customer: { verified },
        ...(asOf ? { as_of: new Date(asOf).toISOString() } : {}),
      },
    }),
  );
  return (
    <Page title={t('simulate')} intro={t('simulateIntro')}>
      <ValidationTabs />
      <Grid>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <form onSubmit={submit}>
            <Stack>
              <Textarea label={t('message')} required autosize minRows={4} {...form.getInputProps('message')} />
              <Select
                label={t('channel')}
                allowDeselect={false}
                data={channels.map((channel) => ({ value: channel, label: t(`channel_${channel}`) }))}
                {...form.getInputProps('channel')}
              />
              <Switch label={t('verified')} {...form.getInputProps('verified', { type: 'checkbox' })} />
              <TextInput
                type="datetime-local"
                label={t('asOf')}
                description={t('asOfHint')}
                {...form.getInputProps('asOf')}
              />
              <Button type="submit" loading={simulate.isPending}>
                {t('run')}
              </Button>
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }} aria-live="polite">
          {simulate.data && <Result simulation={simulate.data} />}
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Result({ simulation }: { simulation: Simulation }) {
  const t = useWords(validationWords);
  return (
    <Stack>
      <Paper withBorder p="md">
        <DecisionSummary decision={simulation} />
        <Text size="sm" mt="xs">
          {simulation.would_execute
            ? t('would')
            : t('blocked', { blockers: simulation.blocked_by.map((each) => each.replaceAll('_', ' ')).join(', ') })}
        </Text>
        <Badge variant="default" mt="xs">
          {t('notSent')}
        </Badge>
      </Paper>
      {simulation.words !== null && (
        <Part title={t('answer')}>
          <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {simulation.words}
          </Text>
        </Part>
      )}
      <Part title={t('changes')}>
        {simulation.counterfactuals.length === 0 && <Text size="sm">{t('noChanges')}</Text>}
        {simulation.counterfactuals.map((each) => (
          <Text key={each.change} size="sm">
            {each.change} → <b>{t(`outcome_${each.outcome}`)}</b>
          </Text>
        ))}
      </Part>
      <Part title={t('rules')}>
        {simulation.explanation?.rules.map((rule) => (
          <Rule key={rule.rule_id} rule={rule} />
        ))}
      </Part>
      <Part title={t('evidence')}>
        {simulation.explanation?.evidence.length === 0 && <Text size="sm">{t('noEvidence')}</Text>}
        {simulation.explanation?.evidence.map((passage) => (
          <Text key={passage.chunk_id} size="sm">
            <b>{passage.title}</b> · {number(passage.score, { maximumFractionDigits: 2 })} ·{' '}
            {Object.entries(passage.components)
              .map(([name, value]) => `${name} ${value <= 1 && value >= 0 ? percent(value) : number(value)}`)
              .join(', ')}
          </Text>
        ))}
      </Part>
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Stack gap="xs">{children}</Stack>
    </Paper>
  );
}

function Rule({ rule }: { rule: ExplainedRule }) {
  const t = useWords(validationWords);
  const text = (value: unknown) => {
    if (value === null || value === undefined) return t('unknown');
    return typeof value === 'string' ? value : JSON.stringify(value);
  };
  return (
    <div>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {rule.name}
        </Text>
        <Badge variant="light" color={rule.result === 'matched' ? 'green' : 'gray'}>
          {t(rule.result)}
        </Badge>
      </Group>
      {rule.conditions.map(({ path, field, op, expected, actual, ok }) => (
        <Text key={path} size="xs" c="dimmed">
          {markOf(ok)} {t('condition', { field, op, expected: text(expected), actual: text(actual) })}
        </Text>
      ))}
    </div>
  );
}

function markOf(ok: boolean | null): string {
  if (ok === null) return '?';
  return ok ? '✓' : '✗';
}
