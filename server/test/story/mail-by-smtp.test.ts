import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { after, before, test } from 'node:test';
import { createTransport } from 'nodemailer';
import { listenForMail, type MailListener } from '../../src/channels/email/smtp-listener.ts';
import { buildMail, type Mail } from '../providers/mail/message.ts';
import { atRest, conversationWith, verifiedDomain } from './mail-stage.ts';
import { setStage, type Stage } from './stage.ts';

let stage: Stage;
let door: MailListener;
let inbox: string;
before(async () => {
  stage = await setStage();
  door = await listenForMail(stage.server.desk, '127.0.0.1:0');
  inbox = (await stage.world.ada.gets('/api/channels/email/inbound-config')).forward_to;
});
after(async () => {
  await door.close();
  await stage.close();
});

const mailFrom = (person: string, mail: Partial<Mail> = {}) =>
  buildMail({ from: `Noor <${person}@customer.test>`, to: inbox, subject: 'Invoices', text: 'Hello', ...mail }).raw;

async function sends(raw: Buffer, to = [inbox], from = 'noor@customer.test') {
  const transport = createTransport({ host: '127.0.0.1', port: door.port, ignoreTLS: true });
  try {
    return await transport.sendMail({ envelope: { from, to }, raw });
  } finally {
    transport.close();
  }
}

const refusalOf = (sending: Promise<unknown>): Promise<string> =>
  sending.then(
    () => 'accepted',
    ({ response, rejectedErrors: [rejected] = [] }) => String(rejected?.response ?? response),
  );

const mails = async (words: string) =>
  (await stage.world.ada.gets(`/api/conversations?q=${words}&limit=200`)).items.length;

/** A sender who speaks line by line. Each command returns the first line of the reply. */
async function speaker() {
  const socket = connect(door.port, '127.0.0.1');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  const reply = async (): Promise<string> => {
    for (;;) {
      const { value } = await lines.next();
      if (!/^\d{3}-/.test(String(value))) return String(value);
    }
  };
  await reply();
  const say = async (text: string | Buffer) => {
    if (!socket.write(text)) await once(socket, 'drain');
    return reply();
  };
  await say('EHLO mail.customer.test\r\n');
  await say('MAIL FROM:<noor@customer.test>\r\n');
  await say(`RCPT TO:<${inbox}>\r\n`);
  assert.match(await say('DATA\r\n'), /^354/);
  return { socket, say };
}

test('a mail that arrives by SMTP is stored before it is acknowledged, and answered', async () => {
  await sends(mailFrom('smtp', { text: 'How do I export my invoices?\r\n.\r\n..Thanks' }));
  const conversation = await conversationWith(stage, 'How do I export my invoices?', atRest);
  assert.equal(conversation.customer.email, 'smtp@customer.test');
  assert.equal(
    conversation.messages[0].text,
    'How do I export my invoices?\n.\n..Thanks',
    'dots at the start of lines',
  );
  assert.equal(stage.mail.mailsTo('smtp@customer.test').length, 1);
});

test('the same mail twice is one message', async () => {
  const raw = mailFrom('twice', { text: 'Where is the samovar?' });
  await sends(raw);
  await sends(raw);
  await conversationWith(stage, 'samovar', atRest);
  assert.equal(await mails('samovar'), 1);
});

test('a recipient whom nobody knows is refused, and the others get the mail', async () => {
  const raw = mailFrom('some', { text: 'Where is the theodolite?' });
  assert.match(await refusalOf(sends(raw, ['nobody@elsewhere.test'])), /^550 5\.1\.1 /);
  const { accepted, rejected } = await sends(raw, ['nobody@elsewhere.test', inbox]);
  assert.deepEqual([accepted, rejected], [[inbox], ['nobody@elsewhere.test']]);
  await conversationWith(stage, 'theodolite', atRest);
});

test('a mail whose sender is empty, as that of a bounce, is accepted', async () => {
  await sends(mailFrom('empty', { text: 'Where is the astrolabe?' }), [inbox], '');
  await conversationWith(stage, 'astrolabe');
});

