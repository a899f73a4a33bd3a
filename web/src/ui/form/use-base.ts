import { useEffect, useRef, useState } from 'react';

type Versioned = { version: number } | null;

/** The part of a Mantine form that is used here. */
interface Form<V> {
  setValues: (values: V) => void;
  resetDirty: (values: V) => void;
  clearErrors: () => void;
  isDirty: () => boolean;
  getValues: () => V;
}

/**
 * The version that a form edits, as it was when editing began; null for a new thing. A newer version, such as a colleague's, is
 * adopted while nothing is edited here, or if it has the same values in the form. Otherwise it waits, so that a new read replaces
 * nobody's words.
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
    else if (!form.isDirty() || same(valuesOf(latest), form.getValues())) adopt(latest);
  });
  return {
    base,
    /** Call it before a save. */
    sending: (values: V) => {
      sent.current = values;
    },
    /** Call it after a save. Words that were typed meanwhile stay, as unsaved ones. */
    saved: (reply: T) => {
      setBase(reply);
      form.resetDirty(sent.current ?? valuesOf(reply));
    },
    /** Call it after a conflict: the newer version is adopted next. */
    discard: () => adopt(base),
  };
}

const versionOf = (of: Versioned) => of?.version ?? 0;
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
