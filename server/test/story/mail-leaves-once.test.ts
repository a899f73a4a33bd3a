import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliver } from '../../src/support/delivery/deliver.actions.ts';
import { conversationWith, mailArrives } from './mail-stage.ts';
import { eventually, setStage, type Stage } from './stage.ts';

let stage: Stage;
let inbox: string;
before(async () => {
  stage = await setStage();
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(() => stage.close());

const from = 'Vera <vera@customer.test>';
const mailsToVera = () => stage.mail.mails.all.filter(({ envelope }) => envelope.to.includes('vera@customer.test'));

test('a mail whose result could not be stored is not sent again: its state says that the outcome is unknown', async () => {
  const { desk } = stage.server;
  const { owner } = desk.db;
  // As a process that dies after the relay has taken the mail.
  await owner.query(
    `create sequence failures; grant usage on failures to desk_app;
     create function fail_to_settle() returns trigger language plpgsql as $$
       begin perform nextval('failures'); raise exception 'cut off'; end $$;
     create trigger fail_to_settle before update on outbox for each row when (new.state = 'sent')
       execute function fail_to_settle()`,
  );
  await mailArrives(stage, { from, to: inbox, text: 'How do I reset my password? I cannot sign in.' });
  await eventually(async () =>
    assert.deepEqual((await owner.query('select is_called from failures')).rows, [{ is_called: true }]),
  );
  await owner.query(
    `drop trigger fail_to_settle on outbox;
     update outbox set send_deadline = clock_timestamp() where state = 'sending'`,
  );
  const { id } = await conversationWith(stage, 'How do I reset my password?');
  await deliver(desk, { organizationId: stage.world.birch.organizationId, conversationId: id });
  const { rows } = await owner.query(
    `select state, attempts from outbox where kind = 'reply' and conversation_id = $1`,
    [id],
  );
  assert.deepEqual(rows, [{ state: 'unknown', attempts: 2 }]);
  assert.equal(mailsToVera().length, 1);
});

test('a mail whose result was stored leaves no record of its hand-over', async () => {
  await mailArrives(stage, {
    from: 'Ivo <ivo@customer.test>',
    to: inbox,
    text: 'Can I get a refund for the annual plan?',
  });
  await conversationWith(stage, 'refund for the annual plan', ({ messages }) =>
    assert.equal(messages.at(-1).delivery?.status, 'sent'),
  );
  const { rows } = await stage.server.desk.db.owner.query(
    `select from email_sending sending join outbox on outbox.provider_message_id = sending.message_id`,
  );
  assert.deepEqual(rows, []);
});
