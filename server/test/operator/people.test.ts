import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openHome, type Home } from '../promises/home.ts';
import { freePort, killAll, startDesk } from '../promises/process.ts';
import { tokenIn } from '../world.ts';
import { read } from '../architecture/tree.ts';
import { frontdesk, spawnFrontdesk } from './tool.ts';

let home: Home;
before(async () => {
  home = await openHome();
});
after(async () => {
  await killAll();
  await home.remove();
});

const environment = () => ({ ...home.environment, REGISTRATION: 'invite' });
const run = (args: string[], input?: string) => frontdesk(args, environment(), input);
const done = async (args: string[], input?: string) => {
  const ran = await run(args, input);
  assert.equal(ran.code, 0, ran.err);
  return ran;
};
const linkIn = (out: string): string => tokenIn(out);
const links = new Map<string, string>();

test('it prints its version', async () => {
  const { version } = JSON.parse(read('package.json'));
  assert.equal((await done(['--version'])).out, `${version}\n`);
});

test('create-organization prints a link for the admin alone on the last line of standard output', async () => {
  const args = ['create-organization', 'Birch', '--admin', 'ada@example.test', '--admin-name', 'Ada'];
  const { code, out } = await spawnFrontdesk({ args, environment: environment(), input: '' });
  assert.equal(code, 0);
  assert.match(out, /^Organization [0-9a-f-]{36}\nhttp:\/\/localhost:3000\/reset\?token=\w+\n$/);
  links.set('ada', linkIn(out));
});

test('a member is added by the organization’s slug; a second time and an invalid address are refused', async () => {
  const add = ['create-user', 'wim@example.test', '--organization', 'birch', '--role', 'workspace_admin', '--json'];
  const { link, user_id } = JSON.parse((await done(add)).out);
  assert.match(user_id, /^[0-9a-f-]{36}$/);
  links.set('wim', linkIn(link));
  const again = await run(add);
  assert.deepEqual([again.code, again.err], [1, 'frontdesk: This person is already a member of the organization.\n']);
  const wrong = await run(['create-user', 'not an address', '--organization', 'birch']);
  assert.deepEqual([wrong.code, wrong.err], [1, 'frontdesk: This is not an e-mail address.\n']);
  const nowhere = await run(['create-user', 'x@example.test', '--organization', 'elm']);
  assert.deepEqual([nowhere.code, nowhere.out], [1, '']);
});

test('operating.md names every command, and no other', async () => {
  const commands = (help: string) => [...help.matchAll(/^ {2}([a-z-]+) /gm)].map(([, name = '']) => name);
  const own = commands((await done(['--help'])).out.split('Commands:')[1] ?? '').filter((name) => name !== 'help');
  const groups = ['mail', 'audit', 'dead', 'suite'];
  const inside = groups.map(async (group) =>
    commands((await done([group, '--help'])).out.split('Commands:')[1] ?? '')
      .filter((name) => name !== 'help')
      .map((name) => `${group} ${name}`),
  );
  const all = [...own.filter((name) => !groups.includes(name)), ...(await Promise.all(inside)).flat()];
  const section = read('docs/operating.md').split("## The operator's tool")[1]?.split('\n## ')[0] ?? '';
  const rows = [...section.matchAll(/^\| (`[^|]*`) \|/gm)];
  const documented = rows.flatMap(([, cell = '']) => [...cell.matchAll(/`([a-z -]+)`/g)].map(([, name = '']) => name));
  assert.deepEqual(documented.sort(), all.sort());
});

test('an unknown command, option or choice exits with 2 and changes nothing', async () => {
  for (const args of [['nonsense'], ['doctor', '--loud'], ['create-user', 'x@example.test'], ['create-organization']])
    assert.equal((await run(args)).code, 2, args.join(' '));
  const role = await run(['create-user', 'x@example.test', '--organization', 'birch', '--role', 'king']);
  assert.equal(role.code, 2);
  assert.match(role.err, /Allowed choices are member, workspace_admin, org_admin/);
  const nameless = [
    ['create-organization', ' ', '--admin', 'x@example.test'],
    ['create-organization', 'x'.repeat(121), '--admin', 'x@example.test'],
    ['create-user', 'x@example.test', '--organization', 'birch', '--name', ''],
    ['create-api-key', '', '--organization', 'birch'],
  ];
  for (const args of nameless) {
    const { code, err } = await run(args);
    assert.deepEqual([code, /1 to 120 characters/.test(err)], [2, true], `${args.join(' ')}: ${err}`);
  }
});

