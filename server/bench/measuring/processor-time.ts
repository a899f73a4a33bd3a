import { readdirSync, readFileSync } from 'node:fs';
import type { Scene } from '../../test/promises/scene.ts';

// USER_HZ of Linux on every architecture.
const ticksPerSecond = 100;

/** Seconds of processor time so far: of the service's process, and of every PostgreSQL process of this machine (Linux). */
export const processorSeconds = ({ desk }: Pick<Scene, 'desk'>): { service: number; database: number } => ({
  service: secondsOf(String(desk.pid)),
  database: databaseSeconds(),
});

/** Of every PostgreSQL process of this machine alone. */
export const databaseSeconds = (): number =>
  readdirSync('/proc')
    .filter((id) => /^\d+$/.test(id) && commandOf(id).startsWith('postgres'))
    .reduce((sum, id) => sum + secondsOf(id), 0);

const commandOf = (id: string): string => read(`/proc/${id}/comm`);

// Fields 14 and 15 of proc(5), counted after the name, which may hold blanks; children that have ended are in 16 and 17.
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
    // It has ended meanwhile.
    return '';
  }
}
