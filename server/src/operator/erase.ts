import type { Erasure } from '@desk/contract/customers';
import type { Command } from 'commander';
import { hint, say, sayJson, sayTable } from './output.ts';
import { organizationNamed } from './people.ts';
import { operator, Refusal, withDesk, type Tools } from './tools.ts';

/** Erases a customer, as an organization admin does in the client. */
export function addErase(program: Command, tools: Tools): void {
  program
    .command('erase')
    .description('removes a customer and all their words for ever, and says what was removed')
    .requiredOption('--org, --organization <slug or id>')
    .requiredOption('--customer <address>', 'their e-mail address, external id or id')
    .option('--json', 'the report as JSON')
    .addHelpText('after', '\nIf this is interrupted, the service goes on with it.')
    .action((options: { organization: string; customer: string; json?: true }) =>
      withDesk(tools, async (desk) => {
        const scope = await organizationNamed(desk.db, options.organization);
        const acting = { ...scope, actor: operator(), origin: null };
        const erasures = await tools.eraseCustomers(desk, acting, options.customer);
        if (erasures.length === 0) throw new Refusal('There is no such customer.');
        if (options.json) sayJson(erasures);
        else for (const erasure of erasures) report(erasure);
        if (erasures.some(({ status }) => status === 'pending'))
          hint('An event or a message of theirs is still on its way. The service goes on when it has ended.');
      }),
    );
}

function report({ id, status, counts }: Erasure): void {
  say(`Erasure ${id}: ${status}`);
  sayTable(Object.entries(counts).map(([thing, count]) => [thing, String(count)]));
}
