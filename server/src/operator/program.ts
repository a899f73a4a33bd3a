import { readFileSync } from 'node:fs';
import { Command, CommanderError } from 'commander';
import { AppError } from '../platform/http/errors.ts';
import { sentenceOf } from '../platform/http/field-error.logic.ts';
import { keepFilesPrivate } from '../platform/process/private-files.ts';
import { addAuditCommands } from './audit.ts';
import { addDeadCommands } from './dead.ts';
import { addDoctor } from './doctor.ts';
import { addErase } from './erase.ts';
import { addExplain } from './explain.ts';
import { addExport } from './export.ts';
import { addMailCommands } from './mail.ts';
import { hint } from './output.ts';
import { addPeopleCommands } from './people.ts';
import { addStoreCommands } from './store.ts';
import { addSuiteCommands } from './suite.ts';
import { isWithoutRight, Refusal, type Tools } from './tools.ts';

/** Returns the exit code. 0: done. 1: the command failed or found a fault. 2: wrong usage. */
export async function runFrontdesk(args: string[], tools: Tools): Promise<number> {
  keepFilesPrivate();
  let code = 0;
  const program = new Command('frontdesk')
    .description('Administers this installation of Frontdesk. Configuration: the environment of the service.')
    .version(versionIn(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')))
    .exitOverride()
    .showHelpAfterError('See frontdesk --help.')
    .helpCommand(true);
  const fail = () => void (code = 1);
  addStoreCommands(program, tools);
  addDoctor(program, fail);
  addPeopleCommands(program, tools);
  addMailCommands(program, tools);
  addDeadCommands(program, tools);
  addErase(program, tools);
  addExplain(program, tools);
  addAuditCommands(program, tools, fail);
  addExport(program, tools);
  addSuiteCommands(program, tools, fail);
  for (const command of everyCommand(program)) command.exitOverride();
  try {
    await program.parseAsync(args, { from: 'user' });
    return code;
  } catch (error) {
    return explain(error);
  }
}

const versionIn = (manifest: string): string => String(JSON.parse(manifest).version);

const everyCommand = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...everyCommand(each)]);

function explain(error: unknown): number {
  // Commander has already printed help or usage.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  hint(`frontdesk: ${messageOf(error)}`);
  return 1;
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) return error.errors?.map((each) => sentenceOf(each)).join(' ') || error.message;
  if (error instanceof Refusal) return error.message;
  if (isWithoutRight(error)) return 'This command needs the login that owns the database: name it in DATABASE_URL.';
  // A driver's error may contain a user, a host and a reason, never a password.
  return error instanceof Error ? error.message || error.name : String(error);
}
