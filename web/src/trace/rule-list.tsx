import type { RuleResult } from '@desk/contract/decisions';
import { IconCheck, IconMinus, IconX } from '@tabler/icons-react';
import { fieldLabel, operatorLabel } from '../terms/condition-words.ts';
import { useWords } from '../ui/i18n/words.ts';
import { traceWords } from './trace-words.ts';

const icons = { matched: IconCheck, not_matched: IconX, not_reached: IconMinus } as const;

/** Each rule in order: whether it matched, or which condition failed. */
export function RuleList({ rules }: { rules: readonly RuleResult[] }) {
  const t = useWords(traceWords);
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
              {failed && (
                <em> · {t('ruleFailed', { field: fieldLabel(failed.field), op: operatorLabel(failed.op) })}</em>
              )}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
