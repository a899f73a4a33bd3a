/**
 * `npm run demo`: sets up a new organization with its help centre, its shop, both helpdesks and a mail domain, and sends it
 * the messages of thirty-three customers. `--once` exits after the table, with 1 if a figure is below its floor.
 */
import type { Article } from './articles.ts';
import { deliverMessage } from './delivery.ts';
import type { DemoMessage } from './message.ts';
import { messages } from './messages.ts';
import {
  connectChannels,
  connectShop,
  publishArticles,
  register,
  setPolicy,
  switchOn,
  untilEmbedded,
  untilRetrievable,
  type Organization,
} from './organization.ts';
import { receivedBy, watchQueue, type Watch } from './outcome.ts';
import { figuresOf, figuresText, headline, isRight, rowText, type Row } from './report.ts';
import { startService, type Service } from './service.ts';
import { environmentOf, startVendors, type Vendors } from './vendors.ts';

type Stage = { organization: Organization; vendors: Vendors; articles: Map<string, Article>; watch: Watch };

const once = process.argv.includes('--once');
const interrupted = new Promise<void>((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
});
const vendors = await startVendors();

try {
  const service = await timed('the desk is ready', () => startService(environmentOf(vendors)));
  try {
    const met = await Promise.race([show(service), interrupted.then(() => false)]);
    process.exitCode = met || !once ? 0 : 1;
    if (!once) await Promise.race([interrupted, service.ended]);
  } finally {
    await service.stop();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await vendors.close();
}

async function show(service: Service): Promise<boolean> {
  const organization = await register(service.url);
  const { api } = organization;
  const articles = await timed('the help articles are retrievable', async () => {
    const published = await publishArticles(api);
    await untilRetrievable(api, published);
    return published;
  });
  await timed('what they mean has been read, where a model is on', () => untilEmbedded(api));
  await timed('channels and the shop are connected, the policy is set, automatic answers are on', async () => {
    await connectChannels(organization, vendors);
    await setPolicy(api, vendors);
    await connectShop(api, vendors);
    await switchOn(api);
  });
  const figures = figuresOf(await showTable({ organization, vendors, articles, watch: watchQueue(api) }));
  console.log(`\n${figuresText(figures)}`);
  if (!once) {
    console.log(`\nSign in at ${service.url}/ as ${organization.email} with ${organization.password}. Ctrl-C ends it.`);
  }
  return figures.met;
}

/** Sends all messages at once, as customers do; each line is printed when the desk has finished its message. */
async function showTable(stage: Stage): Promise<Row[]> {
  console.log(`\n${headline()}`);
  const handled = new Map<string, Promise<Row>>();
  for (const message of messages) handled.set(message.id, handle(stage, message, handled));
  return await Promise.all(handled.values());
}

/** A follow-up waits for the answer to its first message; if silence is expected, all other messages are finished first. */
async function handle(stage: Stage, message: DemoMessage, handled: Map<string, Promise<Row>>): Promise<Row> {
  const others = [...handled.values()];
  const earlier = message.channel === 'chatdesk' && message.follows ? await handled.get(message.follows) : undefined;
  const { thread, delivery } = await deliverMessage(message, { ...stage, follows: earlier?.thread });
  if (!delivery.acknowledged) {
    throw new Error(`${message.id} was answered ${delivery.status}: ${delivery.attempts.at(-1)?.answer ?? ''}`);
  }
  if (message.expect.kind === 'silence') await Promise.all(others);
  const after = earlier?.outcome?.decisionId;
  const silent = message.expect.kind === 'silence';
  const outcome = silent ? null : await stage.watch.outcomeOf(message, { thread, after });
  const received = receivedBy(stage.vendors, message, thread);
  const row = { message, thread, outcome, received, right: isRight(message, outcome, { received, ...stage, thread }) };
  console.log(rowText(row, stage.articles));
  return row;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  console.log(`${what} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}
