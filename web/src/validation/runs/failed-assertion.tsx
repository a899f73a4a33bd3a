import type { Assertion } from '@desk/contract/runs';
import { Text } from '@mantine/core';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { assertedBy } from './assertion.logic.ts';
import { useShownValue } from './shown-value.ts';

/** What was expected and what came instead, in words. */
export function FailedAssertion({ assertion: { path, expected, actual } }: { assertion: Assertion }) {
  const t = useWords(validationWords);
  const shown = useShownValue();
  const { part, turn } = assertedBy(path);
  return (
    <Text size="sm" lineClamp={4}>
      ✗ {turn !== null && `${t('messageOf', { n: turn })}, `}
      <b>{part ? t(`asserted_${part}`) : t('asserted')}</b>:{' '}
      {t('expected', { expected: shown(part, expected), actual: shown(part, actual) })}
    </Text>
  );
}
