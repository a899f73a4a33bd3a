import type { Decision } from '@desk/contract/decisions';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { reasonWords } from '../terms/reason-words.ts';
import { percent } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { validationWords } from './validation-words.ts';

const colors = { answer: 'green', clarify: 'indigo', escalate: 'orange', draft: 'indigo', suppress: 'gray' } as const;

/** A decision in two lines: outcome, destination, reason, confidence, documents. */
export function DecisionSummary({ decision }: { decision: Decision }) {
  const t = useWords(validationWords);
  const reason = useWords(reasonWords);
  const citations = decision.answer?.citations ?? [];
  return (
    <Stack gap={4}>
      <Group gap="xs">
        <Badge color={colors[decision.outcome]}>{t(`outcome_${decision.outcome}`)}</Badge>
        {decision.destination && <Text size="sm">{t('toDestination', { name: decision.destination.name })}</Text>}
        <Text size="sm" c="dimmed">
          {reason(decision.reason)}
          {decision.confidence && ` · ${t('confidence', { value: percent(decision.confidence.value) })}`}
        </Text>
      </Group>
      {citations.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('sources')}: {[...new Set(citations.map(({ title }) => title))].join(', ')}
        </Text>
      )}
    </Stack>
  );
}
