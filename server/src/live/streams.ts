import { Readable } from 'node:stream';
import type { LiveEvent } from '@desk/contract/live';
import type { FastifyRequest } from 'fastify';
import { proofOf, type Scope } from '../access/index.ts';
import type { Desk } from '../platform/desk.ts';
import { tooMany, unavailable } from '../platform/http/errors.ts';
import { sentence } from '../platform/words/sentence.logic.ts';
import { Audience, type Stream } from './audience.ts';
import { beginStream } from './beginning.actions.ts';
import { beginningText, eventText, heartbeatText } from './event-text.logic.ts';

const heartbeatMilliseconds = 20_000;
const mostStreamsPerCaller = 20;
/** The poll interval while the connection to the database is cut. */
const pollMilliseconds = 2_000;

/** The streams of this process. One listening connection wakes them, one query serves all streams of an organization. */
interface Hub {
  audiences: Map<string, Audience>;
  /** The number of streams by caller, including those that are being opened. */
  open: Map<string, number>;
  listening: Promise<() => Promise<void>> | null;
  heartbeat: NodeJS.Timeout;
  ended: boolean;
}

const hubs = new WeakMap<Desk['db'], Hub>();

/** Streams the changes since `Last-Event-ID`, and then new ones. Throws 429 if the caller has twenty streams open. */
export async function openStream(desk: Desk, scope: Scope, request: FastifyRequest): Promise<Readable> {
  const hub = hubOf(desk);
  if (hub.ended) throw unavailable(sentence`The server is shutting down.`, 2);
  const release = takePlace(hub, `${scope.actor.type}:${scope.actor.id}`);
  try {
    // Listen before reading the beginning, so that no later commit is missed.
    hub.listening ??= listen(desk, hub).catch((error: unknown) => {
      // The next stream tries again.
      hub.listening = null;
      throw error;
    });
    await hub.listening;
    const { 'last-event-id': lastEventId } = request.headers;
    const { seen, position, missed } = await beginStream(
      desk,
      scope,
      typeof lastEventId === 'string' ? lastEventId : null,
    );
    const stream: Stream = { proof: proofOf(request), position, out: new Readable({ read() {} }) };
    stream.out.push(beginningText(seen));
    if (missed === null) stream.out.push(eventText(resetAt(position, desk.clock.now())));
    else for (const event of missed) stream.out.push(eventText(Audience.view(event)));
    join(desk, hub, scope.organizationId, { stream, release });
    return stream.out;
  } catch (error) {
    release();
    throw error;
  }
}

/** Ends every stream of this process and opens no more; readers resume at another process. */
export async function endStreams(desk: Desk): Promise<void> {
  const hub = hubOf(desk);
  hub.ended = true;
  clearInterval(hub.heartbeat);
  for (const audience of hub.audiences.values()) audience.end();
  const stop = await hub.listening?.catch(() => null);
  await stop?.();
  await Promise.all([...hub.audiences.values()].map((audience) => audience.settled()));
}

function hubOf(desk: Desk): Hub {
  const known = hubs.get(desk.db);
  if (known) return known;
  const audiences = new Map<string, Audience>();
  const beat = () => {
    for (const audience of audiences.values()) audience.sendHeartbeat(heartbeatText);
  };
  const heartbeat = setInterval(beat, heartbeatMilliseconds).unref();
  const hub: Hub = { audiences, open: new Map(), listening: null, heartbeat, ended: false };
  hubs.set(desk.db, hub);
  return hub;
}

function takePlace(hub: Hub, caller: string): () => void {
  const taken = hub.open.get(caller) ?? 0;
  if (taken >= mostStreamsPerCaller)
    throw tooMany(sentence`You have ${mostStreamsPerCaller} open streams. Close one of them first.`, 10);
  hub.open.set(caller, taken + 1);
  return () => {
    const left = (hub.open.get(caller) ?? 1) - 1;
    if (left > 0) hub.open.set(caller, left);
    else hub.open.delete(caller);
  };
}

function join(desk: Desk, hub: Hub, organizationId: string, on: { stream: Stream; release: () => void }): void {
  const audience = hub.audiences.get(organizationId) ?? new Audience(desk, organizationId);
  hub.audiences.set(organizationId, audience);
  on.stream.out.once('close', () => {
    on.release();
    audience.leave(on.stream);
    if (audience.isEmpty && hub.audiences.get(organizationId) === audience) hub.audiences.delete(organizationId);
  });
  if (hub.ended) return void on.stream.out.push(null);
  audience.join(on.stream);
}

// A cut connection may have missed notifications and receives none, so every audience polls until it is mended.
async function listen(desk: Desk, hub: Hub): Promise<() => Promise<void>> {
  let polling: NodeJS.Timeout | undefined;
  const refreshAll = () => {
    for (const audience of hub.audiences.values()) audience.refresh();
  };
  const stop = await desk.db.listen('live_event', {
    heard: (organizationId) => hub.audiences.get(organizationId)?.refresh(),
    cut: () => void (polling ??= setInterval(refreshAll, pollMilliseconds).unref()),
    mended: () => {
      clearInterval(polling);
      polling = undefined;
      refreshAll();
    },
  });
  return async () => {
    clearInterval(polling);
    await stop();
  };
}

const resetAt = (position: number, now: Date): LiveEvent => ({
  id: String(position),
  type: 'reset',
  at: now.toISOString(),
  data: {},
});
