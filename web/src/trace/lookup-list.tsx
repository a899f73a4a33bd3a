import type { LookupRecord } from '@desk/contract/decisions';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { i18n } from '../ui/i18n/i18n.ts';
import { useWords } from '../ui/i18n/words.ts';
import { traceWords } from './trace-words.ts';
import { valueText } from './trace.logic.ts';

/** The requests to the account systems, and their results. */
export function LookupList({ lookups }: { lookups: readonly LookupRecord[] }) {
  const t = useWords(traceWords);
  return (
    <ul className="trace-list">
      {lookups.map((lookup) => (
        <li key={lookup.template_id}>
          <Link
            to="/connectors/$id/templates/$templateId"
            params={{ id: lookup.connector_id, templateId: lookup.template_id }}
          >
            {lookup.template}
          </Link>{' '}
          <Badge size="xs" variant="light" color={lookup.status === 'ok' ? 'green' : 'orange'}>
            {lookup.http_status ?? t(lookup.status === 'ok' ? 'lookupDone' : 'lookupNot')}
          </Badge>
          <div>{t(`lookup_${lookup.status}`)}</div>
          <dl className="trace-facts">
            {Object.entries(lookup.output).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd dir="auto">{valueText(value, i18n.locale)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  );
}