test('a domain with letters beyond ASCII receives, and an unusual sender is accepted', async () => {
  await verifiedDomain(stage, 'xn--bcher-kva.test');
  const raw = mailFrom('umlaut', { to: 'info@xn--bcher-kva.test', text: 'Where is the gnomon?' });
  await sends(raw, ['info@xn--bcher-kva.test'], 'a..b@docomo.test');
  await conversationWith(stage, 'gnomon', atRest);
});

test('many unknown recipients are refused one by one, and the sender is not sent away', async () => {
  const unknown = Array.from({ length: 70 }, (_, index) => `nobody${index}@elsewhere.test`);
  const raw = mailFrom('many', { text: 'Where is the nocturnal?' });
  const { accepted, rejected } = await sends(raw, [...unknown, inbox]);
  assert.deepEqual([accepted, rejected.length], [[inbox], 70]);
});

test('a host holds half of the connections at most, and none for ever', async () => {
  const small = await listenForMail(stage.server.desk, '127.0.0.1:0', {
    connections: 4,
    connectionMilliseconds: 2_000,
  });
  const greeting = async () => {
    const socket = connect(small.port, '127.0.0.1');
    const ended = once(socket, 'close');
    const [said] = await once(socket, 'data');
    return { said: String(said), ended };
  };
  const [first, second, third] = [await greeting(), await greeting(), await greeting()];
  assert.deepEqual(
    [first, second, third].map(({ said }) => said.slice(0, 3)),
    ['220', '220', '421'],
  );
  await Promise.all([first.ended, second.ended, third.ended]);
  assert.match((await greeting()).said, /^220/);
  await small.close();
});

test('a mail above the limit is refused, announced or not, and the connection goes on', async () => {
  const { socket, say } = await speaker();
  const line = Buffer.from(`${'x'.repeat(998)}\r\n`);
  socket.write('Subject: Large\r\n\r\n');
  for (let sent = 0; sent <= 40 * 1_048_576; sent += line.length) if (!socket.write(line)) await once(socket, 'drain');
  assert.match(await say('\r\n.\r\n'), /^552 5\.3\.4 /);
  assert.match(await say('MAIL FROM:<noor@customer.test> SIZE=41943041\r\n'), /^552 /);
  assert.match(await say('MAIL FROM:<noor@customer.test> SIZE=41943040\r\n'), /^250 /);
  assert.match(await say(`RCPT TO:<${inbox}>\r\n`), /^250 /);
  socket.destroy();
});

test('of a mail that breaks off nothing is stored, and it is stored when it is sent again', async () => {
  const raw = mailFrom('torn', {
    text: `Where is the sextant?\r\n${'It was here.\r\n'.repeat(1_000)}On the chart table.`,
  });
  const { socket } = await speaker();
  socket.write(raw.subarray(0, raw.length - 100));
  socket.end();
  await once(socket, 'close');
  await sends(raw);
  const conversation = await conversationWith(stage, 'sextant', atRest);
  assert.match(conversation.messages[0].text, /On the chart table\.$/);
  assert.equal(await mails('sextant'), 1);
});

test('when too much arrives, senders are asked to try again, and nothing is lost', async () => {
  const { desk } = stage.server;
  const raw = mailFrom('busy', { text: 'Where is the orrery?' });
  const organization = stage.world.birch.organizationId;
  // Others keep sending: on a busy machine there would be room again before the mail is complete.
  let busy = true;
  const send = () => {
    for (let free = true; free;) {
      try {
        desk.limits.admitEvent(organization);
      } catch {
        free = false;
      }
    }
    if (busy) setImmediate(send);
  };
  send();
  try {
    assert.match(await refusalOf(sends(raw)), /^451 4\.3\.0 /);
  } finally {
    busy = false;
  }
  assert.equal(await mails('orrery'), 0);
});

test('neither a login nor encryption is offered', async () => {
  const socket = connect(door.port, '127.0.0.1');
  await once(socket, 'data');
  let said = '';
  socket.on('data', (text) => (said += String(text)));
  socket.write('EHLO mail.customer.test\r\nAUTH PLAIN AGEAYg==\r\nSTARTTLS\r\nVRFY ada\r\nQUIT\r\n');
  await once(socket, 'close');
  assert.doesNotMatch(said, /250[- ](AUTH|STARTTLS)/);
  assert.equal(said.match(/^50\d /gm)?.length, 2, said);
});
