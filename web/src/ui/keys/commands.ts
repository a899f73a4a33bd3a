import { useEffect, useRef, useSyncExternalStore } from 'react';
import { meaningOf, nameOfPress, sequenceMilliseconds } from './keys.logic.ts';
import { pressedInDialog } from './open-dialog.ts';

/** An action of the page: bound to a key, offered in the palette, and listed on the shortcut sheet. */
export interface Command {
  /** `j`, `g i`, `ctrl+enter`; null for the palette only. */
  keys: string | null;
  label: string;
  /** The heading on the sheet and in the palette. */
  group: string;
  run: () => void;
  /** Leaves the command out of the palette: `j` and `k` are useless there. */
  keyOnly?: boolean;
  /** While this returns false, the browser handles the key. */
  when?: () => boolean;
  /** The key also works while a text field has the focus. */
  everywhere?: boolean;
}

const registered = new Set<{ current: readonly Command[] }>();
const watchers = new Set<() => void>();
let all: readonly Command[] = [];

function changed(): void {
  // The newest come first: a dialog's keys take precedence over the page's.
  all = [...registered].reverse().flatMap(({ current }) => current);
  for (const watcher of watchers) watcher();
}

/** Registers commands while the component is mounted. They keep their place in the palette, however often it is rendered. */
export function useCommands(commands: readonly Command[]): void {
  const entry = useRef(commands);
  useEffect(() => {
    registered.add(entry);
    return () => {
      registered.delete(entry);
      changed();
    };
  }, []);
  useEffect(() => {
    entry.current = commands;
    changed();
  });
}

const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
};

export const useAllCommands = (): readonly Command[] => useSyncExternalStore(watch, () => all);

const offKey = 'frontdesk.single-keys';
export const singleKeysOn = (): boolean => localStorage.getItem(offKey) !== 'off';
export function switchSingleKeys(on: boolean): void {
  localStorage.setItem(offKey, on ? 'on' : 'off');
  for (const watcher of watchers) watcher();
}
export const useSingleKeys = (): boolean => useSyncExternalStore(watch, singleKeysOn);

const isTyping = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest('input:not([type=checkbox]),textarea,select,[contenteditable="true"],[role="textbox"]') !== null;

/** Listens to the keyboard; called once. Single keys are ignored in text fields and while a dialog is open (WCAG 2.1.4). */
export function listenToKeys(): () => void {
  let pressed: string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    pressed = [];
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const name = nameOfPress({ ...keysOf(event), key: event.key });
    if (!name || event.defaultPrevented || event.isComposing) return;
    const plain = !name.startsWith('ctrl+');
    const typing = isTyping(event.target);
    const resting = plain && (typing || !singleKeysOn() || pressedInDialog());
    const usable = all.filter(
      ({ everywhere, when }) => (everywhere ? !plain || !resting : !resting && !typing) && (when?.() ?? true),
    );
    pressed.push(name);
    const { match, waits } = meaningOf(
      pressed,
      usable.flatMap(({ keys }) => keys ?? []),
    );
    clearTimeout(timer);
    if (waits) timer = setTimeout(forget, sequenceMilliseconds);
    else forget();
    if (match === null) return;
    event.preventDefault();
    usable.find(({ keys }) => keys === match)?.run();
  };
  addEventListener('keydown', onKeyDown, true);
  return () => removeEventListener('keydown', onKeyDown, true);
}

const keysOf = ({ ctrlKey, metaKey, altKey }: KeyboardEvent) => ({
  ctrl: ctrlKey,
  meta: metaKey,
  alt: altKey,
});
