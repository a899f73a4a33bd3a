import type { Command } from 'commander';
import { everyOrganization, record } from '../access/index.ts';
import type { Config } from '../platform/config/config.ts';
import { systemClock } from '../platform/process/clock.ts';
import type { Db } from '../platform/database/database.ts';
import type { Desk } from '../platform/desk.ts';
import { replaceKeyCanary } from '../platform/secrets/key-canary.ts';
import { rekey, type RekeyReport } from '../platform/secrets/rekey.ts';
import { createSecrets } from '../platform/secrets/secrets.ts';
import { inScope, type OrganizationScope } from '../platform/database/transaction.ts';
import { changeSettings, loadSettings } from '../settings/index.ts';
import { hint, say, sayJson } from './output.ts';
import { organizationNamed } from './people.ts';
import { operator, refuseOutdated, Refusal, withDesk, withStore, type Tools } from './tools.ts';

export function addStoreCommands(program: Command, tools: Tools): void {
  program
    .command('migrate')
    .description('brings the database up to date; the service does so itself when it starts')
    .action(() =>
      withStore(async (db) => {
        const applied = await tools.prepareStore(db);
        say(applied.length > 0 ? applied.join('\n') : 'The database is up to date.');
      }),
    );
  program
    .command('rekey')
    .description('wraps every stored secret with SECRET_KEY, so that SECRET_KEY_PREVIOUS can be dropped')
    .option(
      '--forget-lost',
      'deletes the secrets that no key of the environment can open: connect those channels again, and set passwords anew',
    )
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      '\nThe service may keep running. If this is interrupted, run it again: it continues where it stopped.',
    )
    .action((options: { forgetLost?: true; json?: true }) => withStore((db, config) => rekeyAll(db, config, options)));
  program
    .command('stop-answers')
    .description('turns automatic replies off and lets people have what waits: before the first start after a restore')
    .option('--org, --organization <slug or id>', 'only this organization')
    .action(({ organization }: { organization?: string }) =>
      withDesk(tools, async (desk) => {
        const all = organization ? [await organizationNamed(desk.db, organization)] : await everyOrganization(desk.db);
        for (const each of all) if (await stopAnswers(desk, each)) say(each.slug);
        hint('No automatic reply leaves. Admins turn them on again under Settings; what waits stays with people.');
      }),
    );
}

/** Returns whether automatic replies were on. */
async function stopAnswers(desk: Desk, scope: OrganizationScope): Promise<boolean> {
  const acting = { ...scope, actor: operator(), origin: null };
  const { version } = await inScope(desk.db, scope, (tx) => loadSettings(tx, scope));
  const stopped = await changeSettings(desk, acting, {
    patch: { auto_respond_enabled: false },
    expectedVersion: null,
    // Nothing that is not sent can break the suite.
    gate: (change) => inScope(desk.db, scope, change),
    destinationExists: () => Promise.resolve(true),
  });
  return stopped.version !== version;
}

async function rekeyAll(db: Db, config: Config, options: { forgetLost?: true; json?: true }): Promise<void> {
  await refuseOutdated(db);
  const secrets = createSecrets(config.SECRET_KEY, config.SECRET_KEY_PREVIOUS);
  const desk = { db, secrets, clock: systemClock };
  if (options.forgetLost) await replaceKeyCanary(db, secrets);
  const report = await rekey(desk, await everyOrganization(db), options.forgetLost ? { forget: 'unreadable' } : {});
  if (options.forgetLost) await writeDown(desk, report);
  const { rewrapped, unreadable, byKey } = report;
  const remaining = Object.keys(byKey).filter((id) => id !== secrets.activeKeyId);
  const done = remaining.length === 0;
  if (options.json) sayJson({ active_key: secrets.activeKeyId, rewrapped, unreadable, by_key: byKey, done });
  else print(report, secrets.activeKeyId);
  if (!done) throw new Refusal(advice(report, remaining));
  hint(
    'Every stored secret is under SECRET_KEY. SECRET_KEY_PREVIOUS may be dropped once all processes have the new key.',
  );
}

function print({ rewrapped, unreadable, byKey }: RekeyReport, active: string): void {
  say(`Re-wrapped: ${rewrapped}. Cannot be opened: ${unreadable}.`);
  for (const [id, count] of Object.entries(byKey)) say(`Key ${id}${id === active ? ' (SECRET_KEY)' : ''}: ${count}`);
}

const advice = ({ unreadable }: RekeyReport, remaining: string[]) =>
  unreadable > 0
    ? `Secrets under ${remaining.join(', ')} cannot be opened with the keys of the environment. ` +
      'Keep SECRET_KEY_PREVIOUS; set the missing key, or give them up with --forget-lost.'
    : 'A process with the old key has stored secrets meanwhile. Keep SECRET_KEY_PREVIOUS, restart that process, and run this again.';

async function writeDown(desk: Pick<Desk, 'db' | 'clock'>, { losers }: RekeyReport): Promise<void> {
  for (const organizationId of losers) {
    const acting = { organizationId, actor: operator(), origin: null };
    await inScope(desk.db, acting, async (tx) =>
      record(desk as Desk, tx, acting, {
        action: 'secrets.forgotten',
        subject: { type: 'secrets', id: organizationId },
      }),
    );
  }
}
