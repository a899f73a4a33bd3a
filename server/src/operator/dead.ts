import type { Command } from 'commander';
import { everyOrganization } from '../access/index.ts';
import { deliverUnroutable, discardUnroutable, listUnroutable } from '../channels/index.ts';
import { inScope } from '../platform/database/transaction.ts';
import type { Desk } from '../platform/desk.ts';
import { say, sayJson, sayTable } from './output.ts';
import { organizationNamed } from './people.ts';
import { operator, Refusal, withDesk, type Tools } from './tools.ts';

/** Lists the dead letters of every organization, and mail without a recipient here. */
export function addDeadCommands(program: Command, tools: Tools): void {
  const dead = program
    .command('dead')
    .description('events and sends that were given up, and mail without a recipient here');
  dead
    .command('list')
    .description('newest first, without the text of messages')
    .option('--organization <slug or id>', 'only of this one')
    .option('--json', 'the list as JSON')
    .action((options: { organization?: string; json?: true }) =>
      withDesk(tools, async (desk) =>
        print(await everyLetter(tools, desk, options.organization), options.json ?? false),
      ),
    );
  dead
    .command('retry')
    .description('retries one; mail without a recipient is delivered if its organization exists by now')
    .argument('<id>')
    .option('--organization <slug or id>', 'the organization that it belongs to; not needed for mail')
    .action((id: string, options: { organization?: string }) =>
      withDesk(tools, async (desk) => {
        if (options.organization) await tools.deadLetters.retry(desk, await actingIn(desk, options.organization), id);
        else if (!(await deliverUnroutable(desk, id)))
          throw new Refusal(`There is no such mail, or still no recipient for it here. ${elsewhere}`);
        say('It will be tried again.');
      }),
    );
  addDiscard(dead, tools);
}

function addDiscard(dead: Command, tools: Tools): void {
  dead
    .command('discard')
    .description('discards one permanently')
    .argument('<id>')
    .option('--organization <slug or id>', 'the organization that it belongs to; not needed for mail')
    .action((id: string, options: { organization?: string }) =>
      withDesk(tools, async (desk) => {
        if (options.organization) await tools.deadLetters.discard(desk, await actingIn(desk, options.organization), id);
        else if (!(await discardUnroutable(desk, id))) throw new Refusal(`There is no such mail. ${elsewhere}`);
        say('It is discarded.');
      }),
    );
}

const elsewhere = 'For an event or a send, name its organization with --organization.';

const actingIn = async (desk: Desk, name: string) => ({
  ...(await organizationNamed(desk.db, name)),
  actor: operator(),
  origin: null,
});

interface DeadLine {
  id: string;
  organization: string | null;
  kind: string;
  channel: string;
  reason: string;
  at: string;
}

const mostOfOne = 200;

async function everyLetter(tools: Tools, desk: Desk, only: string | undefined): Promise<DeadLine[]> {
  const organizations = only ? [await organizationNamed(desk.db, only)] : await everyOrganization(desk.db);
  const lines: DeadLine[] = [];
  for (const scope of organizations) {
    const page = { limit: mostOfOne, cursor: undefined };
    const { items } = await inScope(desk.db, scope, (tx) => tools.deadLetters.page(tx, scope, page));
    lines.push(...items.map((each) => ({ ...each, organization: scope.slug })));
  }
  if (only) return lines;
  const mails = await listUnroutable(desk.db, mostOfOne);
  const mailLines = mails.map(({ id, reason, received_at }) => ({
    id,
    organization: null,
    kind: 'mail',
    channel: 'email',
    reason,
    at: received_at.toISOString(),
  }));
  return [...lines, ...mailLines];
}

function print(lines: DeadLine[], asJson: boolean): void {
  if (asJson) return sayJson(lines);
  if (lines.length === 0) return say('Nothing was given up.');
  const rows = lines.map(({ id, organization, kind, channel, at, reason }) => [
    id,
    organization ?? '-',
    kind,
    channel,
    at,
    reason,
  ]);
  sayTable([['ID', 'ORGANIZATION', 'KIND', 'CHANNEL', 'AT', 'REASON'], ...rows]);
}
