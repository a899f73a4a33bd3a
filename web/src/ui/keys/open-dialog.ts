import { useEffect, useEffectEvent } from 'react';

let open = 0;

/**
 * Records at each key press how many dialogs and menus are open. Call it before other listeners are added: a dialog that closes on
 * Escape is gone from the page by the time a later listener gets the same event.
 */
export function noteDialogs(): void {
  addEventListener('keydown', () => (open = document.querySelectorAll(dialogs).length), true);
}

// The last one stands for a dialog whose code is on its way.
const dialogs = '[role=dialog],[role=menu],[data-opening]';

/** True if a dialog or a menu was open when the current key was pressed. */
export const pressedInDialog = (): boolean => open > 0;

/** Calls `close` on Escape as long as nothing is open above the dialog, which Escape closes first. */
export function useEscape(opened: boolean, close: () => void): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.isComposing || open > 1) return;
    // Of the kit: an open list takes the key.
    if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true')
      return;
    close();
  });
  useEffect(() => {
    if (!opened) return;
    addEventListener('keydown', onKeyDown, true);
    return () => removeEventListener('keydown', onKeyDown, true);
  }, [opened]);
}
