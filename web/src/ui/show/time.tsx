import { Tooltip } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { absoluteTime, relativeTime } from '../i18n/format.ts';
import { useLocale } from '../i18n/i18n.ts';

/** “2 minutes ago”, the exact time on hover and focus. Keeps itself right. */
export function Time({ at, style = 'long' }: { at: string; style?: 'long' | 'narrow' }) {
  useLocale();
  const now = useNow();
  return (
    <Tooltip label={absoluteTime(at)}>
      <time dateTime={at}>{relativeTime(at, now, style)}</time>
    </Tooltip>
  );
}

let now = Date.now();
const watchers = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

// One clock for the whole client, that ticks every half minute while somebody looks at a time.
function watch(tick: () => void): () => void {
  watchers.add(tick);
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
