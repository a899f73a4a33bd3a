import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { withdrawalErrors } from '../../src/conversations/outbox/withdrawals.ts';
import { recalled } from '../../src/platform/words/recalled.ts';
import { startSigner } from '../providers/mail/dkim.ts';
import { atRest, conversationWith, mailArrives } from './mail-stage.ts';
import { eventually, setStage, sweepsAtNight, type Stage } from './stage.ts';

// Attackers must not be able to use automatic answers to send mail to third parties.
let stage: Stage;
let inbox: string;
const noorsServer = startSigner('customer.test');
const question = 'How do I export my invoices?';

before(async () => {
  stage = await setStage();
  stage.dns.set(noorsServer.name, noorsServer.record);
  stage.dns.set('_dmarc.victim.test', { TXT: ['v=DMARC1; p=reject'] });
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const sentTo = (address: string) => stage.mail.mailsTo(address).length;

test('forty forged mails cause no automatic mail, and people see why', async () => {
  const asks = (at: number) => (at % 2 ? `${question} Forged ${at}.` : `I want to talk to a person. Forged ${at}.`);
  for (let at = 0; at < 40; at++)
    await mailArrives(stage, { from: `v${at % 4}@victim.test`, to: inbox, text: asks(at) });
  for (let at = 0; at < 40; at++) {
    const conversation = await conversationWith(stage, `Forged ${at}.`, atRest);
    assert.equal(conversation.owner, 'human');
    assert.ok(conversation.messages.some((each: any) => each.kind === 'event' && /may be forged/.test(each.text)));
    assert.ok(conversation.messages.every((each: any) => each.kind !== 'ai'));
    assert.equal(conversation.messages[0].authenticity, 'disowned');
  }
  assert.equal(
    [0, 1, 2, 3].reduce((sum, at) => sum + sentTo(`v${at}@victim.test`), 0),
    0,
  );
});

const junkSignature = (domain: string) =>
  `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; s=s1; h=from; bh=AAAA; b=AAAA\r\n`;
const aboveWith = (head: string) => (raw: Buffer) => Buffer.concat([Buffer.from(head), raw]);

for (const [name, head] of [
  ['more signatures than anybody checks', junkSignature('victim.test').repeat(11)],
  ['a signature whose key is with silent name servers', junkSignature('silent.test')],
] as const)
  test(`forged mail with ${name} gets no automatic mail, either`, async () => {
    stage.dns.set('s1._domainkey.silent.test', { silent: true });
    await mailArrives(stage, {
      from: 'w@victim.test',
      to: inbox,
      text: `${question} With ${name}.`,
      raw: aboveWith(head),
    });
    const { messages } = await conversationWith(stage, `With ${name}.`, atRest);
    assert.equal(messages[0].authenticity, 'disowned');
    assert.equal(sentTo('w@victim.test'), 0);
  });

test('even a conversation that people give to the AI gets no automatic mail while its mail fails DMARC', async () => {
  await mailArrives(stage, { from: 'given@victim.test', to: inbox, text: `${question} Given back.` });
  const { id } = await conversationWith(stage, 'Given back.', atRest);
  await stage.world.ada.posts(`/api/conversations/${id}/handover`, { to: 'ai' }, 200);
  await conversationWith(stage, 'Given back.', (each) => {
    assert.equal(each.owner, 'human');
    assert.ok(each.messages.some((message: any) => /No automatic mail was sent.*DMARC/.test(message.text)));
  });
  assert.equal(sentTo('given@victim.test'), 0);
});

test('one address gets one automatic mail in ten minutes and five a day; people see the withheld ones', async () => {
  const genuine = async (text: string) => {
    await mailArrives(stage, { to: inbox, text: `${question} ${text}`, raw: noorsServer.sign });
    return conversationWith(stage, text, atRest);
  };
  const first = await genuine('Genuine 0.');
  assert.equal(first.owner, 'ai');
  const second = await genuine('Genuine 1.');
  assert.equal(sentTo('noor@customer.test'), 1);
  assert.equal(second.owner, 'human');
  const withheld = second.messages.find((each: any) => /within the last 10 minutes/.test(each.text));
  assert.equal(withheld.kind, 'event');
  assert.match(withheld.text, /It would have said:[^]*Billing/);
  const { rows } = await stage.server.desk.db.owner.query(
    `select last_error from outbox where last_error like 'with%' and conversation_id = $1`,
    [second.id],
  );
  assert.deepEqual(rows, [{ last_error: withdrawalErrors.too_many_mails }]);
  for (const error of Object.values(withdrawalErrors)) assert.ok(recalled(error), `found again in German: ${error}`);
  for (let at = 2; at < 7; at++) {
    stage.server.pass(10.1 * 60_000);
    await genuine(`Genuine ${at}.`);
  }
  assert.equal(sentTo('noor@customer.test'), 5, 'seven mails in an hour');
  // Neither another organization's desk nor a `+` tag raises the limit.
  const { mallory } = stage.world;
  await mallory.patches('/api/organizations/me/settings', { auto_respond_enabled: true });
  const theirs = (await mallory.gets('/api/channels/email/inbound-config')).forward_to;
  stage.server.pass(11 * 60_000);
  await mailArrives(stage, { from: 'noor+2@customer.test', to: theirs, text: 'I want to talk to a person.' });
  await eventually(async () => {
    const { items } = await mallory.gets('/api/conversations');
    const { messages } = await mallory.gets(`/api/conversations/${items[0].id}`);
    assert.ok(messages.some((each: any) => /No automatic mail was sent/.test(each.text)));
  });
  assert.equal(sentTo('noor+2@customer.test'), 0);
});

test('forged mail does not rename a customer whose mail was proven, and proven mail does', async () => {
  const named = async (from: string, text: string, raw?: (built: Buffer) => Buffer | Promise<Buffer>) => {
    await mailArrives(stage, { from, to: inbox, text, ...(raw ? { raw } : {}) });
    const { customer, messages } = await conversationWith(stage, text, atRest);
    return [customer.name, messages[0].authenticity];
  };
  const nora = (name: string) => `${name} <nora@customer.test>`;
  assert.deepEqual(await named(nora('Nora'), 'Named first.', noorsServer.sign), ['Nora', 'proven']);
  assert.deepEqual(await named(nora('Refund approved'), 'Named by a stranger.'), ['Nora', 'unproven']);
  assert.deepEqual(await named(nora('Nora Berg'), 'Named again.', noorsServer.sign), ['Nora Berg', 'proven']);
});

test('the run-time role cannot read the counts', async () => {
  const { rows } = await stage.server.desk.db.owner.query(
    `select has_table_privilege('desk_app', 'automatic_mail', 'select') as reads, count(*)::int as kept from automatic_mail`,
  );
  assert.deepEqual([rows[0]?.['reads'], Number(rows[0]?.['kept']) > 0], [false, true]);
});

test('the HTML of a mail is sanitized, and only admins can download the original', async () => {
  const html =
    '<p onclick="steal()">Please <a href="javascript:steal()">look</a> <a href="https://fine.test/">here</a></p>' +
    '<script>steal()</script><style>p{}</style><form action="https://evil.test"><input name="password"></form>' +
    '<img src="https://tracker.test/1.gif"><iframe src="https://evil.test"></iframe>';
  await mailArrives(stage, { to: inbox, text: 'Dangerous words.', html });
  const { id, messages } = await conversationWith(stage, 'Dangerous words.');
  const shown = messages.find((each: any) => each.kind === 'customer');
  assert.match(shown.html, /href="https:\/\/fine.test\/"/);
  assert.doesNotMatch(shown.html, /script|onclick|style|form|input|img|iframe|tracker/i);

  const path = `/api/conversations/${id}/messages/${shown.id}/original`;
  const { ada, mallory } = stage.world;
  const original = await ada.calls('GET', path);
  assert.equal(original.status, 200);
  assert.match(original.text, /<script>steal\(\)<\/script>/);
  assert.equal(original.headers['content-type'], 'message/rfc822');
  assert.match(String(original.headers['content-disposition']), /^attachment; /);
  assert.equal(original.headers['x-content-type-options'], 'nosniff');
  assert.equal(original.headers['content-security-policy'], 'sandbox');
  await mallory.gets(path, 404);
  const answer = await ada.posts(`/api/conversations/${id}/messages`, { kind: 'note', text: 'Strange.' });
  await ada.gets(`/api/conversations/${id}/messages/${answer.id}/original`, 404);

  await ada.patches('/api/organizations/me/settings', { retention_days: { messages: 30 } });
  await stage.server.desk.db.owner.query(`update inbound_event set received_at = received_at - interval '31 days'`);
  await sweepsAtNight(stage);
  await ada.gets(path, 404);
});
