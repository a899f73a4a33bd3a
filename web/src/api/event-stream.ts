import { createParser } from 'eventsource-parser';
import { currentToken, scopeHeaders } from './session.ts';

/** One event of `GET /api/events`: ids and versions, no customer's words. */
export interface LiveEvent {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The heartbeat comes every 20 seconds: a stream that is silent for longer is dead, whatever the socket says. */
const silence = 50_000;

/** Reads one stream to its end. By fetch, as `EventSource` cannot send the access token. */
export async function readEvents(
  lastId: string | null,
  signal: AbortSignal,
  hear: { opened: () => void; heard: (event: LiveEvent) => void },
): Promise<'ended' | 'not_offered' | 'unauthorized'> {
  const token = currentToken();
  const quiet = new AbortController();
  const deadline = () => setTimeout(() => quiet.abort(), silence);
  let timer = deadline();
  // The socket may seem open long after the network has gone.
  const lost = () => quiet.abort();
  addEventListener('offline', lost);
  try {
    const response = await fetch('/api/events', {
      headers: {
        accept: 'text/event-stream',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...scopeHeaders(),
        ...(lastId ? { 'last-event-id': lastId } : {}),
      },
      cache: 'no-store',
      signal: AbortSignal.any([signal, quiet.signal]),
    });
    if (response.status === 404) return 'not_offered';
    if (response.status === 401) return 'unauthorized';
    if (!response.ok || !response.body) return 'ended';
    hear.opened();
    const parser = createParser({ onEvent: ({ id, event, data }) => hear.heard(understand(id, event, data)) });
    for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
      clearTimeout(timer);
      timer = deadline();
      parser.feed(text);
    }
  } catch {
    // Lost, silent or closed by us: the caller opens it again when it still listens.
  } finally {
    clearTimeout(timer);
    removeEventListener('offline', lost);
  }
  return 'ended';
}

function understand(id: string | undefined, type: string | undefined, text: string): LiveEvent {
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
