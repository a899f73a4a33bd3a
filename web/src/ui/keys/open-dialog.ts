let open = false;

/**
 * Records at each key press whether a dialog or a menu is open. Call it before other listeners are added: a dialog that closes on
 * Escape is gone from the page by the time a later listener gets the same event.
 */
export function noteDialogs(): void {
  addEventListener('keydown', () => (open = document.querySelector('[role=dialog],[role=menu]') !== null), true);
}

/** True if a dialog or a menu was open when the current key was pressed. */
export const pressedInDialog = (): boolean => open;
