import type { Run } from '@desk/contract/runs';
import { csvLine } from '../suite/csv-cells.logic.ts';

const header = [
  'case_id',
  'name',
  'critical',
  'verdict',
  'score',
  'outcome',
  'reason',
  'destination',
  'failed',
  'answer',
];

/** Writes the results as a table, a line for each case. */
export const runAsTable = (run: Run): string =>
  `\uFEFF${csvLine(header)}${run.results
    .map(({ decision, ...result }) =>
      csvLine([
        result.case_id,
        result.name,
        result.critical,
        result.verdict ?? '',
        result.score ?? '',
        decision?.outcome ?? '',
        decision?.reason ?? '',
        decision?.destination?.name ?? '',
        failuresOf(result).join('\n'),
        decision?.answer?.text ?? '',
      ]),
    )
    .join('')}`;

const failuresOf = ({ assertions, error }: Pick<Run['results'][number], 'assertions' | 'error'>): string[] => [
  ...(error === null ? [] : [error]),
  ...assertions
    .filter(({ ok }) => !ok)
    .map(({ path, expected, actual }) => `${path}: expected ${shown(expected)}, was ${shown(actual)}`),
];

const shown = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing'));

/** Writes the run as a JUnit report for continuous integration. Flaky and broken cases do not pass. */
export function runAsJunit(run: Run): string {
  const { counts, results } = run;
  const name = `Suite version ${run.suite_version}`;
  const failures = counts.fail + counts.flaky;
  const sums = `tests="${results.length}" failures="${failures}" errors="${counts.error}" skipped="${counts.skipped}"`;
  const regressed = new Set(run.regressions.map(({ case_id }) => case_id));
  const cases = results.map((result) => junitCase(result, regressed.has(result.case_id))).join('');
  return (
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="Frontdesk" ${sums}>\n<testsuite ` +
    `name="${escaped(name)}" ${sums} timestamp="${run.started_at ?? run.created_at}">\n${cases}</testsuite>\n</testsuites>\n`
  );
}

function junitCase(result: Run['results'][number], regressed: boolean): string {
  const seconds = (result.duration_ms ?? 0) / 1000;
  const named = `name="${escaped(result.name)}" id="${escaped(result.case_id)}"`;
  const open = `<testcase classname="frontdesk.suite" ${named} time="${seconds}">`;
  return `${open}${bodyOf(result, regressed)}</testcase>\n`;
}

function bodyOf(result: Run['results'][number], regressed: boolean): string {
  const text = escaped(failuresOf(result).join('\n'));
  switch (result.verdict) {
    case 'pass':
      return '';
    case 'fail':
      return `<failure type="${regressed ? 'regression' : 'failure'}" message="${regressed ? 'regression' : 'failed'}">${text}</failure>`;
    case 'flaky':
      return `<failure type="flaky" message="its repetitions disagree">${text}</failure>`;
    case 'error':
      return `<error message="it could not be rehearsed">${text}</error>`;
    case 'skipped':
    case null:
      return '<skipped/>';
  }
}

// Characters that XML 1.0 cannot contain are replaced by U+FFFD.
const escaped = (text: string): string =>
  text
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\n', '&#10;');
