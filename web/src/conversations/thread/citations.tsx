import type { Citation } from '@desk/contract/decisions';
import { IconFileText } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useWords } from '../../ui/i18n/words.ts';
import { inboxWords } from '../words/inbox-words.ts';

/** The sources of an answer: each document once, with each of its passages. */
export function Citations({ citations }: { citations: readonly Citation[] }) {
  const t = useWords(inboxWords);
  if (citations.length === 0) return null;
  const documents = Object.entries(Object.groupBy(citations, ({ document_id: id }) => id));
  return (
    <ul className="citations" aria-label={t('sources')}>
      {documents.map(([id, passages = []]) => (
        <li key={id}>
          {passages.map(({ chunk_id: chunk, title, quote }, at) => (
            <Link
              key={chunk}
              to="/knowledge/documents/$id"
              params={{ id }}
              search={{ chunk }}
              title={quote}
              aria-label={at === 0 ? undefined : t('passageOf', { number: at + 1, title })}
            >
              {at === 0 ? (
                <>
                  <IconFileText size={13} aria-hidden /> {title}
                </>
              ) : (
                at + 1
              )}
            </Link>
          ))}
        </li>
      ))}
    </ul>
  );
}
