import { Tooltip } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore, type RefObject } from 'react';
import { absoluteTime, momentTime, relativeTime } from '../i18n/format.ts';
import { useLocale } from '../i18n/i18n.ts';
import { useTimeZone } from '../i18n/time-zone.ts';

/**
 * “2 minutes ago”, with the exact time on hover, and while the keyboard rests on the link or button around it. The command “Show
 * exact times” shows all of them. Updates itself.
 */
export function Time({ at, style = 'long' }: { at: string; style?: 'long' | 'narrow' }) {
  useLocale();
  useTimeZone();
  const now = useNow();
  const exact = useExactTimes();
  const element = useRef<HTMLTimeElement>(null);
  // A tooltip costs more than the rest of a row, and few are looked at: create it only when the pointer or the focus comes near.
  const [near, setNear] = useState(false);
  const [opened, open] = useState(false);
  const look = (isLookedAt: boolean) => {
    if (isLookedAt) setNear(true);
    open(isLookedAt);
  };
  useRestingFocus(element, look);
  const time = (
    <time ref={element} dateTime={at} onPointerEnter={() => look(true)} onPointerLeave={() => look(false)}>
      {exact ? momentTime(at) : relativeTime(at, now, style)}
    </time>
  );
  return near ? (
    <Tooltip label={absoluteTime(at)} opened={opened}>
      {time}
    </Tooltip>
  ) : (
    time
  );
}

// People who walk through a list with J or Tab get no tooltip at each step.
const restMilliseconds = 400;

/** Calls `look` when the keyboard's focus has rested on the link or button around an element, and when it leaves. */
function useRestingFocus(element: RefObject<HTMLElement | null>, look: (isLookedAt: boolean) => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const around = element.current?.closest('a, button');
    let timer: ReturnType<typeof setTimeout> | undefined;
    const came = () => {
      if (around?.matches(':focus-visible')) timer = setTimeout(() => latest.current(true), restMilliseconds);
    };
    const left = () => {
      clearTimeout(timer);
      latest.current(false);
    };
    around?.addEventListener('focus', came);
    around?.addEventListener('blur', left);
    return () => {
      clearTimeout(timer);
      around?.removeEventListener('focus', came);
      around?.removeEventListener('blur', left);
    };
  }, [element]);
}

let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for the whole client: it ticks every half minute while any time is shown.
function watch(tick: () => void): () => void {
  watchers.add(tick);
  // The time stood still while nothing watched it.
  if (!timer) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of watchers) each();
  }, 30_000);
  return () => {
    watchers.delete(tick);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

export const useNow = (): number => useSyncExternalStore(watch, () => now);

// Kept until the client is loaded again: most people want to read “5 minutes ago” most of the time.
let exact = false;
const exactWatchers = new Set<() => void>();

/** Shows the exact times everywhere, for people who cannot hover, or relative ones again. */
export function toggleExactTimes(): void {
  exact = !exact;
  for (const watcher of exactWatchers) watcher();
}

function watchExact(watcher: () => void): () => void {
  exactWatchers.add(watcher);
  return () => void exactWatchers.delete(watcher);
}

export const useExactTimes = (): boolean => useSyncExternalStore(watchExact, () => exact);
