import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { useWords } from '../../ui/i18n/words.ts';
import { filesWords } from '../words/files-words.ts';

/** The quoted part of a mail, collapsed below its new text. */
export function QuotedText({ text }: { text: string }) {
  const t = useWords(filesWords);
  const [shown, setShown] = useState(false);
  const id = useId();
  return (
    <>
      <Button
        variant="subtle"
        size="compact-xs"
        aria-expanded={shown}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      >
        {t(shown ? 'hideQuoted' : 'showQuoted')}
      </Button>
      <blockquote id={id} className="message-quoted" dir="auto" hidden={!shown} aria-label={t('quoted')}>
        {text}
      </blockquote>
    </>
  );
}
