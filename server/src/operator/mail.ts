import type { Command } from 'commander';
import { listUnsentMail } from '../access/index.ts';
import { readConfig } from '../platform/config/config.ts';
import { say, sayJson, sayTable } from './output.ts';
import { Refusal, withDesk, type Tools } from './tools.ts';

export function addMailCommands(program: Command, tools: Tools): void {
  const mail = program
    .command('mail')
    .description('mail about accounts that has not gone out, and the secret of inbound mail');
  mail
    .command('list')
    .description('what is waiting, kept (no SMTP_URL) or has failed, newest first; without its content')
    .option('--json', 'the list as JSON')
    .action((options: { json?: true }) =>
      withDesk(tools, async (desk) => {
        const unsent = await listUnsentMail(desk);
        if (options.json) return sayJson(unsent.map(({ content: _content, ...each }) => each));
        if (unsent.length === 0) return say('No mail is waiting.');
        sayTable([
          ['ID', 'STATE', 'KIND', 'TO', 'EXPIRES', 'ERROR'],
          ...unsent.map(({ id, state, kind, to, expiresAt, error }) => [
            id,
            state,
            kind,
            to,
            expiresAt.toISOString(),
            error ?? '',
          ]),
        ]);
      }),
    );
  mail
    .command('show')
    .description('one mail with its links: anyone who has them can use the account')
    .argument('<id>')
    .action((id: string) =>
      withDesk(tools, async (desk) => {
        const found = (await listUnsentMail(desk)).find((each) => each.id === id);
        if (!found?.content) throw new Refusal('There is no such mail, or it has no content yet.');
        say(`To: ${found.to}\nSubject: ${found.content.subject}\n\n${found.content.text}`);
      }),
    );
  addSecret(mail);
}

const addSecret = (mail: Command) =>
  mail
    .command('secret')
    .description('the secret that signs inbound mail for every organization; each has one of its own in the settings')
    .action(() => say(readConfig().EMAIL_INBOUND_SECRET));
