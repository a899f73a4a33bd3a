import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { conversationWith, mailArrives } from './mail-stage.ts';
import { eventually, setStage, type Stage } from './stage.ts';

const domains = '/api/channels/email/domains';
let stage: Stage;
let domain: any;
before(async () => {
  stage = await setStage({ autoRespond: false });
  domain = await stage.world.wim.posts(domains, { domain: 'birch.test' });
  const proof = domain.records.find(({ purpose }: any) => purpose === 'ownership');
  stage.dns.set(proof.name, { TXT: [[proof.value]] } as never);
  await stage.world.wim.posts(`${domains}/${domain.id}/verify`, undefined, 200);
});
after(() => stage.close());

/** The From and Reply-To of the newest mail to the customer, once there are `count` mails. */
const newestOf = (count: number) =>
  eventually(() => {
    const mails = stage.mail.mailsTo('noor@customer.test');
    assert.equal(mails.length, count);
    const { from = [], 'reply-to': replyTo = [] } = mails.at(-1)?.headers ?? {};
    return { from: String(from[0]), replyTo: String(replyTo[0]) };
  });

test('after its domain is removed, a thread continues under addresses that are still ours', async () => {
  await mailArrives(stage, { to: 'support@birch.test', text: 'Where is my invoice?' });
  const { id } = await conversationWith(stage, 'Where is my invoice?');
  await stage.world.max.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: 'It is on its way.' });
  const before = await newestOf(1);
  assert.match(before.from, /support@birch\.test/);
  assert.match(before.replyTo, /@birch\.test/);

  await stage.world.wim.deletes(`${domains}/${domain.id}`);
  await stage.world.max.posts(`/api/conversations/${id}/messages`, { kind: 'reply', text: 'It has arrived.' });
  const since = await newestOf(2);
  assert.doesNotMatch(since.from, /birch\.test/);
  assert.match(since.replyTo, /@inbound\.test/);
});
