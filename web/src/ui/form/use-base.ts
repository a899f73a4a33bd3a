import { useEffect, useRef, useState } from 'react';

type Versioned = { version: number } | null;

/** What is used of a Mantine form. */
interface Form<V> {
  setValues: (values: V) => void;
  resetDirty: (values: V) => void;
  clearErrors: () => void;
  isDirty: () => boolean;
}

/**
 * What a form edits, as it was when editing began; null for a new thing. A newer version, such as a colleague's, is adopted while nothing
 * is edited here, or if it has the same values in the form; otherwise it waits, so that a new read replaces nobody's words.
 */
export function useBase<T extends Versioned, V>(latest: T, form: Form<V>, valuesOf: (of: T) => V) {
  const [base, setBase] = useState(latest);
  const sent = useRef<V>(null);
  const adopt = (next: T) => {
    setBase(next);
    form.setValues(valuesOf(next));
    form.resetDirty(valuesOf(next));
    form.clearErrors();
  };
  useEffect(() => {
    if (versionOf(latest) <= versionOf(base)) return;
    if (same(valuesOf(latest), valuesOf(base))) setBase(latest);
    else if (!form.isDirty()) adopt(latest);
  });
  return {
    base,
    /** Before a save. */
    sending: (values: V) => {
      sent.current = values;
    },
    /** After a save: words that were typed meanwhile stay, as unsaved ones. */
    saved: (reply: T) => {
      setBase(reply);
      form.resetDirty(sent.current ?? valuesOf(reply));
    },
    /** After a conflict: the newer version is adopted next. */
    discard: () => adopt(base),
  };
}

const versionOf = (of: Versioned) => of?.version ?? 0;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
