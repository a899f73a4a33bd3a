import { listDestinations } from '@desk/contract/routing';
import { Select } from '@mantine/core';
import { useWholeList } from '../ui/data/use-loaded.ts';
import { useWords } from '../ui/i18n/words.ts';
import { routingWords } from './words/routing-words.ts';

interface DestinationSelectProps {
  label: string;
  description?: string;
  value: string | null;
  onChange: (id: string | null) => void;
  /** This destination is not offered: it cannot be its own fallback. */
  except?: string;
}

export function DestinationSelect({ label, description, value, onChange, except }: DestinationSelectProps) {
  const t = useWords(routingWords);
  const destinations = useWholeList(listDestinations, { query: { limit: 200 } });
  const data = (destinations.data ?? [])
    .filter(({ id }) => id !== except)
    .map(({ id, name }) => ({ value: id, label: name }));
  return (
    <Select
      label={label}
      {...(description ? { description } : {})}
      // Until the names are read, “None” would be said of a destination that has one.
      placeholder={destinations.data ? t('none') : ''}
      data={data}
      value={value}
      onChange={onChange}
      clearable
      searchable
    />
  );
}
