/**
 * A button or a switch that is busy is disabled, and a browser then takes the focus from it: for a screen reader, the page would begin
 * anew with each save. It gets the focus back once it can be pressed again, unless the person has gone elsewhere. Called once at the
 * start.
 */
export function keepFocusOfBusyControls(): void {
  let busy: HTMLButtonElement | HTMLInputElement | null = null;
  const forget = () => (busy = null);
  addEventListener('focusin', forget);
  addEventListener('pointerdown', forget, true);
  // The observer runs before the browser draws the page. Only then does the browser move the focus.
  new MutationObserver((changes) => {
    for (const { target } of changes) {
      if (!(target instanceof HTMLButtonElement || target instanceof HTMLInputElement)) continue;
      if (target.disabled && target === document.activeElement) busy = target;
      else if (target === busy && !target.disabled) {
        forget();
        if (document.activeElement === document.body) target.focus({ preventScroll: true });
      }
    }
  }).observe(document, { subtree: true, attributeFilter: ['disabled'] });
}

/**
 * A dialog gives the focus back to what had it before. That may have gone with another dialog, and a dialog that is there only while it
 * is open does not know it: then the focus goes to the last control outside of dialogs. Called once at the start.
 */
export function keepFocusWhereDialogsGo(): void {
  let last: HTMLElement | null = null;
  addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && !target.closest(dialog)) last = target;
  });
  const isDialog = (node: Node) => node instanceof Element && (node.matches(dialog) || node.querySelector(dialog));
  new MutationObserver((changes) => {
    const isGone = changes.some(({ removedNodes }) => [...removedNodes].some(isDialog));
    if (isGone && document.activeElement === document.body && !document.querySelector(dialog))
      last?.focus({ preventScroll: true });
  }).observe(document, { subtree: true, childList: true });
}

const dialog = '[role=dialog]';

/**
 * For a button that disappears when it is pressed: the focus goes to the container of `part`, and then to the element that replaces
 * it, from where the next Tab continues. If the person has moved the focus meanwhile, it stays there.
 */
export function leaveFocusAt(part: Element | null): void {
  const around = part?.parentElement;
  if (!around) return;
  const before = part.previousElementSibling;
  take(around);
  const watcher = new MutationObserver(() => {
    const here = before ? before.nextElementSibling : around.firstElementChild;
    const isAwaited = here === null || here === part || here.matches('[aria-busy=true]');
    const isElsewhere = document.activeElement !== around;
    if (isAwaited && !isElsewhere) return;
    watcher.disconnect();
    if (!isElsewhere && here instanceof HTMLElement) take(here);
  });
  watcher.observe(around, { childList: true });
}

function take(element: HTMLElement): void {
  element.focus({ preventScroll: true });
  if (document.activeElement === element) return;
  element.tabIndex = -1;
  element.dataset['tookFocus'] = '';
  element.focus({ preventScroll: true });
}
