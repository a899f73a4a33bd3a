import { writeMessage } from '@desk/contract/conversations';
import { useState } from 'react';
import { useOnline } from '../../ui/data/online.ts';
import { useSave } from '../../ui/data/use-save.tsx';
import { useStanding } from '../../ui/data/use-standing.ts';
import { useWords } from '../../ui/i18n/words.ts';
import { conversationReads } from '../thread/use-conversation.ts';
import { inboxWords } from '../words/inbox-words.ts';
import { hold, noteSent, sendNow, takeBack, useIsHeld, useTimesSent } from './held-send.ts';
import { draftKey, keepDraft, readDraft, type Mode } from './kept-drafts.ts';
import { useFiles } from './use-files.ts';

/** The text and files of a form, and how they are sent: a note at once, a reply after a delay in which it can be taken back. */
export function useWriting(conversationId: string, mode: Mode) {
  const t = useWords(inboxWords);
  const keyOf = useDraftKeys(conversationId);
  const key = keyOf(mode);
  const draft = useKeptDraft(key);
  const chosen = useFiles(conversationId);
  const held = useIsHeld(key);
  const online = useOnline();
  const save = useSave(writeMessage, {
    refresh: conversationReads,
    done: (_reply, { body }) => t(body.kind === 'note' ? 'noted' : 'sent'),
    // The other form may be shown by now: `key` would be that of its draft.
    saved: (_reply, { body }) => {
      const sent = keyOf(body.kind);
      keepDraft(sent, '');
      noteSent(sent);
      chosen.clear();
    },
  });
  const busy = save.isPending || held;
  const ready = online && draft.text.trim() !== '' && !busy && chosen.files.every(({ state }) => state === 'ready');
  const ids = chosen.files.flatMap(({ id }) => id ?? []);
  const body = { kind: mode, text: draft.text, ...(ids.length > 0 ? { attachment_ids: ids } : {}) };
  const write = () => save.mutate({ params: { id: conversationId }, body });
  const send = () => {
    if (!ready) return;
    if (mode === 'note') write();
    else hold(key, write);
  };
  return {
    draft,
    chosen,
    ready,
    busy,
    send,
    online,
    held: held ? { takeBack: () => takeBack(key), sendNow: () => sendNow(key) } : null,
  };
}

export type Writing = ReturnType<typeof useWriting>;

function useDraftKeys(conversationId: string): (mode: Mode) => string {
  const standing = useStanding();
  const organizationId = standing.kind === 'in' ? (standing.membership?.organization.id ?? '') : '';
  const userId = standing.kind === 'in' ? standing.me.id : '';
  return (mode) => draftKey({ organizationId, userId }, conversationId, mode);
}

function useKeptDraft(key: string) {
  const times = useTimesSent(key);
  const [shown, setShown] = useState(() => ({ key, times, text: readDraft(key), kept: true }));
  // The form changed, or its draft was sent: read the stored draft before the field can show the old text.
  const same = shown.key === key && shown.times === times;
  const current = same ? shown : { key, times, text: readDraft(key), kept: true };
  if (current !== shown) setShown(current);
  return { ...current, change: (text: string) => setShown({ key, times, text, kept: keepDraft(key, text) }) };
}
