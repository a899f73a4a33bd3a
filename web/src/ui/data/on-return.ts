import { focusManager, type Query } from '@tanstack/react-query';

// Milliseconds. Younger data was read during this visit and need not be read again.
const recent = 5_000;

/**
 * Reads the shown data again when its tab or window is entered: some changes, such as those of collections and members, cause no
 * event. The focus counts as well as the visibility, because two windows side by side are both always visible.
 */
export function noteReturns(): void {
  focusManager.setEventListener((entered) => {
    const onReturn = () => entered();
    addEventListener('focus', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      removeEventListener('focus', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  });
}

export const readsOnReturn = ({ state }: Query): boolean | 'always' =>
  Date.now() - state.dataUpdatedAt > recent ? 'always' : false;
