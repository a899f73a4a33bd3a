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
  /** By what the reader was let in; looked at again before each event. */
  readonly proof: string;
  /** The place of the last event that was sent. */
  position: number;
}

const mostAtOnce = 500;
/** Bytes that wait for one reader. One who is slower than that is cut off, and resumes. */
const mostWaiting = 1_048_576;
const pauseAfterFailure = 1_000;

/** The readers of one organization in this process: events are read once for all of them. */
export class Audience {
  private readonly desk: Desk;
  private readonly organizationId: string;
  private readonly streams = new Set<Stream>();
  private looking: Promise<void> | null = null;
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

  /** Also looks: something may have been committed between the stream's beginning and now. */
  join(stream: Stream): void {
    this.streams.add(stream);
    this.look();
  }

  leave(stream: Stream): void {
    this.streams.delete(stream);
  }

  end(): void {
    this.ended = true;
    for (const { out } of this.streams) out.push(null);
  }

  settled = (): Promise<void> => this.looking ?? Promise.resolve();

  /** There may be news. While one look is under way, however many calls make one more. */
  look(): void {
    this.again = true;
    this.looking ??= this.lookAll().finally(() => {
      this.looking = null;
    });
  }

  /** A sign of life for every reader who may still be here. */
  beat(text: string): void {
    this.whoMayStay()
      .then((streams) => streams.forEach((stream) => write(stream, text)))
      .catch((error: unknown) => this.desk.log.warn({ code: errorCode(error) }, 'live streams were not checked'));
  }

  private async lookAll(): Promise<void> {
    while (this.again && !this.ended && !this.isEmpty) {
      this.again = false;
      try {
        await this.lookOnce();
      } catch (error) {
        this.desk.log.warn({ code: errorCode(error) }, 'live events could not be read');
        this.again = true;
        await pause(pauseAfterFailure, undefined, { ref: false });
      }
    }
  }

  private async lookOnce(): Promise<void> {
    const seen = Math.min(...[...this.streams].map(({ position }) => position));
    const events = await nextEvents(this.desk, this.scope, seen, mostAtOnce);
    const last = events.at(-1);
    if (!last) return;
    // One who has joined meanwhile, further behind, would lose what lies before `seen`: it is served by the next look.
    for (const stream of (await this.whoMayStay()).filter(({ position }) => position >= seen)) {
      const text = events.filter(({ position }) => position > stream.position).map(textOf);
      stream.position = Math.max(stream.position, last.position);
      write(stream, text.join(''));
    }
    if (events.length === mostAtOnce) this.again = true;
    for (const { position } of this.streams) if (position < last.position) this.again = true;
  }

  // Whose session is over, or who has left the organization, hears nothing more.
  private async whoMayStay(): Promise<Stream[]> {
    const asked = [...this.streams];
    const admitted = await stillAdmitted(this.desk, this.scope, [...new Set(asked.map(({ proof }) => proof))]);
    const [staying, leaving] = [asked.filter(isIn(admitted)), asked.filter((stream) => !isIn(admitted)(stream))];
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
  if (out.readableLength + text.length > mostWaiting) out.destroy();
  else out.push(text);
}
