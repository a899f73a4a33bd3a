import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startMailSink, type MailSink } from '../providers/mail/mail.ts';
import { startServer } from '../server.ts';
import { guardedRoutes, marks, setScene, type Scene } from './matrix.ts';
import { bodyWith, referencesOf, resourceNamed, type Reference } from './references.ts';
import { pathOf } from './requests.ts';
import { postmarkLogin } from './resources.ts';

let scene: Scene;
let mail: MailSink;
before(async () => {
  mail = await startMailSink();
  const environment = { EMAIL_INBOUND_BASIC: postmarkLogin, SMTP_URL: mail.url };
  scene = await setScene(await startServer({ working: 'jobs', environment }));
});
after(async () => {
  await scene.server.close();
  await mail.close();
});

test("wherever a request contains an id, another organization's id gets the same reply as an unknown one", async () => {
  const references = guardedRoutes(scene.server).flatMap(referencesOf);
  assert.ok(references.length > 15);
  const faults: string[] = [];
  for (const reference of references) {
    const field = reference.path.at(-1) ?? '';
    const theirs = resourceNamed(field, scene.resources.cedar);
    const ours = resourceNamed(field, scene.resources.birch);
    if (!theirs || !ours) continue;
    const unknown = await answerTo(reference, randomUUID());
    const foreign = await answerTo(reference, theirs.id);
    const own = await answerTo(reference, ours.id);
    const where = `${reference.route.endpoint.operation} ${reference.path.join('/')}`;
    if (foreign !== unknown) faults.push(`${where}: ${foreign} is not ${unknown}`);
    if (foreign.includes(marks.cedar)) faults.push(`${where} tells of them`);
    if (reference.place === 'body' && !reference.many && !/^4(04|22)/.test(foreign))
      faults.push(`${where}: ${foreign}`);
    if (reference.place === 'body' && !reference.many && own === foreign) faults.push(`${where} knows not even ours`);
  }
  assert.deepEqual(faults, []);
});

/** Status and body, without the parts that differ between any two replies. */
async function answerTo(reference: Reference, id: string): Promise<string> {
  const { route, place, path } = reference;
  const base = pathOf(route, 'birch', scene.resources);
  const url = place === 'query' ? `${base}?${path.join('.')}=${id}` : base;
  const body = place === 'body' ? bodyWith(reference, id) : undefined;
  const { status, text } = await scene.cast.world.ada.calls(route.endpoint.method, url, body, { 'x-request-id': 'x' });
  return `${status} ${text.replaceAll(/"(took_ms|version)":[\d.]+|[\da-f]{8}-[\da-f-]{27}|\d{4}-\d\d-\d\dT[\d:.]+Z/g, '…')}`;
}
