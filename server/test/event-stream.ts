import assert from 'node:assert/strict';
import type { LiveEvent } from '@desk/contract/live';
import type { Caller } from './world.ts';

// The machine may be busy, and a cut connection to the database takes seconds to mend.
const patience = 60_000;

/** A reader of `GET /api/events` over HTTP, as a client would write it. */
export async function streamOf(base: string, caller: Caller, headers: Record<string, string> = {}) {
  const end = new AbortController();
  const answer = await fetch(`${base}/api/events`, {
    headers: { authorization: `Bearer ${caller.token}`, ...headers },
    signal: end.signal,
  });
  assert.equal(answer.status, 200, `${caller.name}: ${answer.status}`);
  assert.match(String(answer.headers.get('content-type')), /^text\/event-stream/);
  const events: LiveEvent[] = [];
  const ids: string[] = [];
  const state = { lastId: '', text: '', over: false };
  const waiting = new Set<() => void>();
  const changed = () => waiting.forEach((look) => look());
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) {
      state.text += Buffer.from(chunk).toString('utf8');
      const blocks = state.text.split('\n\n');
      state.text = blocks.pop() ?? '';
      for (const block of blocks) {
        const id = /^id: (.*)$/m.exec(block)?.[1];
        if (id !== undefined) ids.push((state.lastId = id));
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data) events.push(JSON.parse(data));
      }
      changed();
    }
  })()
    .catch(() => {})
    .finally(() => {
      state.over = true;
      changed();
    });
  const until = (what: string, holds: () => boolean) =>
    new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () => reject(new Error(`${what} did not come; there were ${JSON.stringify(events)}`)),
        patience,
      );
      const look = () => {
        if (!holds()) return;
        clearTimeout(late);
        waiting.delete(look);
        resolve();
      };
      waiting.add(look);
      look();
    });
  await until('the beginning', () => state.lastId !== '' || state.over);
  return {
    headers: answer.headers,
    events,
    /** The `Last-Event-ID` that a browser would send after each block. */
    ids,
    get lastId() {
      return state.lastId;
    },
    /** The first event that matches, now or later. */
    async sees(what: string, like: (event: LiveEvent) => boolean): Promise<LiveEvent> {
      await until(what, () => events.some(like));
      return events.find(like) ?? assert.fail();
    },
    ends: () => until('the end', () => state.over),
    async close() {
      end.abort();
      await reading;
    },
  };
}
