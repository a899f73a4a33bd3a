interface Place {
  control: HTMLButtonElement;
  list: Element;
  row: number;
  /** The index of the focused control among the controls of its row. */
  which: number;
  /** The elements around the list, from the inside to the outside. */
  around: readonly Element[];
}

// The rows of a form name themselves: they are no list.
const rows = 'tr, li, article, [data-form-row]';
const controls = 'button:not(:disabled), a[href], input:not(:disabled)';

/**
 * Keeps the focus in a list when its focused row is deleted; otherwise somebody with a keyboard would begin at the top of the page. It
 * focuses the same control of the next row, or else of the row before; after the last row of a form it is the button that adds one. If
 * the list is empty, it focuses the list's heading. It ignores the focus in a dialog, because the dialog may belong to the row. Call it
 * once at the start.
 */
export function keepFocusWhereRowsGo(): void {
  let place: Place | null = null;
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && !isInDialog(target)) place = placeOf(target);
  });
  const goElsewhere = ({ target }: Event) => {
    if (target instanceof Element && !isInDialog(target)) place = null;
  };
  addEventListener('pointerdown', goElsewhere, true);
  new MutationObserver(() => {
    if (place === null || place.control.isConnected || document.activeElement !== document.body) return;
    const next = successorOf(place);
    place = null;
    if (next) take(next);
  }).observe(document, { subtree: true, childList: true });
}

const isInDialog = (element: Element): boolean => element.closest('[data-portal], [role=dialog]') !== null;

function placeOf(control: Element): Place | null {
  const row = control.closest(rows);
  const list = row?.parentElement;
  if (!(control instanceof HTMLButtonElement) || !row || !list) return null;
  return {
    control,
    list,
    row: [...list.children].indexOf(row),
    which: [...row.querySelectorAll(controls)].indexOf(control),
    around: ancestorsOf(list),
  };
}

function ancestorsOf(element: Element): Element[] {
  const { parentElement } = element;
  return parentElement ? [parentElement, ...ancestorsOf(parentElement)] : [];
}

function successorOf({ list, row, which, around }: Place): HTMLElement | null {
  for (const candidate of list.isConnected ? [list.children[row], list.children[row - 1]] : []) {
    if (candidate instanceof HTMLElement && candidate.matches(controls)) return candidate;
    const found = candidate ? [...candidate.querySelectorAll<HTMLElement>(controls)] : [];
    const control = found[which] ?? found.at(-1);
    if (control) return control;
  }
  const part = around.find(({ isConnected }) => isConnected)?.closest('section, main');
  return part?.querySelector<HTMLElement>('h1, h2, h3') ?? null;
}

function take(element: HTMLElement): void {
  if (!element.matches(controls)) {
    element.tabIndex = -1;
    element.dataset['tookFocus'] = '';
  }
  element.focus({ preventScroll: true });
}
