import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationWith, mailArrives, verifiedDomain } from './mail-stage.ts';
import { setStage, type Stage } from './stage.ts';

const to = 'support@birch.test';
let stage: Stage;
let count = 0;

before(async () => {
  stage = await setStage({ autoRespond: false });
  await verifiedDomain(stage, 'birch.test');
});
after(() => stage.close());

/** The conversation of a mail with these headers, from a contact form. */
async function fromForm(headers: Record<string, string>, from = 'Shop form <forms@forms.test>') {
  const words = `Where is parcel ${++count} of mine?`;
  await mailArrives(stage, { to, from, text: words, headers });
  return conversationWith(stage, words);
}

const visitor = 'Robin Visitor <robin@visitor.test>';
const replies: [string, string, string][] = [
  ['after our own address', `Birch <${to}>, ${visitor}`, 'robin@visitor.test'],
  ['before our own address', `${visitor}, ${to}`, 'robin@visitor.test'],
  ['in a second field', `${to}\r\nReply-To: ${visitor}`, 'robin@visitor.test'],
  ['beside an address that nobody reads', `no-reply@forms.test, ${visitor}`, 'robin@visitor.test'],
  ['after our own address with a tag', `support+form@birch.test, ${visitor}`, 'robin@visitor.test'],
];
for (const [place, value, email] of replies)
  test(`who asks stands in Reply-To ${place}`, async () => {
    const { customer } = await fromForm({ 'Reply-To': value });
    assert.deepEqual([customer.email, customer.name], [email, 'Robin Visitor']);
  });

for (const [what, value] of [
  ['our own address alone', to],
  ['our own address twice', `${to}\r\nReply-To: Birch <${to}>`],
] as const)
  test(`if Reply-To has ${what}, the sender asks`, async () => {
    const { customer } = await fromForm({ 'Reply-To': value }, 'Noor <noor@customer.test>');
    assert.equal(customer.email, 'noor@customer.test');
  });

test('our own form that names its visitor beside us is for the visitor', async () => {
  const { customer } = await fromForm({ 'Reply-To': `${to}, ${visitor}` }, `Birch <${to}>`);
  assert.equal(customer.email, 'robin@visitor.test');
});
