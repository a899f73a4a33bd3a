import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { readConfig, type Config } from '../platform/config/config.ts';
import { errorCode, isLoginRefused, type Db } from '../platform/database/database.ts';
import { findingsOfConfiguration } from './checks/configuration.logic.ts';
import { findingsOfFiles } from './checks/files.ts';
import { fail, ok, warn, type CheckResult } from './checks/finding.logic.ts';
import { findingsOfMachine } from './checks/machine.ts';
import { findingOfModel } from './checks/model.ts';
import { findingsOfContent, findingsOfStore } from './checks/store.ts';
import { findingsOfWork } from './checks/work.ts';
import { say, sayJson } from './output.ts';
import { isWithoutRight, openStoreAsItIs, Refusal } from './tools.ts';

export function addDoctor(program: Command, failed: () => void): void {
  program
    .command('doctor')
    .description(
      'looks at configuration, stored files, database, keys, mail, names, the language model and waiting work; changes nothing',
    )
    .option('--json', 'the findings as JSON')
    .addHelpText('after', '\nEnds with 1 when something is wrong. Warnings alone end with 0.')
    .action(async (options: { json?: true }) => {
      const findings = await examine();
      const isWell = findings.every(({ state }) => state !== 'fail');
      if (options.json) sayJson({ ok: isWell, findings });
      else for (const finding of findings) print(finding);
      if (!isWell) failed();
    });
}

async function examine(): Promise<CheckResult[]> {
  let config: Config;
  try {
    config = readConfig();
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'It cannot be read.';
    return [fail('configuration', detail, 'Every variable is explained in .env.example.')];
  }
  return [
    ok('configuration', `Valid, NODE_ENV=${config.NODE_ENV}, ROLE=${config.ROLE}.`),
    ...findingsOfConfiguration(config),
    ...(await findingsOfMachine(config)),
    await findingOfModel(config),
    ...(await findingsOfFiles(config)),
    ...(await examineStore(config)),
  ];
}

async function examineStore(config: Config): Promise<CheckResult[]> {
  if (config.ROLE !== 'all' && !config.DATABASE_URL)
    return [fail('database', `ROLE=${config.ROLE} needs DATABASE_URL.`, 'Set it, or ROLE=all.')];
  if (!config.DATABASE_URL && !existsSync(join(config.DATA_DIR, 'database')))
    return [warn('database', `There is no database in ${config.DATA_DIR} yet.`, 'Start the service.')];
  let db: Db;
  try {
    db = await openStoreAsItIs(config);
  } catch (error) {
    const detail = error instanceof Refusal ? error.message : `It cannot be opened (${errorCode(error)}).`;
    return [fail('database', detail, 'Check DATABASE_URL or DATA_DIR, and that the server runs.')];
  }
  const findings: CheckResult[] = [];
  try {
    findings.push(...(await findingsOfStore(db)));
    if (findings.some(({ state }) => state === 'fail')) return findings;
    return [...findings, ...(await findingsOfContent(db, config)), ...(await findingsOfWork(db, config))];
  } catch (error) {
    return [...findings, silence(error)];
  } finally {
    await db.close();
  }
}

function silence(error: unknown): CheckResult {
  if (isWithoutRight(error))
    return fail(
      'login',
      'It does not own the database, so the rest cannot be checked.',
      'Name the owner in DATABASE_URL.',
    );
  const code = errorCode(error);
  return isLoginRefused(error)
    ? fail(
        'database',
        `It refuses the login, or does not exist (${code}).`,
        'Check user, password and name in DATABASE_URL.',
      )
    : fail('database', `It does not answer (${code}).`, 'Check DATABASE_URL, and that the server runs.');
}

const marks = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' };

function print({ check, state, detail, remedy }: CheckResult): void {
  say(`${marks[state]}  ${check}: ${detail}`);
  if (remedy !== undefined) say(`      → ${remedy}`);
}
