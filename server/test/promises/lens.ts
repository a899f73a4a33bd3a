import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request through the proxy, timed by the test's monotonic clock. `ended` is when the reply was sent; null: not yet. */
export interface Glimpse {
  readonly method: string;
  readonly path: string;
  readonly body: any;
  readonly began: number;
  ended: number | null;
}

/** Runs before a request reaches the vendor: may do nothing, wait, or refuse it. */
export type Meddle = (glimpse: Glimpse) => Promise<{ status: number; headers?: Record<string, string> } | undefined>;

/** A proxy between the service and a vendor that records when each request began and ended. */
export interface Lens {
  readonly url: string;
  readonly glimpses: readonly Glimpse[];
  meddle(how: Meddle): void;
  close(): Promise<void>;
}

export async function lookThrough(vendor: string): Promise<Lens> {
  const glimpses: Glimpse[] = [];
  let meddling: Meddle = async () => undefined;
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const began = performance.now();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const { method = 'GET', url = '/' } = request;
    const glimpse: Glimpse = { method, path: url, body: readBody(raw), began, ended: null };
    glimpses.push(glimpse);
    const refusal = await meddling(glimpse);
    const answer =
      refusal ??
      (await fetch(vendor + url, { method, headers: headersOf(request), ...(raw.length > 0 ? { body: raw } : {}) }));
    const body = answer instanceof Response ? await answer.text() : '{}';
    response.on('finish', () => (glimpse.ended = performance.now()));
    response.writeHead(answer.status, { 'content-type': 'application/json', ...refusal?.headers }).end(body);
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    glimpses,
    meddle: (how) => void (meddling = how),
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> => ({
  authorization: headers.authorization ?? '',
  'content-type': headers['content-type'] ?? 'application/json',
});

function readBody(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'));
  } catch {
    return null;
  }
}
