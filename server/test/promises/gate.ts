import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A line to PostgreSQL that fails when a test says so. */
export interface Gate {
  /** The database's URL through this line. */
  readonly url: string;
  /** What is open is reset, and nobody gets through: the server is gone. */
  cut(): void;
  /** Nothing passes and nothing is said, on lines that are open and on new ones: the network is gone. */
  hush(): void;
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
    hush: () => void (mood = 'silent'),
    mend() {
      // Lines that were silent have lost bytes: they are of no use any more, and TCP would end them.
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

/** A socket that is being ended cannot be reset any more: node 24 would keep its handle, and the process would never exit. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
