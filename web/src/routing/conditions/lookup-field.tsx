import { MultiSelect } from '@mantine/core';
import { useWords } from '../../ui/i18n/words.ts';
import { namedBy, useTemplates } from '../use-names.ts';
import { routingWords } from '../words/routing-words.ts';

interface LookupFieldProps {
  ids: readonly string[];
  onChange: (ids: string[]) => void;
}

/** The lookups of a rule; renders nothing if no account system is connected. */
export function LookupField({ ids, onChange }: LookupFieldProps) {
  const t = useWords(routingWords);
  const templates = useTemplates();
  const known = (templates.data ?? []).map(({ id }) => id);
  if (known.length === 0 && ids.length === 0) return null;
  return (
    <MultiSelect
      label={t('lookups')}
      description={t('lookupsHint')}
      data={[...new Set([...known, ...ids])].map((id) => ({ value: id, label: namedBy(templates)(id) }))}
      value={[...ids]}
      onChange={onChange}
      searchable
    />
  );
}
