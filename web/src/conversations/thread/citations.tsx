import type { Citation } from '@desk/contract/decisions';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../ui/i18n/words.ts';
import { inboxWords } from '../words/inbox-words.ts';

/** Where an answer comes from; each leads to the passage. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  const t = useWords(inboxWords);
  if (citations.length === 0) return null;
  return (
    <ul className="citations" aria-label={t('sources')}>
      {citations.map(({ document_id: id, chunk_id: chunk, title, quote }) => (
        <li key={chunk}>
          <Link to="/knowledge/documents/$id" params={{ id }} search={{ chunk }} title={quote}>
            <IconFileText size={13} aria-hidden /> {title}
          </Link>
        </li>
      ))}
    </ul>
  );
}
