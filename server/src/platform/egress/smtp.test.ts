import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { transmitMail, type OutgoingMail } from './smtp.ts';

const mail: OutgoingMail = {
  from: 'desk@birch.test',
  to: { address: 'noor@customer.test', name: 'Noor' },
  replyTo: null,
  subject: 'Your question',
  text: 'An answer.',
  html: null,
  messageId: 'one@birch.test',
  inReplyTo: null,
  references: [],
  headers: {},
};

test('a relay that goes on speaking without an answer is given up', async (t) => {
  const speaks = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    // The client only half-closes its end.
    t.after(() => socket.destroy());
    let speaking: NodeJS.Timeout | undefined;
    socket.on('error', () => undefined).on('close', () => clearInterval(speaking));
    socket.write('220 relay.test\r\n');
    socket.on('data', () => {
      speaking ??= setInterval(() => socket.write('250-One moment\r\n'), 20);
      speaks.resolve();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const url = `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outcome = transmitMail(url, mail, { speakWithin: 60_000, silence: 60_000, over: 8_000 });
  await speaks.promise;
  t.mock.timers.tick(8_000);
  assert.deepEqual(await outcome, {
    kind: 'failed',
    handedOver: false,
    refused: false,
    status: null,
    code: 'ETIMEDOUT',
  });
});
