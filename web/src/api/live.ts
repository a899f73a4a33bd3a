import { currentToken, renewSession } from './session.ts';
import { readEvents, type LiveEvent } from './event-stream.ts';

export type { LiveEvent } from './event-stream.ts';

/** `polling`: the server offers no events, so shown data is polled. */
export type LiveState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'live' }
  | { readonly kind: 'reconnecting' }
  | { readonly kind: 'polling' }
  | { readonly kind: 'offline'; readonly since: number };

/** `reset`: events may have been missed; read all shown data again. */
export type LiveNews = { readonly kind: 'event'; readonly event: LiveEvent } | { readonly kind: 'reset' };

type TabMessage = { state: LiveState } | { news: LiveNews } | { ask: true };

const pollEvery = 15_000;
const longestPause = 30_000;

/**
 * News of the organization. One tab of the browser reads the stream and forwards it to the others; when it closes, another tab takes
 * over. After sleep or a lost network the client reads everything again.
 */
export function openLive(
  organizationId: string,
  listener: { state: (state: LiveState) => void; news: (news: LiveNews) => void },
): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(`frontdesk.live.${organizationId}`);
  let latest: LiveState = { kind: 'connecting' };
  let leading = false;
  const setState = (state: LiveState) => {
    latest = state;
    listener.state(state);
  };
  const broadcast = (message: TabMessage) => {
    channel.postMessage(message);
    if ('state' in message) setState(message.state);
    if ('news' in message) listener.news(message.news);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    if ('ask' in data) return leading ? channel.postMessage({ state: latest }) : undefined;
    if ('state' in data) setState(data.state);
    if ('news' in data) listener.news(data.news);
  });
  channel.postMessage({ ask: true } satisfies TabMessage);
  void whenLeader(`frontdesk.live.${organizationId}`, stop.signal, () => {
    leading = true;
    return follow(broadcast, stop.signal);
  });
  const unwatch = watchReturn(() => listener.news({ kind: 'reset' }));
  return () => {
    stop.abort();
    unwatch();
    channel.close();
  };
}

// The tab holds the lock until it closes; then the browser grants it to the next tab.
async function whenLeader(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  try {
    if ('locks' in navigator) await navigator.locks.request(name, { signal }, work);
    else await work();
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

async function follow(broadcast: (message: TabMessage) => void, signal: AbortSignal): Promise<void> {
  let lastId: string | null = null;
  let failures = 0;
  let offlineSince: number | null = null;
  while (!signal.aborted) {
    const reading = await readEvents(lastId, signal, {
      onOpen: () => {
        // Reset: a stream replays missed events only if it resumes, and pages were read before the first connection.
        if (failures > 0 || lastId === null) broadcast({ news: { kind: 'reset' } });
        failures = 0;
        offlineSince = null;
        broadcast({ state: { kind: 'live' } });
      },
      onEvent: (event) => {
        lastId = event.id;
        broadcast({ news: event.type === 'reset' ? { kind: 'reset' } : { kind: 'event', event } });
      },
    });
    if (signal.aborted) return;
    if (reading === 'not_offered') {
      broadcast({ state: { kind: 'polling' } });
      await pause(pollEvery, signal);
      broadcast({ news: { kind: 'reset' } });
      continue;
    }
    if (reading === 'unauthorized' && currentToken() && !(await renewSession().catch(() => true))) return;
    failures += 1;
    offlineSince = navigator.onLine ? null : (offlineSince ?? Date.now());
    broadcast({ state: offlineSince === null ? { kind: 'reconnecting' } : { kind: 'offline', since: offlineSince } });
    await pause(Math.min(longestPause, 500 * 2 ** failures) * (0.75 + Math.random() / 2), signal);
  }
}

/** Ends early when the network comes back or the tab is closed. */
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

// A tab that slept has missed events of the stream.
const awayFor = 5_000;
function watchReturn(back: () => void): () => void {
  let hiddenAt: number | null = null;
  const onVisibilityChange = () => {
    if (document.visibilityState === 'hidden') hiddenAt = Date.now();
    else if (hiddenAt !== null && Date.now() - hiddenAt > awayFor) back();
  };
  document.addEventListener('visibilitychange', onVisibilityChange);
  addEventListener('online', back);
  return () => {
    document.removeEventListener('visibilitychange', onVisibilityChange);
    removeEventListener('online', back);
  };
}
