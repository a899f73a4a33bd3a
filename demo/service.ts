import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './api.ts';

export type Service = {
  url: string;
  pid: number;
  /** Resolves with the exit code when the process has ended. */
  ended: Promise<number | null>;
  /** Sends SIGTERM, waits for the drain, removes the data directory. */
  stop(): Promise<void>;
};

const repository = fileURLToPath(new URL('..', import.meta.url));
const { scripts } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
const command = scripts.start.replace('exec node ', '').split(' ');

/** Starts Frontdesk as `npm start` does, as a process on a free port with a new, empty data directory, and waits until it is ready. */
export async function startService(environment: Record<string, string>): Promise<Service> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const dataDir = mkdtempSync(join(tmpdir(), 'frontdesk-demo-'));
  const child = spawn(process.execPath, command, {
    cwd: repository,
    // Its log goes to our stderr, so that stdout contains only the table.
    stdio: ['ignore', 2, 2],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn',
      EMBEDDINGS: process.env['EMBEDDINGS'] ?? 'embedded',
      RATE_LIMIT_PER_MINUTE: '1000000',
      ...environment,
    },
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const service = { url, pid: child.pid ?? 0, ended, stop: () => stop(child, ended, dataDir) };
  try {
    await untilReady(url, child);
  } catch (error) {
    await service.stop();
    throw error;
  }
  return service;
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  const ready = await eventually(
    async () => {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode} before it was ready`);
      const response = await fetch(`${url}/readyz`).catch(() => undefined);
      return response?.ok ? true : undefined;
    },
    { withinMilliseconds: 120_000, everyMilliseconds: 100 },
  );
  if (!ready) throw new Error('the service was not ready after 2 minutes');
}

async function stop(child: ChildProcess, ended: Promise<number | null>, dataDir: string): Promise<void> {
  if (child.exitCode === null) child.kill('SIGTERM');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
}

/** Chosen before the start, because the service's own links (`PUBLIC_URL`) need the port. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