test('a password is read from standard input, never from an argument, and must be as strong as any other', async () => {
  const reset = ['reset-password', 'wim@example.test', '--password-stdin'];
  assert.equal((await run([...reset, 'word'])).code, 2);
  const weak = await run(reset, 'password\n');
  assert.equal(weak.code, 1);
  assert.ok(!weak.err.includes('frontdesk: password\n') && weak.out === '');
  assert.equal((await run(reset, '123\n')).err, 'frontdesk: password must have at least 8 characters.\n');
  const { code, out, err } = await spawnFrontdesk({
    args: reset,
    environment: environment(),
    input: 'a long enough passphrase 7\n',
  });
  assert.equal(code, 0);
  assert.ok(!`${out}${err}`.includes('passphrase'));
  assert.equal(
    (await run(['reset-password', 'nobody@example.test'])).err,
    'frontdesk: There is no account with this address.\n',
  );
});

test('links, password and key made by the tool work in the service: links once, only the newest; all are audited', async () => {
  const { out } = await done(['reset-password', 'ada@example.test']);
  const key = (
    await done(['create-api-key', 'Nightly', '--organization', 'birch', '--role', 'org_admin', '--expires', '3'])
  ).out;
  const desk = startDesk({ environment: home.environment, port: await freePort() });
  await desk.ready;
  const post = async (path: string, body: object) => {
    const answer = await fetch(desk.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: answer.status, body: answer.status === 204 ? null : ((await answer.json()) as any) };
  };
  const word = 'an entirely different one';
  const confirm = async (token = '') =>
    (await post('/api/auth/password-reset/confirm', { token, password: word })).status;
  assert.equal(await confirm(links.get('ada')), 422, 'the older link');
  assert.equal(await confirm(linkIn(out)), 204);
  assert.equal(await confirm(linkIn(out)), 422, 'once');
  assert.equal(await confirm(links.get('wim')), 422, 'a password was set since');
  assert.equal((await post('/api/auth/login', { email: 'ada@example.test', password: word })).status, 200);
  const wim = { email: 'wim@example.test', password: 'a long enough passphrase 7' };
  assert.equal((await post('/api/auth/login', wim)).body.user.scope.role, 'workspace_admin');

  const asKey = async (path: string) =>
    (await fetch(desk.url + path, { headers: { authorization: `Bearer ${key.trim()}` } })).json() as any;
  const queues = await asKey('/api/routing/destinations');
  assert.equal(queues.items[0]?.built_in, true, 'it is furnished like any other');
  const { items } = await asKey('/api/audit-events?limit=200');
  const byOperator = items.filter((entry: any) => entry.actor.type === 'operator').reverse();
  assert.deepEqual(
    byOperator.map((entry: any) => entry.action),
    ['organization.created', 'member.added', 'user.password_reset', 'user.password_reset_requested', 'api_key.created'],
  );
  assert.ok(byOperator.every((entry: any) => entry.actor.id === 'frontdesk' && entry.actor.name && entry.ip === null));
  assert.doesNotMatch(JSON.stringify(items), /f[pk]_dev_\w{20}|passphrase/);

  if (home.databaseUrl === '') {
    const refused = await run(['mail', 'list']);
    assert.equal(refused.code, 1);
    assert.match(refused.err, /in use by process \d+.*stop the service for this command/);
  }
  await desk.terminate();
});

test('unsent mail is listed without its content, and shown on request', async () => {
  const [mail, ...more] = JSON.parse((await done(['mail', 'list', '--json'])).out);
  assert.ok(more.length >= 0 && mail.to && !('content' in mail));
  assert.match((await done(['mail', 'list'])).out, /^ID +STATE +KIND +TO/);
  const shown = (await done(['mail', 'show', mail.id])).out;
  assert.match(shown, /^To: .*@example\.test\nSubject: Your password was changed\n/);
  assert.equal((await run(['mail', 'show', 'nonsense'])).code, 1);
});
