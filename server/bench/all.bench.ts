import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';

/*
 * Runs the benches of speed and memory one after another on both engines, and prints one table with the load of the machine
 * before each part. The benches of quality need data and run separately. Exits with 1 if a part failed. Run:
 * npm run bench [-- --quick] [-- --part acks --part search] [-- --engine pglite]
 */
interface Part {
  /** The script's name in package.json, without `bench:`. */
  name: string;
  /** Arguments for a quick run of at most a minute. */
  quick: string[];
  /** The part starts its own processes, with the embedded database. */
  onlyEmbedded?: true;
}

const parts: Part[] = [
  { name: 'acks', quick: ['2'] },
  { name: 'latency', quick: ['2'] },
  { name: 'queue', quick: ['--documents', '100', '--answers', '3'] },
  { name: 'queue-view', quick: ['5000'] },
  { name: 'queue-words', quick: ['5000'] },
  { name: 'search', quick: ['1000'] },
  { name: 'ingest', quick: ['--documents', '5', '--base', '1000'] },
  { name: 'fairness', quick: ['--documents', '20', '--events', '20', '--seconds', '2'] },
  { name: 'rehearsal', quick: ['--passages', '200', '--decisions', '20'] },
  { name: 'suite', quick: ['--cases', '50', '--passages', '100'] },
  { name: 'load', quick: ['100'] },
  { name: 'large', quick: ['200'] },
  { name: 'analysis', quick: ['500', '1000'] },
  { name: 'responsive', quick: ['--megabytes', '1'] },
  { name: 'start', quick: ['1'], onlyEmbedded: true },
  { name: 'memory', quick: ['20'], onlyEmbedded: true },
];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    part: { type: 'string', multiple: true },
    engine: { type: 'string', multiple: true, default: ['postgres', 'pglite'] },
  },
});
const unknown = (values.part ?? []).filter((name) => parts.every((part) => part.name !== name));
if (unknown.length > 0) {
  console.error(`No such part: ${unknown.join(', ')}. There are ${parts.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = parts.filter(({ name }) => values.part?.includes(name) ?? true);

console.log(`${availableParallelism()} processors, ${new Date().toISOString()}${values.quick ? ', quick' : ''}\n`);
console.log('| part | engine | load | took | figures |\n|---|---|---|---|---|');
let failed = 0;
for (const engine of values.engine) {
  for (const part of chosen) if (engine === 'pglite' || !part.onlyEmbedded) await run(part, engine);
}
process.exitCode = failed > 0 ? 1 : 0;

/** Prints one row for each line of the part's output. */
async function run({ name, quick }: Part, engine: string): Promise<void> {
  const load = loadavg()[0]?.toFixed(1) ?? '';
  const begun = performance.now();
  const child = spawn('npm', ['run', '--silent', `bench:${name}`, '--', ...(values.quick ? quick : [])], {
    env: { ...process.env, TEST_ENGINE: engine },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'close');
  const [said, complained] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await ended;
  const took = `${((performance.now() - begun) / 1_000).toFixed(0)} s`;
  const lines = linesOf(said);
  if (code !== 0) {
    failed += 1;
    lines.push(`failed with ${code}: ${linesOf(complained).at(-1) ?? 'no word'}`);
  }
  for (const [index, line] of lines.entries()) {
    const head = index === 0 ? [name, engine, load, took] : ['', '', '', ''];
    console.log(`| ${[...head, line.replaceAll('|', '\\|')].join(' | ')} |`);
  }
}

function linesOf(output: string): string[] {
  return output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
