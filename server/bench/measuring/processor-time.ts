import { readdirSync, readFileSync } from 'node:fs';
import type { Scene } from '../../test/promises/scene.ts';

// Linux's USER_HZ on every architecture.
const ticksPerSecond = 100;

/** Seconds of processor time so far, of the service's process and of all PostgreSQL processes on this machine (Linux). */
export const processorSeconds = ({ desk }: Pick<Scene, 'desk'>): { service: number; database: number } => ({
  service: secondsOf(String(desk.pid)),
  database: databaseSeconds(),
});

/** Seconds of processor time of all PostgreSQL processes on this machine. */
export const databaseSeconds = (): number =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && commandOf(id).startsWith('postgres'))
    .reduce((sum, id) => sum + secondsOf(id), 0);

const commandOf = (id: string): string => read(`/proc/${id}/comm`);

// Fields 14 and 15 of proc(5), counted after the name, which may contain blanks; 16 and 17 are those of ended children.
function secondsOf(id: string): number {
  const fields = read(`/proc/${id}/stat`)
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  return [11, 12, 13, 14].reduce((sum, field) => sum + (fields[field] ?? 0), 0) / ticksPerSecond;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended meanwhile.
    return '';
  }
}
