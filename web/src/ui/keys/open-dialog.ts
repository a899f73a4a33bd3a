let open = false;

/**
 * Notes at each press whether a dialog or a menu is open. Called before anything else listens: a dialog that closes on Escape has left the
 * page by the time that a later listener hears the same press.
 */
export function noteDialogs(): void {
  addEventListener('keydown', () => (open = document.querySelector('[role=dialog],[role=menu]') !== null), true);
}

/** Whether the press that is being handled was for a dialog or a menu. */
export const pressedInDialog = (): boolean => open;
