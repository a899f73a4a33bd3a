import { createParser } from 'eventsource-parser';
import { currentToken, scopeHeaders } from './session.ts';

/** One event of `GET /api/events`: ids and versions, never customers' text. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The heartbeat comes every 20 seconds: a stream that is silent for longer is dead, even if the socket looks open. */
const silenceLimit = 50_000;

/** Reads one stream to its end. Uses fetch, because `EventSource` cannot send the access token. */
export async function readEvents(
  lastId: string | null,
  signal: AbortSignal,
  listener: { onOpen: () => void; onEvent: (event: LiveEvent) => void },
): Promise<'ended' | 'not_offered' | 'unauthorized'> {
  const token = currentToken();
  const timeout = new AbortController();
  const startTimer = () => setTimeout(() => timeout.abort(), silenceLimit);
  let timer = startTimer();
  // The socket may look open long after the network has gone.
  const disconnect = () => timeout.abort();
  addEventListener('offline', disconnect);
  try {
    const response = await fetch('/api/events', {
      headers: {
        accept: 'text/event-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...scopeHeaders(),
        ...(lastId ? { 'last-event-id': lastId } : {}),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, timeout.signal]),
    });
    if (response.status === 404) return 'not_offered';
    // 403: the person has been removed from the organization, or moved to another workspace.
    if (response.status === 401 || response.status === 403) return 'unauthorized';
    if (!response.ok || !response.body) return 'ended';
    listener.onOpen();
    const parser = createParser({ onEvent: ({ id, event, data }) => listener.onEvent(parseEvent(id, event, data)) });
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = startTimer();
      parser.feed(text);
    }
  } catch {
    // The stream was lost, silent or closed by us: the caller reopens it if it still listens.
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', disconnect);
  }
  return 'ended';
}

function parseEvent(id: string | undefined, type: string | undefined, text: string): LiveEvent {
  const given = parse(text);
  const data = typeof given['data'] === 'object' && given['data'] !== null ? given['data'] : given;
  return { id: id ?? asText(given['id']), type: type ?? asText(given['type']), data: { ...data } };
}

const asText = (value: unknown) => (typeof value === 'string' ? value : '');

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}
