import type { KeyboardEvent } from 'react';

/** Escape leaves a text field of the page, so that single keys work again. What was typed stays. */
export function leaveOnEscape({ key, nativeEvent }: KeyboardEvent): void {
  if (key !== 'Escape' || nativeEvent.isComposing) return;
  document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
}
