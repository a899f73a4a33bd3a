import type { Rule } from '@desk/contract/rules';
import { Paper, Text } from '@mantine/core';
import { thenSentence, whenSentence } from './rule-sentence.ts';
import { useNames } from './use-names.ts';

/** The unsaved rule of the form as a sentence. */
export function RuleTold({ rule }: { rule: Pick<Rule, 'when' | 'then'> }) {
  const names = useNames();
  return (
    <Paper withBorder p="sm" bg="var(--surface-quiet)" aria-live="polite">
      <Text size="sm">
        {whenSentence(rule, names)} <b>{thenSentence(rule, names)}</b>
      </Text>
    </Paper>
  );
}
