import { channels, getConversation, listConversations, type Conversation } from '@desk/contract/conversations';
import { simulateOutcome, type OverlaidRule, type Simulation, type SimulationRequest } from '@desk/contract/simulation';
import { Button, Paper, Select, Stack, Text, Textarea, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isApiError } from '../api/api-error.ts';
import { lastQuestionOf, type Beginning } from '../terms/last-question.logic.ts';
import { reasonWords } from '../terms/reason-words.ts';
import { ExplainedRules } from '../trace/explained-rules.tsx';
import { loaded, useLoaded } from '../ui/data/use-loaded.ts';
import { useSave } from '../ui/data/use-save.tsx';
import { useWords } from '../ui/i18n/words.ts';
import { toastProblem } from '../ui/show/toast.tsx';
import { previewWords } from './words/preview-words.ts';
import { routingWords } from './words/routing-words.ts';

interface Question {
  text: string;
  channel: (typeof channels)[number];
  /** The real conversation that the question comes from, if any. */
  within: { id: string; beginning: Beginning } | null;
}

/** Runs one message through all rules, with the unsaved rule of the form: which conditions hold, which rule wins, what happens. */
export function RuleTest({ rule }: { rule: OverlaidRule }) {
  const t = useWords(previewWords);
  const [question, setQuestion] = useState<Question>({ text: '', channel: 'email', within: null });
  const [tried, setTried] = useState('');
  const simulate = useSave(simulateOutcome);
  const body: SimulationRequest = {
    message: question.text.trim(),
    ...(question.within?.beginning ?? { channel: question.channel }),
    overlay: { rules: [rule] },
  };
  const now = JSON.stringify(body);
  const test = () => {
    setTried(now);
    simulate.mutate({ body });
  };
  return (
    <Paper withBorder p="md" component="section" aria-labelledby="rule-test">
      <Title order={2} size="h4" id="rule-test">
        {t('testHeading')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {t('testIntro')}
      </Text>
      <Stack gap="sm">
        <Textarea
          label={t('testMessage')}
          autosize
          minRows={2}
          maxRows={8}
          value={question.text}
          onChange={({ currentTarget: { value } }) => setQuestion({ ...question, text: value })}
        />
        <WhereAsked question={question} onChange={setQuestion} />
        <Button
          variant="default"
          onClick={test}
          loading={simulate.isPending}
          disabled={question.text.trim() === ''}
          w="fit-content"
        >
          {t('test')}
        </Button>
      </Stack>
      <div role="status">
        {simulate.data && tried !== now && (
          <Text size="sm" mt="sm" c="orange.9">
            {t('testOutdated')}
          </Text>
        )}
        {simulate.data && <Result simulation={simulate.data} rule={rule} />}
      </div>
    </Paper>
  );
}

interface WhereAskedProps {
  question: Question;
  onChange: (question: Question) => void;
}

/** Chooses the context: one of the last fifty conversations, whose last question is asked again in its original context, or a channel. */
function WhereAsked({ question, onChange }: WhereAskedProps) {
  const t = useWords(previewWords);
  const cache = useQueryClient();
  const recent = useLoaded(listConversations, { query: { limit: 50, sort: 'updated_at' } });
  const take = async (id: string | null) => {
    if (id === null) return onChange({ ...question, within: null });
    try {
      const thread = await cache.fetchQuery(loaded(getConversation, { params: { id } }));
      const { question: text, beginning } = lastQuestionOf(thread);
      onChange({ text, channel: thread.channel, within: { id, beginning } });
    } catch (error) {
      if (!isApiError(error)) throw error;
      toastProblem(error, () => void take(id));
    }
  };
  return (
    <Stack gap="sm">
      <Select
        label={t('testConversation')}
        placeholder={t('testConversationNone')}
        searchable
        clearable
        value={question.within?.id ?? null}
        onChange={(id) => void take(id)}
        data={(recent.data?.items ?? []).map((each) => ({ value: each.id, label: nameOf(each) }))}
      />
      {question.within === null && (
        <Select
          label={t('testChannel')}
          allowDeselect={false}
          value={question.channel}
          onChange={(channel) => channel && onChange({ ...question, channel })}
          data={channels.map((channel) => ({ value: channel, label: t(`channel_${channel}`) }))}
        />
      )}
    </Stack>
  );
}

const nameOf = ({ subject, customer, customer_words: words }: Conversation): string =>
  [customer.name ?? customer.email, subject?.trim() || words?.slice(0, 60)].filter(Boolean).join(' – ') || '…';

interface ResultProps {
  simulation: Simulation;
  rule: OverlaidRule;
}

function Result({ simulation: { outcome, reason, destination, explanation }, rule }: ResultProps) {
  const t = useWords(previewWords);
  const r = useWords(routingWords);
  const why = useWords(reasonWords);
  const decision = r(`decision_${outcome}`);
  const rules = explanation?.rules ?? [];
  // The simulation gives an unsaved rule an id of its own.
  const chosen = rule.id ?? rules.findLast(({ name }) => name === rule.name)?.rule_id;
  return (
    <Stack gap="sm" mt="md" className="trace">
      <div className="trace-verdict" data-outcome={outcome}>
        {destination ? t('to', { decision, destination: destination.name }) : decision}
        <Text size="sm" c="dimmed">
          {why(reason)}
        </Text>
      </div>
      <ExplainedRules rules={rules} chosen={chosen} />
    </Stack>
  );
}
