import { useRef, useState } from 'react';
import { useStanding } from '../data/use-standing.ts';
import { draftKey, keepDraft, readDraft } from './kept-drafts.ts';

/** The storage keys of the signed-in person's unsent texts in the forms of a thing, such as a conversation. */
export function useDraftKeys(thingId: string): (form: string) => string {
  const standing = useStanding();
  const organizationId = standing.kind === 'in' ? (standing.membership?.organization.id ?? '') : '';
  const userId = standing.kind === 'in' ? standing.me.id : '';
  return (form) => draftKey({ organizationId, userId }, thingId, form);
}

/** A text that is kept in this browser until it is sent or emptied: the session may end before. */
export function useKeptText(thingId: string, form: string) {
  const key = useDraftKeys(thingId)(form);
  const [text, show] = useState(() => readDraft(key));
  const latest = useRef(text);
  const change = (next: string) => {
    latest.current = next;
    show(next);
    keepDraft(key, next);
  };
  return {
    text,
    change,
    /** Call it after the text has been sent: what was typed meanwhile stays. */
    sent: (words: string) => latest.current.trim() === words && change(''),
  };
}
