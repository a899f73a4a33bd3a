import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { seatsFor, take } from '../test/promises/crew.ts';
import { setScene } from '../test/promises/scene.ts';
import { answered, atRate } from './measuring/answered.ts';
import { quantile } from './measuring/measures.ts';

/*
 * Measures how long an organization's customers wait, from the webhook to the answer at the vendor, while two other
 * organizations use the same process: one ingests documents, the other receives events that people answer. Compares that
 * with the same run without the others. No model. TEST_ENGINE=pglite|postgres npm run bench:fairness
 * [-- --documents N --events RATE --seconds N]
 */
const { values } = parseArgs({
  options: {
    documents: { type: 'string', default: '300' },
    events: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '20' },
  },
});
const [documents, eventsASecond, seconds] = [values.documents, values.events, values.seconds].map(Number) as [
  number,
  number,
  number,
];
const messagesASecond = 5;
const scene = await setScene();
await scene.desk.terminate();
const [seat] = await seatsFor(scene, ['all']);
if (!seat) throw new Error('A scene without a seat.');
scene.desk = take(scene, seat);
await scene.desk.ready;
const { url } = scene.desk;
const measured = { url, rate: messagesASecond, count: messagesASecond * seconds };

// Move the vendor's account to the organization that receives the events.
await scene.call('POST', '/api/integrations/ticketdesk/disconnect', {});
const oak = await register('Oak');
const elm = await register('Elm');
await connectTickets();
await answered(scene, { url, rate: messagesASecond, count: 15 });
const alone = await answered(scene, measured);
tell('alone', alone);
const [beside, events] = await Promise.all([answered(scene, measured), arrive(), read()]);
tell(`beside ${documents} documents and ${eventsASecond} events a second`, beside);
const ratio = (share: number) => (quantile(beside, share) / quantile(alone, share)).toFixed(2);
console.log(
  `ratio of the p99 ${ratio(0.99)}, of the medians ${ratio(0.5)}; p99 of the acknowledgements ${p99(events)} ms`,
);
await scene.close();

function tell(what: string, times: readonly number[]): void {
  const p50 = quantile(times, 0.5).toFixed(0);
  console.log(`${what}: p50 ${p50} ms, p99 ${p99(times)} ms, load of the machine ${loadavg()[0]?.toFixed(1)}`);
}

function p99(times: readonly number[]): string {
  return quantile(times, 0.99).toFixed(0);
}

/** Sends the events of one organization; returns the milliseconds until each was acknowledged. */
function arrive(): Promise<number[]> {
  const hook = `${url}/webhooks/ticketdesk/${elm.organizationId}`;
  return atRate(eventsASecond, eventsASecond * seconds, async () => {
    const event = scene.ticketdesk.events.ticketOpened({
      subject: 'An order',
      text: 'Where is my order?',
      form: 'event',
    });
    const begun = performance.now();
    const { status } = await scene.ticketdesk.deliver(hook, event);
    if (status >= 300) throw new Error(`The webhook answered ${status}.`);
    return performance.now() - begun;
  });
}

/** Adds the documents of the other organization one after another; they are ingested as fast as possible. */
async function read(): Promise<void> {
  const { id: collection_id } = await oak.post('/api/knowledge/collections', { name: 'Handbooks' });
  for (let at = 0; at < documents; at++) {
    const sections = Array.from(
      { length: 5 },
      (_, part) => `## Part ${part}\n\nShelf ${at * 7 + part} holds part ${at}.`,
    );
    const text = sections.join('\n\n');
    await oak.post('/api/knowledge/documents/text', { collection_id, title: `Part ${at}`, text, format: 'markdown' });
  }
}

async function connectTickets(): Promise<void> {
  const { ticketdesk } = scene;
  const app = { subdomain: 'elm', access_token: ticketdesk.accessToken };
  await elm.send('PUT', '/api/integrations/ticketdesk/app', app);
  await elm.post('/api/integrations/ticketdesk/webhook-secret', { secret: ticketdesk.rotateSigningSecret() });
}

async function register(name: string) {
  const person = {
    name: 'Ada',
    organization_name: name,
    email: `ada@${name.toLowerCase()}.test`,
    password: 'a long enough passphrase 7',
  };
  let authorization = {};
  const send = async (method: string, path: string, body: unknown): Promise<any> => {
    const headers = { 'content-type': 'application/json', ...authorization };
    const answer = await fetch(url + path, { method, headers, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(`${method} ${path} was answered with ${answer.status}: ${await answer.text()}`);
    return answer.json();
  };
  const { access_token: token, user } = await send('POST', '/api/auth/register', person);
  authorization = { authorization: `Bearer ${token}` };
  const post = (path: string, body: unknown) => send('POST', path, body);
  return { organizationId: String(user.scope.organization_id), send, post };
}
