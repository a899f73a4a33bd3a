import { Name, roles, type Role } from '@desk/contract/access';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { Value } from 'typebox/value';
import {
  appoint,
  createKey,
  establish,
  everyOrganization,
  issueResetLink,
  setPassword,
  type NamedOrganization,
} from '../access/index.ts';
import type { Db } from '../platform/database/database.ts';
import { hint, say, sayJson } from './output.ts';
import { readSecret } from './read-secret.ts';
import { operator, Refusal, withDesk, type Tools } from './tools.ts';

export function addPeopleCommands(program: Command, tools: Tools): void {
  addOrganizationCommand(program, tools);
  addUserCommand(program, tools);
  addPasswordCommand(program, tools);
  addKeyCommand(program, tools);
}

const asJson = ['--json', 'the answer as JSON'] as const;
const roleOption = () => new Option('--role <role>', 'what they may do').choices(roles).default('member');

function addOrganizationCommand(program: Command, tools: Tools): void {
  program
    .command('create-organization')
    .description('creates an organization; prints a link with which its admin sets a password')
    .argument('<name>', 'what it is called', parseName)
    .requiredOption('--admin <email>', 'its admin; an account is created if necessary')
    .option('--admin-name <name>', 'what its admin is called', parseName)
    .option(...asJson)
    .action((name: string, options: { admin: string; adminName?: string; json?: true }) =>
      withDesk(tools, async (desk) => {
        const admin = { email: options.admin, name: options.adminName };
        const { organizationId, link } = await establish(
          desk,
          { name, admin, onOrganizationCreated: tools.onOrganizationCreated },
          operator(),
        );
        if (options.json) return sayJson({ organization_id: organizationId, link });
        say(`Organization ${organizationId}`);
        tellLink(link);
      }),
    );
}

function addUserCommand(program: Command, tools: Tools): void {
  program
    .command('create-user')
    .description('adds a member to an organization; prints a link with which they set a password')
    .argument('<email>')
    .requiredOption('--organization <slug or id>')
    .option('--name <name>', 'what they are called', parseName)
    .addOption(roleOption())
    .option(...asJson)
    .action((email: string, options: { organization: string; name?: string; role: Role; json?: true }) =>
      withDesk(tools, async (desk) => {
        const organization = await organizationNamed(desk.db, options.organization);
        const { userId, link } = await appoint(desk, organization, { email, ...options }, operator());
        if (options.json) return sayJson({ user_id: userId, link });
        say(`User ${userId}`);
        tellLink(link);
      }),
    );
}

function addPasswordCommand(program: Command, tools: Tools): void {
  program
    .command('reset-password')
    .description('prints a link that sets a new password, once and within 30 minutes')
    .argument('<email>')
    .option('--password-stdin', 'sets the password instead: read from standard input, never an argument')
    .action((email: string, options: { passwordStdin?: true }) =>
      withDesk(tools, async (desk) => {
        const nobody = () => new Refusal('There is no account with this address.');
        if (!options.passwordStdin) {
          const link = await issueResetLink(desk, email, operator());
          if (link === null) throw nobody();
          return say(link);
        }
        const by = { actor: operator(), origin: null };
        if (!(await setPassword(desk, { email, password: await readSecret('New password: ') }, by))) throw nobody();
        hint('The password is set, and every session of this account has ended.');
      }),
    );
}

function addKeyCommand(program: Command, tools: Tools): void {
  program
    .command('create-api-key')
    .description('prints a new key of an organization: the only time that it is shown')
    .argument('<name>', 'what it is for', parseName)
    .requiredOption('--organization <slug or id>')
    .addOption(roleOption())
    .option('--expires <days>', 'days until it ends; without it, it does not', days)
    .option(...asJson)
    .action((name: string, options: { organization: string; role: Role; expires?: number; json?: true }) =>
      withDesk(tools, async (desk) => {
        const scope = await organizationNamed(desk.db, options.organization);
        const acting = { ...scope, actor: operator(), origin: null };
        const ends = options.expires === undefined ? null : desk.clock.now().getTime() + options.expires * 86_400_000;
        const expires_at = ends === null ? null : new Date(ends).toISOString();
        const key = await createKey(desk, acting, { name, role: options.role, expires_at });
        if (options.json) return sayJson(key);
        say(key.key);
      }),
    );
}

// The same rule as in the API.
function parseName(name: string): string {
  if (Value.Check(Name, name)) return name.trim();
  throw new InvalidArgumentError('It must have 1 to 120 characters, and more than blanks.');
}

function days(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be a whole number of days, 1 to 9999.');
}

function tellLink(link: string | null): void {
  if (link === null) return hint('There was an account with this address before; its password stays as it is.');
  hint('This link sets the password, once and within 30 minutes (`frontdesk reset-password` makes another):');
  say(link);
}

export async function organizationNamed(db: Db, name: string): Promise<NamedOrganization> {
  const found = (await everyOrganization(db)).find(({ slug, organizationId }) => [slug, organizationId].includes(name));
  if (!found) throw new Refusal(`There is no organization with the slug or id ${name}.`);
  return found;
}
