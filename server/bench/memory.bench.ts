import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connectChannels,
  publishArticles,
  register,
  switchOn,
  untilEmbedded,
  untilRetrievable,
} from '../../demo/organization.ts';
import { startService } from '../../demo/service.ts';
import { environmentOf, startVendors } from '../../demo/vendors.ts';

/*
 * Measures the memory of one process with the embedded database and the sentence model, as `npm start` runs it (Linux): at rest
 * after the first start on an empty directory, with the demonstration's articles, and after many messages. "Most" is its peak so
 * far. Measures an empty embedded database in the same run for comparison. Run: npm run bench:memory [-- MESSAGES]
 */
const [count = 1_000] = process.argv.slice(2).map(Number);
const atOnce = 5;
const vendors = await startVendors();
const peer = await embeddedAlone();
const service = await startService({ ...environmentOf(vendors), LOG_LEVEL: 'error' });
try {
  await sleep(5_000);
  tell('at rest after the first start');
  const organization = await register(service.url);
  const { api } = organization;
  const published = await publishArticles(api);
  await untilRetrievable(api, published);
  await untilEmbedded(api);
  tell(`${published.size} articles read and embedded`);
  await connectChannels(organization, vendors);
  await switchOn(api);
  const questions = [...published.values()].map(({ title }) => `${title}? I have looked everywhere.`);
  const hook = `${service.url}/webhooks/chatdesk/${organization.id}`;
  let sent = 0;
  const customer = async () => {
    while (sent < count) {
      const number = (sent += 1);
      await send(hook, `${questions[number % questions.length]} It is about number ${number}.`);
      if (number % 250 === 0) tell(`${number} messages`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, customer));
  await sleep(60_000);
  tell(`${count} messages, and a minute without any`);
} finally {
  await service.stop();
  await vendors.close();
}

/** Sends a message, and waits until the desk has answered it or handed it over. */
async function send(hook: string, text: string): Promise<void> {
  const event = vendors.chatdesk.events.userCreated({ text });
  const { status } = await vendors.chatdesk.deliver(hook, event);
  if (status !== 202) throw new Error(`The webhook answered ${status}.`);
  for (let waited = 0; waited < 10_000 && vendors.chatdesk.repliesTo(event.conversationId).length === 0; waited += 20)
    await sleep(20);
}

function tell(when: string): void {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  const mega = (name: string) => Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024);
  console.log(`${when}: ${mega('VmRSS')} MB, most ${mega('VmHWM')} MB; the embedded database alone ${peer} MB`);
}

/** The megabytes of a process that has opened an empty embedded database with its vector extension, and nothing else. */
async function embeddedAlone(): Promise<string> {
  const program = `
    const [{ PGlite }, { vector }] = await Promise.all([
      import('@electric-sql/pglite'), import('@electric-sql/pglite-pgvector')]);
    const database = await PGlite.create({ extensions: { vector } });
    await database.query('create extension vector');
    console.log(Math.round(process.memoryUsage().rss / 1024 ** 2));
    process.exit();`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: new URL('..', import.meta.url),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await text(child.stdout)).trim();
}
