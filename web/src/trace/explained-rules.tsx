import type { ExplainedRule } from '@desk/contract/simulation';
import { Badge, Group, Stack, Text } from '@mantine/core';
import { fieldLabel, operatorLabel } from '../terms/condition-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { quote, traceWords } from './trace-words.ts';
import { quoted } from './trace.logic.ts';
import './trace.css';

/** Each rule with each of its conditions: the expected and the actual value. `chosen`: the rule that is highlighted. */
export function ExplainedRules({ rules, chosen }: { rules: readonly ExplainedRule[]; chosen?: string | undefined }) {
  return (
    <Stack component="ul" gap="xs" m={0} p={0} className="trace-explained">
      {rules.map((rule) => (
        <li key={rule.rule_id} data-chosen={rule.rule_id === chosen}>
          <Explained rule={rule} />
        </li>
      ))}
    </Stack>
  );
}

function Explained({ rule: { name, result, conditions } }: { rule: ExplainedRule }) {
  const t = useWords(traceWords);
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        <Badge variant="light" color={result === 'matched' ? 'green' : 'gray'}>
          {t(`explained_${result}`)}
        </Badge>
      </Group>
      {conditions.map(({ path, field, op, expected, actual, ok }) => (
        <Text key={path} size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          <Mark ok={ok} />{' '}
          {t('condition', {
            field: fieldLabel(field),
            op: operatorLabel(op),
            expected: quoted(expected, quote),
            actual: actual === null || actual === undefined ? t('unknown') : quoted(actual, quote),
          })}
        </Text>
      ))}
    </>
  );
}

function Mark({ ok }: { ok: boolean | null }) {
  const t = useWords(traceWords);
  if (ok === null) return <b title={t('conditionUnknown')}>?</b>;
  return <b title={t(ok ? 'conditionTrue' : 'conditionFalse')}>{ok ? '✓' : '✗'}</b>;
}
