import assert from 'node:assert/strict';
import { test } from 'node:test';
import { automatedMail, reportedMessageIds, type MailContext } from './automated.logic.ts';
import type { IncomingMail } from './mail.logic.ts';

const around: MailContext = {
  envelopeFrom: 'noor@customer.test',
  ourAddresses: new Set(['support@birch.test']),
  loopMark: 'frontdesk-abc',
};

function mail(headers: Record<string, string> = {}, more: Partial<IncomingMail> = {}): IncomingMail {
  return {
    messageId: 'a@customer.test',
    inReplyTo: null,
    references: [],
    from: { address: 'noor@customer.test', name: null },
    replyTo: [],
    to: ['support@birch.test'],
    subject: 'Invoice',
    text: 'Where is it?',
    html: null,
    date: null,
    headers: Object.entries(headers).map(([name, value]) => ({ name: name.toLowerCase(), value })),
    attachments: [],
    ...more,
  };
}
const form = (headers: Record<string, string>, address = 'robin@customer.test') =>
  mail(headers, { from: { address: 'no-reply@mail.shop.test', name: null }, replyTo: [{ address, name: null }] });
const from = (address: string) => mail({}, { from: { address, name: null } });

const people: [string, IncomingMail][] = [
  ['a plain mail', mail()],
  ['Auto-Submitted: no', mail({ 'Auto-Submitted': 'no' })],
  ['Auto-Submitted: no with parameters', mail({ 'Auto-Submitted': 'No; owner=x' })],
  ['ordinary precedence', mail({ Precedence: 'first-class' })],
  ['X-Autoreply: no', mail({ 'X-Autoreply': 'no' })],
  ['another installation’s loop mark', mail({ 'X-Loop': 'frontdesk-xyz' })],
  ['a name that only begins like a robot’s', from('bouncer.club@customer.test')],
  ['a subject that mentions an office', mail({}, { subject: 'Question about our office' })],
];
for (const [name, each] of people) test(`${name} is a person’s`, () => assert.equal(automatedMail(each, around), null));

const machines: [string, IncomingMail, string, 'strong' | 'weak'][] = [
  ['Auto-Submitted', mail({ 'Auto-Submitted': 'auto-replied; owner-email="x"' }), 'auto_reply', 'strong'],
  ['an empty return path', mail({ 'Return-Path': '<>' }), 'bounce', 'strong'],
  [
    'a delivery report',
    mail({ 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=x' }),
    'bounce',
    'strong',
  ],
  [
    'a read receipt',
    mail({ 'Content-Type': 'multipart/report; report-type="disposition-notification"' }),
    'read_receipt',
    'strong',
  ],
  ['a complaint', mail({ 'Content-Type': 'multipart/report; report-type=feedback-report' }), 'complaint', 'strong'],
  ['X-Failed-Recipients', mail({ 'X-Failed-Recipients': 'noor@customer.test' }), 'bounce', 'strong'],
  ['List-Id', mail({ 'List-Id': '<news.customer.test>' }), 'mailing_list', 'strong'],
  ['List-Unsubscribe', mail({ 'List-Unsubscribe': '<mailto:x@y.test>' }), 'mailing_list', 'strong'],
  ['Mailing-List', mail({ 'Mailing-List': 'list x' }), 'mailing_list', 'strong'],
  ['Precedence: bulk', mail({ Precedence: 'bulk' }), 'bulk', 'strong'],
  ['Precedence: list', mail({ Precedence: 'LIST' }), 'mailing_list', 'strong'],
  ['Precedence: auto_reply', mail({ Precedence: 'auto_reply' }), 'auto_reply', 'strong'],
  ['X-Autoreply', mail({ 'X-Autoreply': 'yes' }), 'auto_reply', 'strong'],
  ['X-Autorespond', mail({ 'X-Autorespond': 'Away' }), 'auto_reply', 'strong'],
  ['an Exchange rule loop', mail({ 'X-MS-Exchange-Inbox-Rules-Loop': 'x' }), 'auto_reply', 'strong'],
  ['a form, sent by a service', form({ 'List-Unsubscribe': '<mailto:x@y.test>' }), 'mailing_list', 'weak'],
  ['a form, sent as mass mail', form({ Precedence: 'bulk' }), 'bulk', 'weak'],
  ['a list whose answers go to the writer', form({ 'List-Id': '<l.shop.test>' }), 'mailing_list', 'strong'],
  [
    'a newsletter that is answered elsewhere in its domain',
    form({ 'List-Unsubscribe': '<mailto:x@y.test>' }, 'service@shop.test'),
    'mailing_list',
    'strong',
  ],
  ['a Portuguese one', mail({}, { subject: 'Resposta automática: Fatura' }), 'auto_reply', 'weak'],
  ['X-Auto-Response-Suppress alone', mail({ 'X-Auto-Response-Suppress': 'All' }), 'auto_reply', 'weak'],
  ['an out-of-office subject', mail({}, { subject: 'Automatic reply: Invoice' }), 'auto_reply', 'weak'],
  ['a German one', mail({}, { subject: 'Abwesenheitsnotiz: Rechnung' }), 'auto_reply', 'weak'],
  ['our loop mark', mail({ 'X-Loop': 'frontdesk-abc' }), 'own_loop', 'strong'],
  ['our own address', from('support@birch.test'), 'own_loop', 'strong'],
  ['mailer-daemon', from('mailer-daemon@mx.test'), 'bounce', 'strong'],
  ['no-reply', from('no-reply@shop.test'), 'no_reply_sender', 'strong'],
  ['noreply with a tag', from('noreply+77@shop.test'), 'no_reply_sender', 'strong'],
  ['bounces', from('bounces@shop.test'), 'no_reply_sender', 'strong'],
];
for (const [name, each, kind, strength] of machines) {
  test(`${name} is a machine’s: ${kind}, ${strength}`, () =>
    assert.deepEqual(automatedMail(each, around), { kind, strength }));
}

test('an empty envelope sender is a bounce even without such a header', () => {
  assert.equal(automatedMail(mail(), { ...around, envelopeFrom: '<>' })?.kind, 'bounce');
  assert.equal(automatedMail(mail(), { ...around, envelopeFrom: null }), null, 'unknown is not empty');
});

test('a report contains the id of our mail that did not arrive', () => {
  const report = 'Reporting-MTA: dns; mx.test\r\n\r\nMessage-ID: <reply.1@birch.test>\r\nSubject: Re: Invoice';
  const attachment = { name: 'x', mediaType: 'text/rfc822-headers', bytes: 1, report };
  assert.deepEqual(reportedMessageIds(mail({}, { attachments: [attachment] })), ['reply.1@birch.test']);
});
