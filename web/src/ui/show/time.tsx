import { Tooltip } from '@mantine/core';
import { useState, useSyncExternalStore } from 'react';
import { absoluteTime, relativeTime } from '../i18n/format.ts';
import { useLocale } from '../i18n/i18n.ts';
import { useTimeZone } from '../i18n/time-zone.ts';

/** “2 minutes ago”, with the exact time on hover and focus. Updates itself. */
export function Time({ at, style = 'long' }: { at: string; style?: 'long' | 'narrow' }) {
  useLocale();
  useTimeZone();
  const now = useNow();
  // A tooltip costs more than the rest of a row and few are looked at: create it when the pointer comes near.
  const [near, setNear] = useState(false);
  const time = (
    <time dateTime={at} onPointerEnter={() => setNear(true)}>
      {relativeTime(at, now, style)}
    </time>
  );
  return near ? (
    <Tooltip label={absoluteTime(at)} defaultOpened>
      {time}
    </Tooltip>
  ) : (
    time
  );
}

let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One timer for the whole client: it ticks every half minute while any time is shown.
function watch(tick: () => void): () => void {
  watchers.add(tick);
  // It stood still while nothing watched it.
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
