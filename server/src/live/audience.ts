import { setTimeout as pause } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { LiveEvent } from '@desk/contract/live';
import { stillAdmitted } from '../access/index.ts';
import { errorCode } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { nextEvents } from './beginning.actions.ts';
import { eventText } from './event-text.logic.ts';
import type { LiveEventRow } from './events.store.ts';

export interface Stream {
  readonly out: Readable;
  /** A digest of the reader's token; checked again before each event. */
  readonly proof: string;
  /** The place of the last event that was sent. */
  position: number;
}

const mostAtOnce = 500;
/** The buffer of one reader, in bytes. A reader whose buffer is full is disconnected, and resumes. */
const mostBufferedBytes = 1_048_576;
const pauseAfterFailureMilliseconds = 1_000;

/** The readers of one organization in this process. One query reads the events for all of them. */
export class Audience {
  private readonly desk: Desk;
  private readonly organizationId: string;
  private readonly streams = new Set<Stream>();
  private refreshing: Promise<void> | null = null;
  private again = false;
  private ended = false;

  constructor(desk: Desk, organizationId: string) {
    this.desk = desk;
    this.organizationId = organizationId;
  }

  static view({ position, type, at, data }: LiveEventRow): LiveEvent {
    return { id: String(position), type, at: at.toISOString(), data };
  }

  get isEmpty(): boolean {
    return this.streams.size === 0;
  }

  /** Also refreshes: an event may have been committed since the stream's beginning was read. */
  join(stream: Stream): void {
    this.streams.add(stream);
    this.refresh();
  }

  leave(stream: Stream): void {
    this.streams.delete(stream);
  }

  end(): void {
    this.ended = true;
    for (const { out } of this.streams) out.push(null);
  }

  settled = (): Promise<void> => this.refreshing ?? Promise.resolve();

  /** Reads new events for all streams. Any number of calls during one refresh cause one more. */
  refresh(): void {
    this.again = true;
    if (this.isBehind) this.refreshing ??= this.refreshAll();
  }

  /** Sends a heartbeat to every reader who is still admitted. */
  sendHeartbeat(text: string): void {
    this.admittedStreams()
      .then((streams) => streams.forEach((stream) => write(stream, text)))
      .catch((error: unknown) => this.desk.log.warn({ code: errorCode(error) }, 'live streams were not checked'));
  }

  private get isBehind(): boolean {
    return this.again && !this.ended && !this.isEmpty;
  }

  private async refreshAll(): Promise<void> {
    while (this.isBehind) {
      this.again = false;
      try {
        await this.refreshOnce();
      } catch (error) {
        this.desk.log.warn({ code: errorCode(error) }, 'live events could not be read');
        this.again = true;
        await pause(pauseAfterFailureMilliseconds, undefined, { ref: false });
      }
    }
    // Here, and not in a later microtask: a call in between would start nothing, and its events would wait for the next ones.
    this.refreshing = null;
  }

  private async refreshOnce(): Promise<void> {
    const seen = Math.min(...[...this.streams].map(({ position }) => position));
    const events = await nextEvents(this.desk, this.scope, seen, mostAtOnce);
    const last = events.at(-1);
    if (!last) return;
    // A stream that joined meanwhile with a position before `seen` would lose events: the next refresh serves it.
    for (const stream of (await this.admittedStreams()).filter(({ position }) => position >= seen)) {
      const text = events.filter(({ position }) => position > stream.position).map(textOf);
      stream.position = Math.max(stream.position, last.position);
      write(stream, text.join(''));
    }
    if (events.length === mostAtOnce) this.again = true;
    for (const { position } of this.streams) if (position < last.position) this.again = true;
  }

  // Ends the streams of readers whose session is over, or who have left the organization. Returns the others.
  private async admittedStreams(): Promise<Stream[]> {
    const streams = [...this.streams];
    const admitted = await stillAdmitted(this.desk, this.scope, [...new Set(streams.map(({ proof }) => proof))]);
    const [staying, leaving] = [streams.filter(isIn(admitted)), streams.filter((stream) => !isIn(admitted)(stream))];
    for (const { out } of leaving) out.push(null);
    for (const stream of leaving) this.leave(stream);
    return staying;
  }

  private get scope() {
    return { organizationId: this.organizationId };
  }
}

const isIn =
  (admitted: ReadonlySet<string>) =>
  ({ proof }: Stream) =>
    admitted.has(proof);

const textOf = (event: LiveEventRow) => eventText(Audience.view(event));

function write({ out }: Stream, text: string): void {
  if (text === '' || out.destroyed || out.readableEnded) return;
  if (out.readableLength + text.length > mostBufferedBytes) out.destroy();
  else out.push(text);
}
