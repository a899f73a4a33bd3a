import type { Analysis } from '@desk/contract/analysis';

// By identity: what has not changed is the same object as the last time (`reports` of the read model).
const written = new WeakMap<object, string>();

/** An analysis as JSON. Each of its parts is written once, and must not be changed afterwards: a megabyte takes longer than reading it. */
export function writeAnalysis(analysis: Analysis): string {
  const members = Object.entries(analysis).map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`);
  return `{${members.join()}}`;
}

function write(part: Analysis[keyof Analysis]): string {
  if (typeof part !== 'object') return JSON.stringify(part);
  const known = written.get(part) ?? JSON.stringify(part);
  written.set(part, known);
  return known;
}
