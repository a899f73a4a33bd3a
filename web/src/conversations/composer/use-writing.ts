import { writeMessage } from '@desk/contract/conversations';
import { useEffect, useState } from 'react';
import { useOnline } from '../../ui/data/online.ts';
import { alreadyShown, useSave } from '../../ui/data/use-save.tsx';
import { useWords } from '../../ui/i18n/words.ts';
import { conversationReads } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { hold, noteStored, sendNow, takeBack, useIsHeld, useTimesStored } from './held-send.ts';
import { keepDraft, readDraft, textOf } from '../../ui/form/kept-drafts.ts';
import { useDraftKeys } from '../../ui/form/use-draft-keys.ts';
import { useFiles } from './use-files.ts';

/** A note is never sent as a reply: each has its form, and its stored draft. */
export type Mode = 'reply' | 'note';

/** The text and files of a form, and how they are sent: a note at once, a reply after a delay in which it can be taken back. */
export function useWriting(conversationId: string, mode: Mode) {
  const t = useWords(inboxWords);
  const keyOf = useDraftKeys(conversationId);
  const key = keyOf(mode);
  const draft = useKeptDraft(key);
  const files = { reply: useFiles(conversationId), note: useFiles(conversationId) };
  const chosen = files[mode];
  const held = useIsHeld(key);
  const online = useOnline();
  const save = useSave(writeMessage, {
    refresh: conversationReads,
    done: (_reply, { body }) => t(body.kind === 'note' ? 'noted' : 'sent'),
    // The other form may be open by now: only the one that was sent is emptied.
    saved: (_reply, { body: { kind, text } }) => {
      // After a failure the text may have been changed, and then sent as it was before.
      const kept = readDraft(keyOf(kind));
      if (kept !== '' && kept !== text) return;
      keepDraft(keyOf(kind), '');
      noteStored(keyOf(kind));
      files[kind].clear();
    },
  });
  const busy = save.isPending || held;
  const ready = online && draft.text.trim() !== '' && !busy && chosen.files.every(({ state }) => state === 'ready');
  const ids = chosen.files.flatMap(({ id }) => id ?? []);
  const body = { kind: mode, text: draft.text, ...(ids.length > 0 ? { attachment_ids: ids } : {}) };
  const input = { params: { id: conversationId }, body };
  const send = () => {
    if (!ready) return;
    if (mode === 'note') save.mutate(input);
    else hold(key, () => save.mutateAsync(input).catch(alreadyShown));
  };
  return {
    draft,
    chosen,
    ready,
    busy,
    send,
    online,
    held: held ? { takeBack: () => takeBack(key), sendNow: () => void sendNow(key) } : null,
  };
}

export type Writing = ReturnType<typeof useWriting>;

function useKeptDraft(key: string) {
  const times = useTimesStored(key);
  const [shown, setShown] = useState(() => ({ key, times, text: readDraft(key), kept: true }));
  // The form changed, or its stored draft did: read the stored draft before the field can show the old text.
  const same = shown.key === key && shown.times === times;
  const current = same ? shown : { key, times, text: readDraft(key), kept: true };
  if (current !== shown) setShown(current);
  // Another tab goes on writing, or sends the draft: a tab that shows the same text follows.
  useEffect(() => {
    const follow = (event: StorageEvent) => {
      if (event.key === key && textOf(event.oldValue) === current.text) noteStored(key);
    };
    addEventListener('storage', follow);
    return () => removeEventListener('storage', follow);
  }, [key, current.text]);
  const change = (text: string) => setShown({ key, times, text, kept: keepDraft(key, text) });
  /** Appends to what is stored by now, since this may be called late. */
  const append = (added: string) => {
    const before = (current.kept ? readDraft(key) : current.text).trimEnd();
    const text = before ? `${before}\n\n${added}` : added;
    if (keepDraft(key, text)) noteStored(key);
    else change(text);
  };
  return { ...current, change, append };
}
