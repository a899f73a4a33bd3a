import { parentPort } from 'node:worker_threads';
import { everyPattern, type Pattern } from './collect.ts';
import { pumpsFor } from './pumps.ts';

export interface Trial extends Pattern {
  /** The length of the longest text that the pattern may receive. */
  characters: number;
}

/** Posts the patterns first; then, for each trial, the beginning of a text that took too long, or null. */
parentPort?.postMessage(await everyPattern());
parentPort?.on('message', (trial: Trial) => parentPort?.postMessage(slowText(trial)));

/**
 * A linear search through the longest text takes a fraction of a millisecond here; 250 times as long is about 50 ms. A quadratic
 * pattern takes thousands of times as long. Load changes both times alike, so their ratio is stable.
 */
const timesLinear = 250;
const longest = 200_000;

function slowText({ source, flags, characters }: Trial): string | null {
  const pattern = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
  // Start with short texts: an exponential pattern is slow on a line, and never ends on a page.
  for (const length of [40, 2_000, 20_000, characters].filter((each) => each <= characters))
    for (const { before, unit } of pumpsFor(source)) {
      const text = `${before}${unit.repeat(Math.ceil(length / unit.length))}\u0001`;
      if (isSlow(pattern, text)) return JSON.stringify(`${before}${unit.repeat(3)}…`);
    }
  return null;
}

// Take the best of three, because the process may pause. CPU time excludes other work of the processor, but it is too coarse for
// a linear search.
const isSlow = (pattern: RegExp, text: string): boolean => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = process.threadCpuUsage();
    const byClock = timeOf(pattern, text);
    const { user, system } = process.threadCpuUsage(before);
    if (Math.min(byClock, (user + system) / 1_000) < timesLinear * linearTime()) return false;
  }
  return true;
};

let known: number | undefined;
const linearTime = (): number =>
  (known ??= Math.min(...Array.from({ length: 20 }, () => timeOf(/ab/g, 'a'.repeat(longest)))));

function timeOf(pattern: RegExp, text: string): number {
  const started = performance.now();
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text))
    if (match[0] === '') pattern.lastIndex++;
  return performance.now() - started;
}
