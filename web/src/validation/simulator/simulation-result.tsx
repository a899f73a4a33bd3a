import type { Simulation, SimulationRequest } from '@desk/contract/simulation';
import { Badge, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ExplainedRules } from '../../trace/explained-rules.tsx';
import { placeOf } from '../../trace/trace.logic.ts';
import { Verdict } from '../../trace/verdict.tsx';
import { number, percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { DecisionSummary } from '../decision-summary.tsx';
import { validationWords } from '../validation-words.ts';
import { changeText, effectText } from './counterfactual.ts';

interface SimulationResultProps {
  simulation: Simulation;
  request: SimulationRequest;
}

/** The simulated outcome, its text, the changes that would alter it, and its evidence. */
export function SimulationResult({ simulation, request }: SimulationResultProps) {
  const t = useWords(validationWords);
  const { words_as_text: words, turns, counterfactuals, explanation, destination } = simulation;
  const tried = request.overlay?.settings?.thresholds?.answer ?? undefined;
  return (
    <Stack>
      <Paper withBorder p="md" className="trace">
        <Verdict decision={simulation} {...(tried === undefined ? {} : { threshold: tried })}>
          {destination && <Text size="sm">{t('toDestination', { name: destination.name })}</Text>}
        </Verdict>
        <Executed simulation={simulation} />
      </Paper>
      {turns.length > 1 && <Turns turns={turns} />}
      {words !== null && (
        <Part title={t('answer')}>
          <Text size="sm" dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {words}
          </Text>
        </Part>
      )}
      <Part title={t('changes')}>
        {counterfactuals.length === 0 && <Text size="sm">{t('noChanges')}</Text>}
        {counterfactuals.map((each) => (
          <Text key={each.change} size="sm">
            {changeText(each, simulation)} → <b>{effectText(each, simulation)}</b>
          </Text>
        ))}
      </Part>
      <Part title={t('rules')}>
        {explanation?.rules.length === 0 && <Text size="sm">{t('noRules')}</Text>}
        <ExplainedRules rules={explanation?.rules ?? []} />
      </Part>
      <Part title={t('evidence')}>
        {explanation?.evidence.length === 0 && <Text size="sm">{t('noEvidence')}</Text>}
        <Passages simulation={simulation} />
      </Part>
    </Stack>
  );
}

/** Whether the outcome would be carried out now, or what would block it. */
function Executed({ simulation: { would_execute: wouldExecute, blocked_by: blockers } }: { simulation: Simulation }) {
  const t = useWords(validationWords);
  const list = blockers.map((each) => t(`blocked_${each}`)).join(' ');
  return (
    <Group gap="xs" mt="xs">
      <Badge variant="default">{t('notSent')}</Badge>
      <Text size="sm">{wouldExecute ? t('would') : t('blocked', { blockers: list })}</Text>
    </Group>
  );
}

function Turns({ turns }: Pick<Simulation, 'turns'>) {
  const t = useWords(validationWords);
  return (
    <Part title={t('allTurns')}>
      {turns.map(({ message, decision, words_as_text: words }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the turns of one simulation never change their places
        <div key={index}>
          <Text size="sm" fw={600} dir="auto">
            {message}
          </Text>
          {words !== null && (
            <Text size="sm" dir="auto" lineClamp={4} style={{ whiteSpace: 'pre-wrap' }}>
              {words}
            </Text>
          )}
          <DecisionSummary decision={decision} />
        </div>
      ))}
    </Part>
  );
}

function Passages({ simulation: { evidence, explanation } }: { simulation: Simulation }) {
  const found = new Map(evidence.map((passage) => [passage.chunk_id, passage]));
  return explanation?.evidence.map(({ chunk_id: chunk, title, score, components }) => {
    const passage = found.get(chunk);
    return (
      <Text key={chunk} size="sm">
        {passage ? (
          <Link to="/knowledge/documents/$id" params={{ id: passage.document_id }} search={{ chunk }}>
            {placeOf(passage)}
          </Link>
        ) : (
          <b>{title}</b>
        )}{' '}
        · {number(score, { maximumFractionDigits: 2 })} ·{' '}
        <Text span size="xs" c="dimmed">
          {Object.entries(components)
            .map(
              ([name, value]) => `${componentName(name)} ${value <= 1 && value >= 0 ? percent(value) : number(value)}`,
            )
            .join(', ')}
        </Text>
      </Text>
    );
  });
}

const scoreComponents = ['text', 'article', 'title', 'grams', 'vector'] as const;

/** A component of the score in words; the name of an unknown one as it is. */
function componentName(name: string): string {
  const known = scoreComponents.find((each) => each === name);
  return known ? validationWords(`component_${known}`) : name;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section">
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <Stack gap="xs">{children}</Stack>
    </Paper>
  );
}
