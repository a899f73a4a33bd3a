import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to PostgreSQL that fails on demand. */
export interface Gate {
  /** The database's URL through the proxy. */
  readonly url: string;
  /** Resets open connections and refuses new ones, as if the server were gone. */
  cut(): void;
  /** Passes no bytes on open and new connections, and closes none, as if the network were gone. */
  silence(): void;
  mend(): void;
  close(): Promise<void>;
}

type Mood = 'open' | 'cut' | 'silent';

export async function openGate(databaseUrl: string): Promise<Gate> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let mood: Mood = 'open';
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((near) => {
    keep(near);
    if (mood === 'cut') return reset(near);
    const far = keep(connect(Number(target.port), target.hostname));
    const carry = (from: Socket, to: Socket) => {
      from.on('data', (bytes) => mood === 'open' && to.write(bytes));
      from.on('close', () => to.destroy());
    };
    carry(near, far);
    carry(far, near);
  });
  const drop = () => {
    for (const socket of sockets) reset(socket);
  };
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      mood = 'cut';
      drop();
    },
    silence: () => void (mood = 'silent'),
    mend() {
      // Silent connections have lost bytes, so they are useless; TCP would end them.
      if (mood === 'silent') drop();
      mood = 'open';
    },
    async close() {
      drop();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Destroys a socket that is ending: node 24 cannot reset it, would keep its handle, and the process would never exit. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
