import { useEffect, useRef, useState } from 'react';
import { useWords } from '../../ui/i18n/words.ts';
import { toast } from '../../ui/show/toast.tsx';
import { openDraft } from '../thread/timeline.logic.ts';
import type { Thread } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { noteStored } from './held-send.ts';
import { keepDraft, keysFrom, readDraft } from '../../ui/form/kept-drafts.ts';
import { useDraftKeys } from '../../ui/form/use-draft-keys.ts';

/** A person’s edit of the AI’s draft, or null. Kept in this browser, like a reply, while other conversations are open. */
export function useEditedDraft(conversationId: string, draft: { id: string; text: string }) {
  const key = useDraftKeys(conversationId)(`edit:${draft.id}`);
  const [edited, setEdited] = useState(() => readDraft(key) || null);
  const keep = (text: string | null) => keepDraft(key, text === draft.text ? '' : (text ?? ''));
  // The key names the person, whose session may have ended by the time it is needed again.
  const forgotten = useRef(() => {});
  return {
    edited,
    edit: (text: string | null) => {
      setEdited(text);
      keep(text);
    },
    /** Call it before the draft is sent or discarded: the words are no longer needed, unless that fails. */
    forget: () => {
      forgotten.current = () => keep(edited);
      keep(null);
    },
    keepAgain: () => forgotten.current(),
  };
}

/** A draft is removed when the customer writes again or a colleague answers. The person's edit of it then goes into the reply. */
export function useRescuedEdits(thread: Thread): void {
  const t = useWords(inboxWords);
  const keyOf = useDraftKeys(thread.id);
  const draftId = openDraft(thread.messages, thread.ai_state)?.id;
  useEffect(() => {
    const open = draftId && keyOf(`edit:${draftId}`);
    const gone = keysFrom(keyOf('edit:')).filter((key) => key !== open);
    if (gone.length === 0) return;
    const reply = keyOf('reply');
    keepDraft(reply, [readDraft(reply).trimEnd(), ...gone.map(readDraft)].filter(Boolean).join('\n\n'));
    for (const key of gone) keepDraft(key, '');
    noteStored(reply);
    toast(t('editRescued'));
  }, [draftId]);
}
