import type { Decision, Evidence } from '@desk/contract/decisions';
import { Badge } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { number } from '../ui/i18n/format.ts';
import { useWords } from '../ui/i18n/words.ts';
import { traceWords } from './trace-words.ts';
import { passagesOf, placeOf } from './trace.logic.ts';

/** The passages that were found: the cited ones, and the others collapsed. */
export function PassageList({ decision }: { decision: Decision }) {
  const t = useWords(traceWords);
  const { cited, others } = passagesOf(decision);
  if (decision.evidence.length === 0) return t('retrievedNone');
  const first = cited.length > 0 ? cited : others.slice(0, 3);
  const rest = cited.length > 0 ? others : others.slice(3);
  return (
    <>
      <Passages passages={first} cited={cited.length > 0} />
      {rest.length > 0 && (
        <details>
          <summary>{t('morePassages', { count: rest.length })}</summary>
          <Passages passages={rest} cited={false} />
        </details>
      )}
    </>
  );
}

function Passages({ passages, cited }: { passages: readonly Evidence[]; cited: boolean }) {
  const t = useWords(traceWords);
  return (
    <ul className="trace-list">
      {passages.map((passage) => (
        <li key={passage.chunk_id}>
          <Link
            to="/knowledge/documents/$id"
            params={{ id: passage.document_id }}
            search={{ chunk: passage.chunk_id }}
            title={t('openPassage')}
          >
            {placeOf(passage)} ({number(passage.score, { maximumFractionDigits: 2 })})
          </Link>{' '}
          {cited && (
            <Badge size="xs" variant="light">
              {t('cited')}
            </Badge>
          )}
        </li>
      ))}
    </ul>
  );
}
