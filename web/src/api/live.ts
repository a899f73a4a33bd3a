import { currentToken, renewSession } from './session.ts';
import { readEvents, type LiveEvent } from './event-stream.ts';

export type { LiveEvent } from './event-stream.ts';

/** `polling`: the server offers no events, so what is shown is read again from time to time. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'polling' }
  | { readonly kind: 'offline'; readonly since: number };

/** `reset`: events may have been missed, everything shown is to be read again. */
export type LiveNews = { readonly kind: 'event'; readonly event: LiveEvent } | { readonly kind: 'reset' };

type Word = { state: LiveState } | { news: LiveNews } | { ask: true };

const pollEvery = 15_000;
const longestPause = 30_000;

/**
 * News of the organization. One tab of the browser reads the stream and tells the others; when it closes, another one takes
 * over. Correct after sleep and lost networks: a client that comes back reads everything again.
 */
export function openLive(
  organizationId: string,
  hear: { state: (state: LiveState) => void; news: (news: LiveNews) => void },
): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`frontdesk.live.${organizationId}`);
  let latest: LiveState = { kind: 'connecting' };
  let leading = false;
  const setState = (state: LiveState) => {
    latest = state;
    hear.state(state);
  };
  const tell = (word: Word) => {
    channel.postMessage(word);
    if ('state' in word) setState(word.state);
    if ('news' in word) hear.news(word.news);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if ('ask' in data) return leading ? channel.postMessage({ state: latest }) : undefined;
    if ('state' in data) setState(data.state);
    if ('news' in data) hear.news(data.news);
  });
  channel.postMessage({ ask: true } satisfies Word);
  void lead(`frontdesk.live.${organizationId}`, stop.signal, () => {
    leading = true;
    return follow(tell, stop.signal);
  });
  const unwatch = watchReturn(() => hear.news({ kind: 'reset' }));
  return () => {
    stop.abort();
    unwatch();
    channel.close();
  };
}

// The lock is held for as long as the tab lives; the browser hands it on when it closes.
async function lead(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    if ('locks' in navigator) await navigator.locks.request(name, { signal }, work);
    else await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function follow(tell: (word: Word) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  let failures = 0;
  let offlineSince: number | null = null;
  while (!signal.aborted) {
    const reading = await readEvents(lastId, signal, {
      opened: () => {
        // What came while nobody listened is in the stream only when it resumes; before the first one, pages were read already.
        if (failures > 0 || lastId === null) tell({ news: { kind: 'reset' } });
        failures = 0;
        offlineSince = null;
        tell({ state: { kind: 'live' } });
      },
      heard: (event) => {
        lastId = event.id;
        tell({ news: event.type === 'reset' ? { kind: 'reset' } : { kind: 'event', event } });
      },
    });
    if (signal.aborted) return;
    if (reading === 'not_offered') {
      tell({ state: { kind: 'polling' } });
      await pause(pollEvery, signal);
      tell({ news: { kind: 'reset' } });
      continue;
    }
    if (reading === 'unauthorized' && currentToken() && !(await renewSession().catch(() => true))) return;
    failures += 1;
    offlineSince = navigator.onLine ? null : (offlineSince ?? Date.now());
    tell({ state: offlineSince === null ? { kind: 'reconnecting' } : { kind: 'offline', since: offlineSince } });
    await pause(Math.min(longestPause, 500 * 2 ** failures) * (0.75 + Math.random() / 2), signal);
  }
}

/** Ends early when the network comes back, or when the tab is closed. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    addEventListener('online', done);
    signal.addEventListener('abort', done);
  });
}

// A tab that slept has missed what the stream said.
const awayFor = 5_000;
function watchReturn(back: () => void): () => void {
  let hiddenAt: number | null = null;
  const look = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > awayFor) back();
  };
  document.addEventListener('visibilitychange', look);
  addEventListener('online', back);
  return () => {
    document.removeEventListener('visibilitychange', look);
    removeEventListener('online', back);
  };
}
