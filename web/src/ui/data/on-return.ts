import { focusManager, type Query } from '@tanstack/react-query';

// In milliseconds. What is younger was read for this very visit.
const recent = 5_000;

/**
 * For changes that cause no event, such as those of collections and members: what is shown is read again when its tab or window is entered.
 * Of two windows side by side none is hidden, so that their visibility does not tell.
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
