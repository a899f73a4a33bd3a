import { closeSync, mkdirSync, openSync, readFileSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Locks the data directory for this process. PGlite would let a second process write the same files and corrupt them.
 * The lock contains the process id and its start time, so that the lock of a killed process is recognised and taken over.
 * Throws `The data directory … is in use by process …`. Returns the function that releases the lock.
 */
export function lockDataDir(directory: string): () => void {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'frontdesk.lock');
  const mine = `${process.pid} ${startTime(process.pid)}`;
  for (let attempt = 0; attempt < 3; attempt++) {
    if (tryCreate(file, mine)) return () => release(file, mine);
    const holder = readHolder(file);
    if (holder && holder.started !== '' && startTime(holder.pid) === holder.started) {
      throw new Error(`The data directory ${directory} is in use by process ${holder.pid}. Stop it, or set DATA_DIR.`);
    }
    release(file, readText(file));
  }
  throw new Error(`The data directory ${directory} could not be locked.`);
}

function tryCreate(file: string, text: string): boolean {
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, text);
    closeSync(handle);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function readHolder(file: string): { pid: number; started: string } | null {
  const [pid, started] = readText(file).split(' ');
  return pid && started !== undefined ? { pid: Number(pid), started } : null;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

function release(file: string, mine: string): void {
  try {
    if (readText(file) === mine) unlinkSync(file);
  } catch {
    // The file is already gone: another process recognised it as stale.
  }
}

// Field 22 of /proc/<pid>/stat. The process name before it may contain spaces, so count from its closing parenthesis.
function startTime(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return processAlive(pid) ? 'alive' : '';
  }
}

// Without /proc (macOS), any living process with that id counts as the holder.
function processAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux';
  } catch (error) {
    // It lives, and belongs to another user.
    return process.platform !== 'linux' && error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
