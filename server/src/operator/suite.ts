import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Problem } from '@desk/contract/http';
import type { RunSummary } from '@desk/contract/runs';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { createEgress, type Egress, type EgressInit } from '../platform/egress/egress.ts';
import { hint, say, sayJson } from './output.ts';
import { readSecret } from './read-secret.ts';
import { Refusal, type Tools } from './tools.ts';

interface SuiteOptions {
  url: string;
  tag?: string[];
  case?: string[];
  baseline?: string;
  wait?: true;
  failOn: 'failures' | 'regressions' | 'never';
  junit?: string;
  timeout: number;
  json?: true;
}

/** Runs the suite over the API with an API key, for continuous integration. Does not open the database. */
export function addSuiteCommands(program: Command, { calledFrom }: Tools, fail: () => void): void {
  const suite = program.command('suite').description("the organization's suite of cases");
  suite
    .command('run')
    .description('runs the suite over the API; the API key (role workspace_admin) comes from standard input')
    .option('--url <url>', 'where Frontdesk is', 'http://127.0.0.1:3000')
    .option('--tag <tag...>', 'only cases that have one of these tags')
    .option('--case <id...>', 'only these cases')
    .option('--baseline <run>', 'the run to compare with; without it, the last completed one of the whole suite')
    .option('--wait', 'until it has ended')
    .addOption(
      new Option('--fail-on <what>', 'what makes the command fail')
        .choices(['failures', 'regressions', 'never'])
        .default('failures'),
    )
    .option('--junit <file>', 'writes the results as a JUnit report')
    .option('--timeout <seconds>', 'how long to wait', seconds, 1_800)
    .option('--json', 'the answer as JSON')
    .action(async (given: SuiteOptions) => {
      const options = given.junit === undefined ? given : { ...given, junit: resolve(calledFrom, given.junit) };
      const key = await readSecret('API key: ');
      const egress = createEgress({ trusted: [options.url] });
      try {
        const run = await runAndWait(clientOf(egress, options.url, key), options);
        print(run, options);
        if (waits(options) && isBad(run, options.failOn)) fail();
      } finally {
        await egress.close();
      }
    });
}

const runs = '/api/knowledge/validation/runs';

function seconds(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of seconds.');
}

const waits = ({ wait, junit }: SuiteOptions): boolean => wait === true || junit !== undefined;

async function runAndWait(desk: ApiClient, options: SuiteOptions): Promise<RunSummary> {
  const started = await startRun(desk, options);
  if (!waits(options)) return started;
  const ended = await endOf(desk, started, options.timeout);
  if (options.junit !== undefined) writeFileSync(options.junit, await desk.get(`${runs}/${ended.id}?format=junit`));
  return ended;
}

interface ApiClient {
  get(path: string): Promise<string>;
  post(path: string, body: object): Promise<string>;
}

const mostBytes = 25 * 1_048_576;

function clientOf(egress: Egress, url: string, key: string): ApiClient {
  const call = async (path: string, init: EgressInit): Promise<string> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const answer = await egress
      .fetch(new URL(path, url).href, { ...init, headers, maxBytes: mostBytes, timeoutMilliseconds: 20_000 })
      .catch(() => {
        throw new Refusal(`Nothing answers at ${url}.`);
      });
    const text = await answer.text();
    if (!answer.ok) throw new Refusal(`${answer.status}: ${detailOf(text)}`);
    return text;
  };
  return {
    get: (path) => call(path, {}),
    post: (path, body) => call(path, { method: 'POST', body: JSON.stringify(body) }),
  };
}

function detailOf(text: string): string {
  try {
    const { detail, errors = [] }: Partial<Problem> = JSON.parse(text);
    const fields = errors.map(({ path, message }) => `${path}: ${message}`);
    return [detail ?? 'refused', ...fields].join(' ');
  } catch {
    return 'This is not Frontdesk.';
  }
}

async function startRun(desk: ApiClient, { tag, case: ids, baseline }: SuiteOptions): Promise<RunSummary> {
  const body = {
    ...(tag ? { tags: tag } : {}),
    ...(ids ? { case_ids: ids } : {}),
    ...(baseline ? { baseline_run_id: baseline } : {}),
  };
  return JSON.parse(await desk.post('/api/knowledge/validation/suite/run', body));
}

const pollMilliseconds = 1_000;

async function endOf(desk: ApiClient, { id }: RunSummary, timeout: number): Promise<RunSummary> {
  const until = Date.now() + timeout * 1_000;
  for (;;) {
    // Poll the list, because reading a single run returns all of its results.
    const { items }: { items: RunSummary[] } = JSON.parse(await desk.get(`${runs}?limit=200`));
    const run = items.find((each) => each.id === id);
    if (!run) throw new Refusal(`The run ${id} is not there any more.`);
    if (run.status !== 'queued' && run.status !== 'running') return run;
    if (Date.now() > until) throw new Refusal(`The run ${id} has not ended within ${timeout} seconds.`);
    hint(`${run.status}: ${run.progress.done} of ${run.progress.total}`);
    await sleep(pollMilliseconds);
  }
}

/** A cancelled or broken run proves nothing, so it counts as a failure unless `failOn` is `never`. */
function isBad({ status, counts, regressions }: RunSummary, failOn: SuiteOptions['failOn']): boolean {
  if (failOn === 'never') return false;
  if (status !== 'completed' || counts.error > 0) return true;
  return failOn === 'regressions' ? regressions.length > 0 : counts.fail + counts.flaky > 0;
}

function print(run: RunSummary, { json }: SuiteOptions): void {
  const { id, status, verdict, counts, score, regressions } = run;
  if (json) return sayJson({ id, status, verdict, counts, score, regressions });
  say(`Run ${id}: ${verdict ?? status}`);
  say(
    Object.entries(counts)
      .map(([name, cases]) => `${name} ${cases}`)
      .join(', '),
  );
  for (const { case_id, name, critical } of regressions)
    say(`regression${critical ? ' (critical)' : ''}: ${case_id} ${name}`);
}
