import type { RuleResult } from '@desk/contract/decisions';
import { listCollections } from '@desk/contract/knowledge';
import { listTags } from '@desk/contract/routing';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { fieldLabel, operatorLabel } from '../terms/condition-words.ts';
import { useWholeList } from '../ui/data/use-loaded.ts';
import { useWords } from '../ui/i18n/words.ts';
import { quote, traceWords } from './trace-words.ts';
import { quoted } from './trace.logic.ts';

const icons = { matched: IconCheck, not_matched: IconX, not_reached: IconMinus } as const;

/** Each rule in order: whether it matched, or which condition failed. */
export function RuleList({ rules }: { rules: readonly RuleResult[] }) {
  const t = useWords(traceWords);
  const conditionOf = useConditionText(rules);
  return (
    <ul className="trace-list trace-rules">
      {rules.map(({ rule_id: id, name, result, asked_already: askedAlready, failed }) => {
        const Icon = icons[result];
        return (
          <li key={id} data-result={result}>
            <Icon size={13} aria-hidden />
            <span>
              {name}: {t(`rule_${result}`)}
              {askedAlready && <em> · {t('ruleAskedAlready')}</em>}
              {failed && <em> · {t('ruleFailed', { condition: conditionOf(failed) })}</em>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

type Failed = NonNullable<RuleResult['failed']>;

/** “Message text contains “lawyer””. Tags and collections are compared by id, and shown by name. */
function useConditionText(rules: readonly RuleResult[]): (failed: Failed) => string {
  const reads = (field: string) => rules.some(({ failed }) => failed?.field === field && failed.value !== undefined);
  const query = { limit: 200 };
  const tags = useWholeList(listTags, { query }, { enabled: reads('tag') });
  const collections = useWholeList(listCollections, { query }, { enabled: reads('answer.collections') });
  const names = new Map<unknown, string>();
  for (const { id, name } of [...(tags.data ?? []), ...(collections.data ?? [])]) names.set(id, name);
  const named = (value: unknown): unknown => (Array.isArray(value) ? value.map(named) : (names.get(value) ?? value));
  return ({ field, op, value }) =>
    [fieldLabel(field), operatorLabel(op), quoted(named(value), quote)].filter(Boolean).join(' ');
}
