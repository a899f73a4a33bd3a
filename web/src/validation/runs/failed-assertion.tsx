import type { Assertion } from '@desk/contract/runs';
import { decisionReasons, outcomes } from '@desk/contract/decisions';
import { Text } from '@mantine/core';
import { reasonWords } from '../../terms/reason-words.ts';
import { percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { assertedBy } from './assertion.logic.ts';

/** What was expected and what came instead, in words. */
export function FailedAssertion({ assertion: { path, expected, actual } }: { assertion: Assertion }) {
  const t = useWords(validationWords);
  const reason = useWords(reasonWords);
  const { part, turn } = assertedBy(path);
  const text = (value: unknown): string => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return t('nothing');
    if (Array.isArray(value)) return value.map(text).join(', ');
    if (typeof value === 'number') return part === 'confidence_min' ? percent(value) : String(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    const outcome = part === 'outcome' && outcomes.find((each) => each === value);
    if (outcome) return t(`outcome_${outcome}`);
    const why = part === 'reason' && decisionReasons.find((each) => each === value);
    return why ? reason(why) : value;
  };
  return (
    <Text size="sm" lineClamp={4}>
      ✗ {turn !== null && `${t('messageOf', { n: turn })}, `}
      <b>{part ? t(`asserted_${part}`) : t('asserted')}</b>:{' '}
      {t('expected', { expected: text(expected), actual: text(actual) })}
    </Text>
  );
}
