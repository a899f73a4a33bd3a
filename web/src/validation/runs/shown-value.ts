import { decisionReasons, outcomes } from '@desk/contract/decisions';
import { reasonWords } from '../../terms/reason-words.ts';
import { languageName, percent } from '../../ui/i18n/format.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { validationWords } from '../validation-words.ts';
import { useNamed } from '../use-named.ts';
import { assertedBy, type AssertedPart } from './assertion.logic.ts';
import type { Assertion } from '@desk/contract/runs';

export type ShownValue = ReturnType<typeof useShownValue>;

/** Formats an expected or actual value of these assertions for people. */
export function useShownValue(assertions: readonly Assertion[]) {
  const t = useWords(validationWords);
  const reason = useWords(reasonWords);
  const named = useNamed({ withDocuments: assertions.some(namesDocument) });
  const shown = (part: AssertedPart | null, value: unknown): string => {
    if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return t('nothing');
    if (Array.isArray(value)) return value.map((each) => shown(part, each)).join(', ');
    if (typeof value === 'number') return part === 'confidence_min' ? percent(value) : String(value);
    if (typeof value !== 'string') return JSON.stringify(value);
    if (part === 'language') return languageName(value);
    if (part === 'destination') return named.destination(value);
    if (part === 'tags_include') return named.tag(value);
    if (part === 'sources_any' || part === 'sources_none') return named.document(value);
    const outcome = part === 'outcome' && outcomes.find((each) => each === value);
    if (outcome) return t(`outcome_${outcome}`);
    const why = part === 'reason' && decisionReasons.find((each) => each === value);
    return why ? reason(why) : value;
  };
  return shown;
}

const namesDocument = ({ path, expected }: Assertion): boolean => {
  const { part } = assertedBy(path);
  return (part === 'sources_any' || part === 'sources_none') && expected !== null;
};
